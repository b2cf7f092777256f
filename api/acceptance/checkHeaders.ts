import type { FieldProblem } from "#schemas/common.ts";

/** Characters all names and values may have together. */
const maxHeaderChars = 8 * 1024;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers that belong to the connection or to the browser; it refuses the navigation or lies about the request when they are set. */
const reserved = new Set([
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

/** What is wrong with the extra headers of a render. */
export function checkHeaders(headers: Readonly<Record<string, string>> = {}): FieldProblem[] {
  const entries = Object.entries(headers);
  const problems = entries.flatMap(([name, value]) => {
    const message = nameProblem(name) ?? valueProblem(value);
    return message === null ? [] : [{ field: `headers.${name}`, message }];
  });
  const size = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > maxHeaderChars) problems.push({ field: "headers", message: `must have at most ${maxHeaderChars} characters in all` });
  return [...problems, ...repeated(entries.map(([name]) => name))];
}

function nameProblem(name: string): string | null {
  if (!token.test(name)) return "is not a valid header name";
  const lower = name.toLowerCase();
  if (lower === "cookie") return "is not taken as a header; use cookies";
  const forbidden = reserved.has(lower) || lower.startsWith("proxy-") || lower.startsWith("sec-");
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
    return again ? [{ field: `headers.${name}`, message: "is there twice; case does not matter in header names" }] : [];
  });
}
