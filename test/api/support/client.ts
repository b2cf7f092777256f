import { expectDocumented } from "./conformance.ts";

/** A reply, its JSON parsed; every reply was held against the interface description. */
export type Reply = { status: number; headers: Headers; json: unknown; bytes: Buffer };

type CallOptions = {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: BodyInit;
  headers?: Record<string, string>;
};

/** Calls the API as a customer would. */
export type Client = { call(method: string, path: string, options?: CallOptions): Promise<Reply> };

/** A client with or without a key. */
export function createClient(url: string, key?: string): Client {
  return {
    async call(method, path, { body, raw, headers = {} } = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(key !== undefined && { Authorization: `Bearer ${key}` }),
          ...((body !== undefined || raw !== undefined) && { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(raw !== undefined && { body: raw, duplex: "half" }),
        redirect: "manual",
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json") && bytes.length > 0;
      const json: unknown = isJson ? JSON.parse(bytes.toString("utf8")) : undefined;
      expectDocumented({
        method,
        path,
        status: response.status,
        headers: response.headers,
        body: isJson ? json : bytes,
      });
      return { status: response.status, headers: response.headers, json, bytes };
    },
  };
}
