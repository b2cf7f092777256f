import type { FieldProblem } from "#schemas/common.ts";
import { checkConnection, isGatewayError, noteUnreachable } from "./connection.ts";

/** An error reply of the API, or a connection that failed (`code` is then `unreachable`, `status` 0). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: readonly FieldProblem[];

  constructor(message: string, details: Partial<Pick<ApiError, "status" | "code" | "requestId" | "fields">> = {}) {
    super(message);
    this.status = details.status ?? 0;
    this.code = details.code ?? "unreachable";
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? [];
  }
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";
/** `idempotencyKey`: a repeated call with the same key and body returns the first one's reply. */
type Call = { query?: Query; body?: unknown; signal?: AbortSignal; idempotencyKey?: string | undefined };

/** Values of a query string. Undefined and empty values are left out; a list is joined by commas. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Calls of the API with the browser's session. Each rejects with ApiError. `Reply` is the schema's type of the route. */
export const api = {
  get: <Reply>(path: string, call: Call = {}) => send<Reply>("GET", path, call),
  post: <Reply>(path: string, body?: unknown, call: Call = {}) => send<Reply>("POST", path, { ...call, body }),
  patch: <Reply>(path: string, body: unknown) => send<Reply>("PATCH", path, { body }),
  delete: <Reply>(path: string) => send<Reply>("DELETE", path, {}),
};

/** The path with its query. */
export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") search.set(name, text);
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

async function send<Reply>(
  method: Method,
  path: string,
  { query, body, signal, idempotencyKey }: Call,
): Promise<Reply> {
  const response = await fetch(withQuery(path, query), {
    method,
    credentials: "same-origin",
    headers: {
      Accept: "application/json",
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause;
    noteUnreachable();
    throw new ApiError("The API can't be reached. Check that it runs; the console tries again by itself.");
  });
  if (isGatewayError(response.status)) void checkConnection();
  if (!response.ok) throw await errorOf(response);
  return readJson<Reply>(response);
}

/** The only place where JSON gets its type: the API checks every reply against the same schema in its tests. */
async function readJson<Reply>(response: Response): Promise<Reply> {
  return response.status === 204 ? JSON.parse("null") : response.json();
}

/** Both error bodies of the contract: one has the code as `error`, the other the message. */
type ErrorBody = { error?: string; code?: string; message?: string; fields?: FieldProblem[] };

async function errorOf(response: Response): Promise<ApiError> {
  const body = await readJson<ErrorBody>(response).catch((): ErrorBody => ({}));
  const message = body.message ?? body.error ?? `The API replied with status ${response.status}.`;
  return new ApiError(message, {
    status: response.status,
    code: body.code ?? body.error ?? `http_${response.status}`,
    requestId: response.headers.get("X-Request-Id"),
    fields: body.fields ?? [],
  });
}
