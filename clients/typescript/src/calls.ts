import type { ApiRequest, CallOptions, Send } from "./transport.ts";

/** A method and a path, such as `GET /jobs/{id}`. */
type Route = `${string} /${string}`;

/** Arguments after those of the path; and that an Idempotency-Key makes a repeat safe. */
type Part = "body" | "query" | "idempotent";

/** A call. Its arguments are the values of the path, the body, the query and the options. */
type Call<Args extends readonly unknown[], Reply> = (...args: [...Args, options?: CallOptions]) => Promise<Reply>;

/** Makes calls of routes. */
export class Calls {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** A call whose reply is JSON. */
  protected json<Args extends readonly unknown[], Reply>(route: Route, ...parts: Part[]): Call<Args, Reply> {
    return (...args) => this.#send.json(...readArguments(route, parts, args));
  }

  /** A call whose reply is bytes, a stream or nothing. */
  protected raw<Args extends readonly unknown[]>(route: Route, ...parts: Part[]): Call<Args, Response> {
    return (...args) => this.#send.raw(...readArguments(route, parts, args));
  }
}

function readArguments(route: Route, parts: readonly Part[], args: readonly unknown[]): [ApiRequest, CallOptions] {
  const rest = [...args];
  const [method = "", template = ""] = route.split(" ");
  const path = template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())));
  const body = parts.includes("body") ? { body: rest.shift() ?? {} } : {};
  const query = parts.includes("query") ? rest.shift() : undefined;
  const [options] = rest;
  const request = {
    method,
    path,
    ...body,
    ...(isQuery(query) && { query }),
    ...(parts.includes("idempotent") && { idempotent: true }),
  };
  return [request, isOptions(options) ? options : {}];
}

/** The types of calls let nothing but queries through. */
function isQuery(value: unknown): value is NonNullable<ApiRequest["query"]> {
  return typeof value === "object" && value !== null;
}

/** The types of calls let nothing but options through. */
function isOptions(value: unknown): value is CallOptions {
  return typeof value === "object" && value !== null;
}
