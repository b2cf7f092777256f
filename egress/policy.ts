import { SettingsError } from "#schemas/validate.ts";
import { createAddressCheck, plainAddress } from "./address.ts";
import { EgressRefused, type RefusalReason } from "./errors.ts";
import { type CanonicalHost, canonicalHost, fromHostname, isPublicName, parseAuthority } from "./names.ts";
import { createResolver, type Lookup, lookupName } from "./resolver.ts";

export { ConnectFailed, EgressRefused, NameNotResolved, type RefusalReason } from "./errors.ts";

/** Verdict on a URL; use `url` (canonical) from here on, so that nothing downstream parses the text differently. */
export type EgressVerdict = { allowed: true; url: URL } | { allowed: false; reason: RefusalReason };

/** An address that passed the policy for this port; the only thing `dial` takes. */
export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6; readonly port: number };

/** What may be reached. One object serves pages, webhooks, storage, robots and crawls alike. */
export type EgressPolicy = {
  /** Syntactic check of a page's or receiver's URL (http, https); asks no name server. For submit time and before goto. */
  checkUrl(url: string | URL): EgressVerdict;
  /** The same for a host (any spelling) and port; null when nothing speaks against it so far. */
  checkTarget(host: string, port: number): RefusalReason | null;
  /** Whether the operator opened just this host and port (`allow`): what is public is reached without that. */
  isOpened(url: URL): boolean;
  /**
   * The addresses that may be dialled for a host, resolved once. Rejects with EgressRefused when the target or any one of
   * its addresses is not allowed, with NameNotResolved when there is none.
   */
  resolve(host: string, port: number): Promise<ResolvedAddress[]>;
  /** Forgets a host's cached addresses; call it when none of them took a connection. */
  forget(host: string): void;
};

export type EgressPolicyOptions = {
  /**
   * `WATCHFRAME_EGRESS_ALLOW`: comma-separated host:port pairs open although private, e.g.
   * `127.0.0.1:8080,intranet.local:80,[::1]:9000`. A name opens that name, a literal opens that address by any name.
   */
  allow: string;
  /** Addresses or CIDR blocks closed in addition; the mains pass `hostAddresses()`. */
  deny?: readonly string[];
  /** How names become addresses. Default: name servers, then the system's resolver. */
  lookup?: Lookup;
  /** Milliseconds for one lookup. Default 5,000. */
  lookupTimeoutMs?: number;
  /** Seconds that an answer is kept. Default 30; 0 asks for every connection. */
  cacheSeconds?: number;
};

// Servers stop at about 8 KB of request line. The contract's 2,048 characters are of the text as given, and escaping
// one character of a path can make nine of it.
const maxUrlLength = 8_192;

/** A policy from the operator's settings. Throws an Error that names the entry of `allow` or `deny` that is malformed. */
export function createEgressPolicy(options: EgressPolicyOptions): EgressPolicy {
  const open = parseAllow(options.allow);
  const checkAddress = createAddressCheck(options.deny);
  const resolver = createResolver({
    lookup: options.lookup ?? lookupName,
    timeoutMs: options.lookupTimeoutMs ?? 5_000,
    cacheSeconds: options.cacheSeconds ?? 30,
  });

  function refusal(target: CanonicalHost, port: number): RefusalReason | null {
    if (open.has(pairOf(target, port))) return null;
    if (blockedPorts.has(port)) return "port";
    if (target.kind === "address") return checkAddress(target.host).allowed ? null : "address";
    return isPublicName(target.host) ? null : "name";
  }

  function toResolved(literal: string, port: number, pinned: boolean): ResolvedAddress {
    const plain = plainAddress(literal);
    if (plain === null) throw new EgressRefused("address");
    const allowed =
      pinned || open.has(pairOf({ kind: "address", host: plain.address }, port)) || checkAddress(literal).allowed;
    if (!allowed) throw new EgressRefused("address");
    return { ...plain, port };
  }

  return {
    checkUrl(input) {
      const url = typeof input === "string" ? URL.parse(input) : input;
      if (url === null) return { allowed: false, reason: "invalid_url" };
      const reason = syntaxRefusal(url) ?? hostRefusal(url, refusal);
      return reason === null ? { allowed: true, url } : { allowed: false, reason };
    },
    checkTarget(host, port) {
      const target = canonicalHost(host);
      return target === null ? "invalid_url" : refusal(target, port);
    },
    isOpened(url) {
      const target = fromHostname(url.hostname);
      return target !== null && open.has(pairOf(target, portOf(url)));
    },
    async resolve(host, port) {
      const target = canonicalHost(host);
      if (target === null) throw new EgressRefused("invalid_url");
      const reason = refusal(target, port);
      if (reason !== null) throw new EgressRefused(reason);
      const pinned = open.has(pairOf(target, port));
      const literals = target.kind === "address" ? [target.host] : await resolver.resolve(target.host, pinned);
      return literals.map((literal) => toResolved(literal, port, pinned));
    },
    forget(host) {
      const target = canonicalHost(host);
      if (target !== null) resolver.forget(target.host);
    },
  };
}

/** The port a URL leads to, its scheme's default when it names none. */
export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" || url.protocol === "wss:" ? 443 : 80;
}

function syntaxRefusal(url: URL): RefusalReason | null {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "scheme";
  if (url.username !== "" || url.password !== "") return "userinfo";
  return url.href.length > maxUrlLength ? "too_long" : null;
}

function hostRefusal(
  url: URL,
  refusal: (target: CanonicalHost, port: number) => RefusalReason | null,
): RefusalReason | null {
  const target = fromHostname(url.hostname);
  return target === null ? "invalid_url" : refusal(target, portOf(url));
}

/** `host:port` with literals in their plain form: the key of the allow list. */
function pairOf(target: CanonicalHost, port: number): string {
  const host = target.kind === "address" ? (plainAddress(target.host)?.address ?? target.host) : target.host;
  return `${host} ${port}`;
}

function parseAllow(allow: string): Set<string> {
  const entries = allow
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  return new Set(
    entries.map((entry) => {
      const pair = parseAuthority(entry);
      if (pair === null)
        throw new SettingsError(`WATCHFRAME_EGRESS_ALLOW: expected host:port, got ${JSON.stringify(entry)}.`);
      return pairOf(pair.host, pair.port);
    }),
  );
}

/**
 * Ports of services that do not speak HTTP, to which a crafted request could still do harm. First the "bad ports" of the
 * Fetch standard (section "Port blocking", as Chromium's restricted ports), which no browser opens anyway; then databases,
 * remote desktops and control planes that trust whoever connects. All other ports are open: sites do live on odd ones.
 */
const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  // SMB, SQL Server, Oracle, Docker, etcd, MySQL, RDP, PostgreSQL, VNC, Redis, kubelet, memcached, MongoDB.
  445, 1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5900, 6379, 10250, 10255, 11211, 27017,
]);
