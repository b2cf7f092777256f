import { ConnectFailed, NameNotResolved } from "./errors.ts";

/** What a browser without a proxy would call these failures of a connection, by Node's codes. */
const names: Readonly<Record<string, string>> = {
  ECONNREFUSED: "ERR_CONNECTION_REFUSED",
  ECONNRESET: "ERR_CONNECTION_RESET",
  EPIPE: "ERR_CONNECTION_CLOSED",
  ETIMEDOUT: "ERR_CONNECTION_TIMED_OUT",
  EHOSTUNREACH: "ERR_ADDRESS_UNREACHABLE",
  ENETUNREACH: "ERR_ADDRESS_UNREACHABLE",
  EADDRNOTAVAIL: "ERR_ADDRESS_INVALID",
  HPE_HEADER_OVERFLOW: "ERR_RESPONSE_HEADERS_TOO_BIG",
};

/**
 * The name that a browser has for why a host could not be reached, without any of its address; null where it has none.
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
