import type { Readable } from "node:stream";
import type { Scope } from "#schemas/common.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { SessionCookie } from "./sessionCookie.ts";
import type { BodyOptions, ParsedBody } from "./middleware/body.ts";

/** The caller of a request. */
export type Caller = {
  accountId: string;
  keyId: string;
  plan: PlanName;
  scopes: readonly Scope[];
  paused: boolean;
  /** The browser's session; null for a call with an API key. */
  sessionId: string | null;
  /** Whether the key, and the session, can still be used. The check counts as no use. */
  isStillValid: () => Promise<boolean>;
};

/** A caller with a browser's session. */
export type SessionCaller = Caller & { sessionId: string };

/** Headers replies carry; their descriptions are in `openapi/responses.ts`. */
export type HeaderName =
  | "Cache-Control"
  | "Content-Disposition"
  | "Content-Range"
  | "ETag"
  | "Idempotent-Replayed"
  | "Location"
  | "RateLimit"
  | "RateLimit-Policy"
  | "Retry-After"
  | "Set-Cookie"
  | "X-Credits-Charged"
  | "X-Credits-Refunded"
  | "X-Credits-Remaining"
  | "X-Job-Id"
  | "X-Warnings";

export type Common<Status> = {
  status: Status;
  headers?: {
    [
      Name in
        | HeaderName
        | "Accept-Ranges"
        | "Content-Encoding"
        | "Content-Security-Policy"
        | "Cross-Origin-Resource-Policy"
        | "Vary"
        | "X-Accel-Buffering"
    ]?: string;
  };
};

/** Bytes to send, as a whole or as a stream of unknown length. `read` is not called for HEAD. */
export type Content = {
  contentType: string;
  /** Null if it is not known. */
  length: number | null;
  read: () => Promise<Buffer | Readable>;
};

/** A reply as handlers return it. */
export type Reply = Common<number> & ({ json: unknown } | { content: Content } | { json?: never; content?: never });

/** Compression of a reply, as in `Accept-Encoding`. */
export type Encoding = "br" | "gzip";

/** The request as handlers see it, besides its validated input. */
export type Exchange = {
  requestId: string;
  log: Logger;
  /** The client's address as it is counted: an IPv6 address is its /64 network. */
  address: string;
  /** Refuses a request that the page of another site may have made. @throws ApiError `cross_site_request`. */
  refuseCrossSite(): void;
  /** A request header's value; undefined if it is missing. */
  header(name: string): string | undefined;
  /** Whether the client prefers the media type to the others. */
  prefers(type: string, others: readonly string[]): boolean;
  /** Whether the client prefers the compression to none. */
  takes(encoding: Encoding): boolean;
  /** Aborts when the client is gone or the API drains. */
  untilGone(): AbortSignal;
  /** Adds the job's id to the access log. */
  setJobId(jobId: string): void;
};

/** An unchecked request. */
export type Incoming = {
  authorization: string;
  sessionCookie: SessionCookie;
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** The query byte for byte, without the question mark. */
  querystring: string;
  /** Reads and parses the body. Called after authentication, and only for routes with a body. */
  readBody(options: BodyOptions): Promise<ParsedBody>;
  /**
   * Records the caller and counts the request.
   * @throws ApiError `rate_limited`.
   */
  admit(caller: Caller): Promise<void>;
  exchange: Exchange;
};
