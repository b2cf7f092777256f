import type { FieldProblem } from "#schemas/common.ts";

/** One call of the public API. */
type ApiCall = {
  method: "GET" | "POST" | "PATCH";
  /** Path below the API's address, escaped. */
  path: string;
  /** Parameters without a value are left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  body?: unknown;
};

/** The calls that tools make. */
export type Api = {
  /** The JSON of a reply. The caller names the shape that the API documents. @throws ApiFailure */
  json<Reply>(call: ApiCall): Promise<Reply>;
  /** The bytes of a reply. @throws ApiFailure */
  bytes(call: ApiCall): Promise<{ bytes: Uint8Array; contentType: string }>;
};

/** The part of `fetch` that the calls use. The API's own door passes one that stays in the process. */
type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

export type ApiAccess = { fetch: Fetch; baseUrl: string; apiKey: string };

/** A reply with an error status, or none at all. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly code: string;
  readonly retryable: boolean;
  readonly fields: readonly FieldProblem[];
  /** Seconds after which the same call may succeed; null if the API names none. */
  readonly retryAfterSeconds: number | null;

  constructor({ code, message, retryable, fields, retryAfterSeconds }: FailureFacts) {
    super(message);
    this.code = code;
    this.retryable = retryable;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type FailureFacts = Pick<ApiFailure, "code" | "message" | "retryable" | "fields" | "retryAfterSeconds">;

/** Calls the API with a key. `signal` aborts the calls. */
export function createApi({ fetch, baseUrl, apiKey }: ApiAccess, signal: AbortSignal): Api {
  async function send({ method, path, query = {}, body }: ApiCall): Promise<Response> {
    const url = new URL(baseUrl.replace(/\/$/, "") + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    };
    const init = { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
    // The key must not follow a redirect to another server.
    const reply = await fetch(url, { ...init, redirect: "error" }).catch((cause: unknown) => {
      throw signal.aborted ? cause : unreachable(baseUrl);
    });
    if (!reply.ok) throw await failureOf(reply);
    return reply;
  }
  return {
    async json<Reply>(call: ApiCall) {
      const reply: Reply = await (await send(call)).json();
      return reply;
    },
    async bytes(call) {
      const reply = await send(call);
      const contentType = reply.headers.get("Content-Type") ?? "application/octet-stream";
      return { bytes: new Uint8Array(await reply.arrayBuffer()), contentType };
    },
  };
}

function unreachable(baseUrl: string): ApiFailure {
  const message = `The API at ${new URL(baseUrl).origin} can't be reached; check its address and that it runs.`;
  return new ApiFailure({ code: "unreachable", message, retryable: true, fields: [], retryAfterSeconds: null });
}

/** The two shapes of the API's errors: in one, `error` is the code, in the other the sentence. */
type ErrorBody = { error?: string; code?: string; message?: string; retryable?: boolean; fields?: FieldProblem[] };

async function failureOf(reply: Response): Promise<ApiFailure> {
  const body: ErrorBody = await reply.json().catch(() => ({}));
  const { error = `HTTP status ${reply.status}`, code = error, message = error, fields = [] } = body;
  const after = Number(reply.headers.get("Retry-After"));
  const retryAfterSeconds = reply.headers.has("Retry-After") && Number.isFinite(after) ? after : null;
  return new ApiFailure({
    code,
    message,
    retryable: body.retryable ?? retryAfterSeconds !== null,
    fields,
    retryAfterSeconds,
  });
}
