import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Reply } from "./client.ts";
import { expectDocumented } from "./conformance.ts";
import type { TestApi } from "./testApi.ts";

type Sent = Record<string, string>;
/** Options of a call by a browser: other headers than those of the service's own page, and a body. */
type BrowserCall = { headers?: Sent; body?: unknown };

/** A browser that is logged in. */
export type Browser = {
  /** The Cookie header that it sends. */
  cookie: string;
  /** Calls the API as the service's own page does, unless the headers say something else. */
  call(method: string, path: string, options?: BrowserCall): Promise<Reply>;
  /** Status of `GET /sessions/current`: 200 while the session is live. */
  status(): Promise<number>;
};

/** Headers of a browser for a call that the service's own page makes. */
export const ownPage: Sent = {
  "Sec-Fetch-Site": "same-origin",
  "Sec-Fetch-Mode": "cors",
  "Sec-Fetch-Dest": "empty",
};

/** Tries to log in. Without other headers it is a program that does. */
export const tryLogIn = (api: TestApi, body: object, headers: Sent = {}): Promise<Reply> =>
  api.anyone.call("POST", "/sessions", { body, headers });

/** Logs a browser in with a key or a log-in token. */
export async function logIn(api: TestApi, credential: object): Promise<Browser> {
  const cookie = cookieOf(await tryLogIn(api, credential));
  const call: Browser["call"] = async (method, path, { headers = ownPage, body } = {}) => {
    const reply = await send(api.url + path, { method, headers: { ...headers, Cookie: cookie }, body });
    expectDocumented({ method, path, ...reply, body: reply.json ?? reply.bytes });
    return reply;
  };
  return { cookie, call, status: async () => (await call("GET", "/sessions/current")).status };
}

type Request = { method: string; headers: Sent; body: unknown };

/** Sends exactly these headers. `fetch` would replace `Sec-Fetch-Mode`. */
async function send(url: string, { method, headers, body }: Request): Promise<Reply> {
  const type: Sent = body === undefined ? {} : { "Content-Type": "application/json" };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method, headers: { ...type, ...headers } }, resolve).once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
  const bytes = await buffer(message);
  const received = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) received.append(name, value);
  const isJson = received.get("Content-Type")?.startsWith("application/json") === true;
  const json: unknown = isJson ? JSON.parse(bytes.toString()) : undefined;
  return { status: message.statusCode ?? 0, headers: received, json, bytes };
}

/** The name and value of the cookie that a reply sets. */
function cookieOf({ status, headers }: Reply): string {
  const [cookie] = headers.get("Set-Cookie")?.split(";") ?? [];
  if (cookie === undefined) throw new Error(`The reply ${status} sets no cookie.`);
  return cookie;
}
