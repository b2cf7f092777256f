import { maxSessionDays } from "#schemas/session.ts";

/** Names of the session's cookie: with TLS, and on plain http. Browsers refuse the prefix `__Host-` without TLS. */
const secureName = "__Host-watchframe";
const plainName = "watchframe";

/** The secret of the session cookie in a Cookie header, or null. */
export function readSessionCookie(header: string, publicUrl: string): string | null {
  const name = nameFor(publicUrl);
  for (const part of header.split(";")) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
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
