import type { Json, Scope } from "#schemas/common.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { ParsedBody } from "./middleware/body.ts";

/** Who makes a request. */
export type Caller = { accountId: string; keyId: string; plan: PlanName; scopes: readonly Scope[]; paused: boolean };

/** Headers replies carry; their descriptions are in `openapi/headers.ts`. */
export type HeaderName =
  | "Cache-Control"
  | "Content-Disposition"
  | "ETag"
  | "Idempotent-Replayed"
  | "Location"
  | "RateLimit"
  | "RateLimit-Policy"
  | "Retry-After"
  | "X-Credits-Charged"
  | "X-Credits-Refunded"
  | "X-Credits-Remaining"
  | "X-Job-Id"
  | "X-Warnings";

export type Common<Status> = {
  status: Status;
  headers?: { [Name in HeaderName | "Content-Encoding" | "Content-Security-Policy" | "Vary"]?: string };
};

/** Bytes to send; `read` is not called for HEAD. */
export type Content = { contentType: string; length: number; read: () => Promise<Buffer> };

/** A reply as handlers make it. */
export type Reply = Common<number> & ({ json: unknown } | { content: Content } | { json?: never; content?: never });

/** What every handler gets beside its validated input. */
export type Exchange = {
  requestId: string;
  log: Logger;
  /** A request header's value; undefined where it was not sent. */
  header(name: string): string | undefined;
  /** Whether the client would rather have the media type than any of the others. */
  prefers(type: string, others: readonly string[]): boolean;
  /** Whether the client takes bytes compressed by gzip. */
  takesGzip(): boolean;
  /** Aborts when the client is gone or the API drains. */
  untilGone(): AbortSignal;
  /** Adds the job's id to the access log. */
  setJobId(jobId: string): void;
};

/** One request as the router hands it on, nothing checked yet. */
export type Incoming = {
  authorization: string;
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Reads and parses the body; called only for routes that take one, and only after authentication. */
  readBody(standIn: Json | undefined): Promise<ParsedBody>;
  /** Notes who asks, and rejects with `rate_limited` where they ask too fast. */
  admit(caller: Caller): Promise<void>;
  exchange: Exchange;
};
