import { validateHeaderName, validateHeaderValue } from "node:http";
import { verdictHeader } from "./proxyReplies.ts";

/** Headers of one connection, which are never forwarded (RFC 9110, section 7.6.1, and headers of older clients). */
export const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * The headers to forward, from raw headers (name, value, name, value, …). Spelling and order stay. Dropped are hop-by-hop
 * headers, headers named in `Connection`, headers in `drop` (lower case) and our own verdict header.
 */
export function forwarded(
  rawHeaders: readonly string[],
  connection: string | undefined,
  drop: readonly string[] = [],
): string[] {
  const named = connection === undefined ? [] : connection.split(",").map((name) => name.trim().toLowerCase());
  const keptHeaders: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    const lower = name.toLowerCase();
    if (hopByHop.has(lower) || lower === verdictHeader || drop.includes(lower) || named.includes(lower)) continue;
    keptHeaders.push(name, rawHeaders[index + 1] ?? "");
  }
  return keptHeaders;
}

/** The headers that Node can write. Sites send names and values that Node reads but refuses to send. */
export function writable(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? "";
    const value = raw[index + 1] ?? "";
    if (isWritable(name, value)) kept.push(name, value);
  }
  return kept;
}

function isWritable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    // Both functions throw for invalid input and return nothing.
    return false;
  }
}

/** Size of raw headers on the wire, bytes. */
export function headerBytes(raw: readonly string[]): number {
  return raw.reduce((sum, text) => sum + text.length + 2, 0);
}
