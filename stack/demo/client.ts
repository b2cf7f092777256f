import { setTimeout as pause } from "node:timers/promises";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";

/** A client that uses only the public API. Replies are checked against the given schema. */
export type DemoClient = {
  /** @throws Error with the reply's text if the API refuses the call or answers something else. */
  get<Schema extends TSchema>(schema: Schema, path: string): Promise<Static<Schema>>;
  /** As `get`, with a body. `path` may be a whole address of the API. */
  post<Schema extends TSchema>(schema: Schema, path: string, body: object): Promise<Static<Schema>>;
  /** Deletes or cancels a resource. */
  remove(path: string): Promise<void>;
  /** The bytes of an output. Its signed address needs no key. */
  bytes(url: string): Promise<Buffer>;
  /** Calls `read` until it returns a value that is not undefined. @throws Error after `maxWaitMs`. */
  poll<T>(read: () => Promise<T | undefined>, what: string): Promise<T>;
};

const pollMs = 150;
const maxWaitMs = 120_000;

/** A client of the API at `apiUrl`. Its calls end when `signal` is aborted. */
export function demoClient(apiUrl: string, apiKey: string, signal: AbortSignal): DemoClient {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const call = async (method: string, path: string, body?: object): Promise<string> => {
    const init = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(new URL(path, apiUrl), init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text;
  };
  return {
    get: async (schema, path) => parse(schema, await call("GET", path)),
    post: async (schema, path, body) => parse(schema, await call("POST", path, body)),
    remove: async (path) => void (await call("DELETE", path)),
    async bytes(url) {
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
    async poll(read, what) {
      const end = Date.now() + maxWaitMs;
      for (;;) {
        const value = await read();
        if (value !== undefined) return value;
        if (Date.now() > end) throw new Error(`${what} did not happen within ${maxWaitMs / 1_000} s`);
        await pause(pollMs, undefined, { signal });
      }
    },
  };
}

function parse<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(schema, value)) {
    const [error] = Value.Errors(schema, value);
    throw new Error(`the API answered something else: ${error?.instancePath} ${error?.message} in ${text}`);
  }
  return value;
}
