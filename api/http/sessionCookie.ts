import { maxSessionDays } from "#schemas/session.ts";

/** Names of the session's cookie: with TLS, and on plain http. Browsers refuse the prefix `__Host-` without TLS. */
const secureName = "__Host-watchframe";
const plainName = "watchframe";

/** The session cookie of a request: its secret, or null without a valid one. `isRepeated`: there are several. */
export type SessionCookie = { secret: string | null; isRepeated: boolean };

/** No session cookie. */
export const noSessionCookie: SessionCookie = { secret: null, isRepeated: false };

/**
 * Reads the session cookie of a Cookie header. Without TLS, other ports of the host can set a cookie of the same name for
 * some paths. Nothing tells which is ours, so several give no secret.
 */
export function readSessionCookie(header: string, publicUrl: string): SessionCookie {
  const name = nameFor(publicUrl);
  const values = header.split(";").flatMap((part) => {
    const [key, value = ""] = part.trim().split("=", 2);
    return key === name ? [value] : [];
  });
  const [secret = ""] = values;
  if (values.length > 1) return { secret: null, isRepeated: true };
  return /^[\w-]{43}$/.test(secret) ? { secret, isRepeated: false } : noSessionCookie;
}

/** The Set-Cookie header that keeps a session's secret. Null removes it. */
export function writeSessionCookie(secret: string | null, publicUrl: string): string {
  const secure = isSecure(publicUrl) ? "; Secure" : "";
  const seconds = secret === null ? 0 : maxSessionDays * 24 * 60 * 60;
  return `${nameFor(publicUrl)}=${secret ?? ""}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Whether browsers reach the service by TLS. */
function isSecure(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === "https:";
}

/** Whether others on the network can read the cookie, because the public address has no TLS and is not loopback. */
export function isCookieReadable(publicUrl: string): boolean {
  return !isSecure(publicUrl) && !["127.0.0.1", "[::1]", "localhost"].includes(new URL(publicUrl).hostname);
}

function nameFor(publicUrl: string): string {
  return isSecure(publicUrl) ? secureName : plainName;
}
