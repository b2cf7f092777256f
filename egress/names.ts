import { isIP } from "node:net";

/** A host in its one canonical spelling: a literal without brackets, or a lower-case ASCII name without its root dot. */
export type CanonicalHost = { kind: "address"; host: string } | { kind: "name"; host: string };

const delimiters = /[/?#@\\\s]/;
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Names that resolve, if at all, only inside a network: RFC 6761, 6762 (with its appendix G), 7686, 8375,
 * ICANN's `.internal`, and the metadata names of clouds that lie elsewhere.
 */
const insideNames = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "onion",
  "metadata.goog",
] as const;

/**
 * The host as WHATWG URL (and so Chromium) reads it: decimal, octal, hexadecimal, short and full-width literals become
 * plain ones, percent escapes and capitals go. Null when it is no host; a name's labels must be letters, digits, - and _.
 */
export function canonicalHost(host: string): CanonicalHost | null {
  if (host === "" || delimiters.test(host)) return null;
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const parsed = URL.parse(`http://${bracketed}/`);
  if (parsed === null || parsed.port !== "") return null;
  return fromHostname(parsed.hostname);
}

/** The same for the `hostname` of a URL of a special scheme, which is canonical but for brackets and the root dot. */
export function fromHostname(hostname: string): CanonicalHost | null {
  if (hostname.startsWith("[")) return { kind: "address", host: hostname.slice(1, -1) };
  if (isIP(hostname) === 4) return { kind: "address", host: hostname };
  const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  const valid = name.length <= 253 && name.split(".").every((part) => label.test(part));
  return valid ? { kind: "name", host: name } : null;
}

/** Whether a canonical name is one that can exist in public DNS: it has a dot, and is none that lives inside a network. */
export function isPublicName(name: string): boolean {
  return name.includes(".") && !insideNames.some((inside) => name === inside || name.endsWith(`.${inside}`));
}

/** Host and port of a CONNECT target or a setting (`name:443`, `[::1]:9000`), or null when it is not such a pair. */
export function parseAuthority(authority: string): { host: CanonicalHost; port: number } | null {
  const [, host = "", digits = ""] = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(authority) ?? [];
  const canonical = canonicalHost(host);
  const port = Number(digits);
  return canonical === null || port < 1 || port > 65535 ? null : { host: canonical, port };
}
