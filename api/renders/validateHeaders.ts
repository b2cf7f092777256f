import { getPublicSuffix } from "tldts";
import type { FieldProblem } from "#schemas/common.ts";
import type { Cookie } from "#schemas/options/visitor.ts";

/** Maximum characters of all names and values together. */
const maxHeaderChars = 8 * 1024;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers of the connection or the browser. If they are set, the browser refuses the navigation or sends a false request. */
const reservedNames = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
  "expect",
]);

/** The problems of a render's extra headers. */
export function checkHeaders(headers: Readonly<Record<string, string>> = {}): FieldProblem[] {
  const entries = Object.entries(headers);
  const problems = entries.flatMap(([name, value]) => {
    const message = nameProblem(name) ?? valueProblem(value);
    return message === null ? [] : [{ field: `headers.${name}`, message }];
  });
  const size = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > maxHeaderChars)
    problems.push({ field: "headers", message: `must have at most ${maxHeaderChars} characters in all` });
  return [...problems, ...repeated(entries.map(([name]) => name))];
}

function nameProblem(name: string): string | null {
  if (!token.test(name)) return "is not a valid header name";
  const lower = name.toLowerCase();
  if (lower === "cookie") return "is not taken as a header; use cookies";
  const forbidden = reservedNames.has(lower) || lower.startsWith("proxy-") || lower.startsWith("sec-");
  return forbidden ? "is a header that only the browser may set" : null;
}

function valueProblem(value: string): string | null {
  if (/\p{Cc}/u.test(value.replaceAll("\t", ""))) return "must not contain control characters";
  return /[^\u0020-\u00ff\t]/u.test(value) ? "must contain Latin-1 characters only" : null;
}

function repeated(names: string[]): FieldProblem[] {
  const seen = new Set<string>();
  return names.flatMap((name) => {
    const lower = name.toLowerCase();
    const again = seen.has(lower);
    seen.add(lower);
    return again ? [{ field: `headers.${name}`, message: "is given twice; header names ignore case" }] : [];
  });
}

/** Maximum bytes of a cookie's name and value in a browser. */
const maxCookieBytes = 4096;
/** The last second of the year 9999. A larger number is a time in milliseconds. */
const lastSecond = 253_402_300_799;
const controls = /\p{Cc}/u;

type Rule = { part: keyof Cookie; message: string; broken: (cookie: Cookie, targetHost: string | null) => boolean };

/** The rules of browsers for a cookie. Browsers refuse a whole set for one bad cookie without naming it, so each is checked here. */
const rules: readonly Rule[] = [
  {
    part: "name",
    message: "must not contain ;, = or control characters",
    broken: ({ name }) => /[;=]/.test(name) || controls.test(name),
  },
  { part: "name", message: "must not begin or end with a blank", broken: ({ name }) => name.trim() !== name },
  {
    part: "value",
    message: "must not contain ; or control characters",
    broken: ({ value }) => value.includes(";") || controls.test(value),
  },
  {
    part: "value",
    message: `must have at most ${maxCookieBytes} bytes together with the name`,
    broken: ({ name, value }) => Buffer.byteLength(name + value) > maxCookieBytes,
  },
  {
    part: "path",
    message: "must begin with / and not contain ; or control characters",
    broken: ({ path }) => path !== undefined && (!path.startsWith("/") || path.includes(";") || controls.test(path)),
  },
  {
    part: "expires",
    message: "must be Unix time in seconds",
    broken: ({ expires }) => expires !== undefined && expires > lastSecond,
  },
  {
    part: "sameSite",
    message: "None needs secure: true",
    broken: ({ sameSite, secure }) => sameSite === "None" && secure !== true,
  },
  {
    part: "secure",
    message: "must be true for a name that begins with __Secure- or __Host-",
    broken: ({ name, secure }) => /^__(secure|host)-/i.test(name) && secure !== true,
  },
  {
    part: "path",
    message: "must be / for a name that begins with __Host-",
    broken: ({ name, path = "/" }) => /^__host-/i.test(name) && path !== "/",
  },
  {
    part: "domain",
    message: "must not be given for a name that begins with __Host-",
    broken: ({ name, domain }) => /^__host-/i.test(name) && domain !== undefined,
  },
  {
    part: "domain",
    message: "must be the page's host or a parent domain of it that is not a public suffix",
    broken: ({ domain }, targetHost) =>
      domain !== undefined && targetHost !== null && !cookieDomainCovers(domain, targetHost),
  },
];

/** The problems of a render's cookies for a host; the host is null if it is unknown. */
export function checkCookies(cookies: readonly Cookie[] = [], targetHost: string | null): FieldProblem[] {
  return cookies.flatMap((cookie, index) =>
    rules
      .filter(({ broken }) => broken(cookie, targetHost))
      .map(({ part, message }) => ({ field: `cookies.${index}.${part}`, message })),
  );
}

/** Whether a cookie of `domain` may be set by `host`. */
function cookieDomainCovers(domain: string, host: string): boolean {
  // A URL normalises case and international names as in the host.
  const canonical = URL.parse(`http://${domain.replace(/^\./, "")}`)?.hostname;
  if (canonical === undefined || /[/?#@:]/.test(domain)) return false;
  if (canonical === host) return true;
  return host.endsWith(`.${canonical}`) && getPublicSuffix(canonical, { allowPrivateDomains: true }) !== canonical;
}
