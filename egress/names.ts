import { isIP } from "node:net";

/** A host in its one canonical spelling: a literal without brackets, or a lower-case ASCII name without its root dot. */
export type CanonicalHost = { kind: "address"; host: string } | { kind: "name"; host: string };

const delimiters = /[/?#@\\\s]/;
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Names that resolve only inside a network: RFC 6761, 6762 (with appendix G), 7686 and 8375, ICANN's `.internal`, and
 * metadata names of clouds outside these.
 */
const internalNames = [
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
 * The host as WHATWG URL, and so Chromium, parses it. Decimal, octal, hexadecimal, short and full-width literals become plain
 * literals; percent escapes are decoded and capitals lowered. Null for an invalid host. Labels of a name may have letters,
 * digits, - and _.
 */
export function canonicalHost(host: string): CanonicalHost | null {
  if (host === "" || delimiters.test(host)) return null;
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const parsed = URL.parse(`http://${bracketed}/`);
  if (parsed === null || parsed.port !== "") return null;
  return fromHostname(parsed.hostname);
}

/** Like `canonicalHost`, for the `hostname` of an http or https URL. Only brackets and the root dot must be removed there. */
export function fromHostname(hostname: string): CanonicalHost | null {
  if (hostname.startsWith("[")) return { kind: "address", host: hostname.slice(1, -1) };
  if (isIP(hostname) === 4) return { kind: "address", host: hostname };
  const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  const valid = name.length <= 253 && name.split(".").every((part) => label.test(part));
  return valid ? { kind: "name", host: name } : null;
}

/** Whether a canonical name can exist in public DNS: it has a dot and is not an internal name. */
export function isPublicName(name: string): boolean {
  return name.includes(".") && !internalNames.some((internal) => name === internal || name.endsWith(`.${internal}`));
}

/** Host and port of a CONNECT target or a setting (`name:443`, `[::1]:9000`); null for any other text. */
export function parseAuthority(authority: string): { host: CanonicalHost; port: number } | null {
  const [, host = "", digits = ""] = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(authority) ?? [];
  const canonical = canonicalHost(host);
  const port = Number(digits);
  return canonical === null || port < 1 || port > 65535 ? null : { host: canonical, port };
}
