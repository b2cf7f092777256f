/** Why a target is refused, for logs, metrics and tests. API callers see one opaque code. */
export type RefusalReason = "invalid_url" | "too_long" | "scheme" | "userinfo" | "port" | "address" | "name";

/**
 * A page or webhook must not reach the target. The message is always the same and never names an address, so that a caller
 * cannot map a private network. `reason` is for counting.
 */
export class EgressRefused extends Error {
  override readonly name = "EgressRefused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super("The target is private, reserved or otherwise not allowed.");
    this.reason = reason;
  }
}

/**
 * The name has no address, no name server answered in time, or an address of it is not allowed. These are one error, as a
 * caller could otherwise find out which names a private network has. The `cause` says which, for logs and metrics alone.
 */
export class NameNotResolved extends Error {
  override readonly name = "NameNotResolved";

  constructor(options?: ErrorOptions) {
    super("The host name has no public address.", options);
  }
}

/** An allowed target was dialled, but the connection or TLS session failed; `cause` says why. */
export class ConnectFailed extends Error {
  override readonly name = "ConnectFailed";

  constructor(options?: ErrorOptions) {
    super("The host did not accept the connection.", options);
  }
}

/**
 * An upstream proxy was not reached or did not connect. The message names the proxy and never has its password. A host that
 * the proxy can't reach is a `ConnectFailed`.
 */
export class ProxyFailed extends Error {
  override readonly name = "ProxyFailed";

  /** `problem` continues the sentence: "refused its user and password". */
  constructor(label: string, problem: string, options?: ErrorOptions) {
    super(`${label.charAt(0).toUpperCase()}${label.slice(1)} ${problem}.`, options);
  }
}

/** Why the policy refused, also behind a name; null for any other error. */
export function refusalReasonOf(error: unknown): RefusalReason | null {
  const refused = error instanceof NameNotResolved ? error.cause : error;
  return refused instanceof EgressRefused ? refused.reason : null;
}

/** A browser's names for failures of a connection, by Node's codes. */
const names: Readonly<Record<string, string>> = {
  ECONNREFUSED: "ERR_CONNECTION_REFUSED",
  ECONNRESET: "ERR_CONNECTION_RESET",
  EPIPE: "ERR_CONNECTION_CLOSED",
  ETIMEDOUT: "ERR_CONNECTION_TIMED_OUT",
  EHOSTUNREACH: "ERR_ADDRESS_UNREACHABLE",
  ENETUNREACH: "ERR_ADDRESS_UNREACHABLE",
  EADDRNOTAVAIL: "ERR_ADDRESS_INVALID",
  CERT_HAS_EXPIRED: "ERR_CERT_DATE_INVALID",
  CERT_NOT_YET_VALID: "ERR_CERT_DATE_INVALID",
  DEPTH_ZERO_SELF_SIGNED_CERT: "ERR_CERT_AUTHORITY_INVALID",
  SELF_SIGNED_CERT_IN_CHAIN: "ERR_CERT_AUTHORITY_INVALID",
  UNABLE_TO_GET_ISSUER_CERT: "ERR_CERT_AUTHORITY_INVALID",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "ERR_CERT_AUTHORITY_INVALID",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "ERR_CERT_AUTHORITY_INVALID",
  ERR_TLS_CERT_ALTNAME_INVALID: "ERR_CERT_COMMON_NAME_INVALID",
  EPROTO: "ERR_SSL_PROTOCOL_ERROR",
  HPE_HEADER_OVERFLOW: "ERR_RESPONSE_HEADERS_TOO_BIG",
};

/**
 * The browser's name for the failure to reach a host, without any part of the address; null if it has none.
 * The browser itself knows only that its proxy gave no answer.
 */
export function errorNameOf(error: unknown): string | null {
  if (error instanceof NameNotResolved) return "ERR_NAME_NOT_RESOLVED";
  const cause = error instanceof ConnectFailed ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  if (cause.message === "timed out") return "ERR_CONNECTION_TIMED_OUT";
  if (cause.message === "socket hang up") return "ERR_EMPTY_RESPONSE";
  if (!("code" in cause) || typeof cause.code !== "string") return null;
  return names[cause.code] ?? (cause.code.startsWith("HPE_") ? "ERR_INVALID_HTTP_RESPONSE" : null);
}

/** The reason that a page shows for a host that was not reached: the sentence of a proxy, else `errorNameOf`. */
export function unreachedReasonOf(error: unknown): string | null {
  return error instanceof ProxyFailed ? error.message : errorNameOf(error);
}
