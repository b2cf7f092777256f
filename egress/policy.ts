import { setTimeout as sleep } from "node:timers/promises";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import { createAddressCheck, plainAddress } from "./address.ts";
import { EgressRefused, NameNotResolved, refusalReasonOf, type RefusalReason } from "./errors.ts";
import { type CanonicalHost, canonicalHost, fromHostname, isPublicName, parseAuthority } from "./names.ts";
import { createResolver, type Lookup, lookupName } from "./resolver.ts";
import { authorityOf, type UpstreamProxy } from "./upstream.ts";
import type { HostRules } from "./hostRules.ts";

export { ConnectFailed, EgressRefused, NameNotResolved, type RefusalReason } from "./errors.ts";

/** The verdict on a URL. Use the canonical `url` from here on, so that no later code parses the text differently. */
export type EgressVerdict = { allowed: true; url: URL } | { allowed: false; reason: RefusalReason };

/** An address that passed the policy for this port. `dial` accepts nothing else. */
export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6; readonly port: number };

/** A proxy, and the policy by which the proxy itself is reached. */
export type ProxyRoute = { proxy: UpstreamProxy; policy: EgressPolicy };

/** Decides what may be reached. One policy serves pages, webhooks, storage, robots.txt and crawls. */
export type EgressPolicy = {
  /** Checks the syntax of an http or https URL without name servers. For acceptance and before each navigation. */
  checkUrl(url: string | URL): EgressVerdict;
  /** Checks a host (any spelling) and port without name servers. Null if it is allowed so far. */
  checkTarget(host: string, port: number): RefusalReason | null;
  /** Whether the operator opened this host and port with `allow`. Public hosts need no such entry. */
  isOpened(url: URL): boolean;
  /**
   * The addresses to dial for a host, resolved once.
   * @throws EgressRefused if the target is not allowed; NameNotResolved if the name has no address, or one that is not allowed.
   */
  resolve(host: string, port: number): Promise<ResolvedAddress[]>;
  /** The proxy that connections to a host go through. Null for a direct connection. */
  proxyFor(host: string, port: number): ProxyRoute | null;
  /** Drops a host's cached addresses. Call it when none of them accepted a connection. */
  forget(host: string): void;
};

export type EgressPolicyOptions = {
  /**
   * `WATCHFRAME_EGRESS_ALLOW`: comma-separated host:port pairs that are open although they are private. For example
   * `127.0.0.1:8080,intranet.local:80,[::1]:9000`. A name opens that name; a literal opens that address under any name.
   */
  allow: string;
  /** Addresses or CIDR blocks that are closed in addition. The programs pass `hostAddresses()`. */
  deny?: readonly string[];
  /** The proxy that every connection goes through, but those that are exempt. Default: none. */
  upstream?: { proxy: UpstreamProxy; isExempt: HostRules } | null;
  /** Resolves names. Default: name servers, then the system's resolver. */
  lookup?: Lookup;
  /** Milliseconds for one lookup. Default 5,000. */
  lookupTimeoutMs?: number;
  /** Seconds an answer is cached. Default 30; 0 resolves for every connection. */
  cacheSeconds?: number;
};

// Servers accept about 8 KB of request line. The API's limit of 2,048 characters is for the text as given, and escaping may
// turn one character into nine.
const maxUrlChars = 8_192;

/**
 * Creates a policy from the operator's settings.
 * @throws SettingsError or Error that names the malformed entry of `allow` or `deny`.
 */
export function createEgressPolicy(options: EgressPolicyOptions): EgressPolicy {
  const openPairs = parseAllow(options.allow);
  const checkAddress = createAddressCheck(options.deny);
  const resolver = createResolver({
    lookup: options.lookup ?? lookupName,
    timeoutMs: options.lookupTimeoutMs ?? 5_000,
    cacheSeconds: options.cacheSeconds ?? 30,
  });

  const route = routeOf(options);

  function refusal(target: CanonicalHost, port: number): RefusalReason | null {
    if (openPairs.has(pairOf(target, port))) return null;
    if (blockedPorts.has(port)) return "port";
    if (target.kind === "address") return checkAddress(target.host).allowed ? null : "address";
    return isPublicName(target.host) ? null : "name";
  }

  function toResolved(literal: string, port: number, pinned: boolean): ResolvedAddress {
    const plain = plainAddress(literal);
    if (plain === null) throw new EgressRefused("address");
    const allowed =
      pinned || openPairs.has(pairOf({ kind: "address", host: plain.address }, port)) || checkAddress(literal).allowed;
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
      return target !== null && openPairs.has(pairOf(target, portOf(url)));
    },
    async resolve(host, port) {
      const target = canonicalHost(host);
      if (target === null) throw new EgressRefused("invalid_url");
      const reason = refusal(target, port);
      if (reason !== null) throw new EgressRefused(reason);
      const pinned = openPairs.has(pairOf(target, port));
      if (target.kind === "address") return [toResolved(target.host, port, pinned)];
      return refuseAlike(async () => {
        const literals = await resolver.resolve(target.host, pinned);
        return literals.map((literal) => toResolved(literal, port, pinned));
      });
    },
    proxyFor(host, port) {
      const target = canonicalHost(host);
      return route === null || target === null || route.isExempt(target.host, port) ? null : route;
    },
    forget(host) {
      const target = canonicalHost(host);
      if (target !== null) resolver.forget(target.host);
    },
  };
}

/** The operator named the proxy, so its own address may be private. Pages reach it no more than before. */
function routeOf({ upstream, lookup }: EgressPolicyOptions): (ProxyRoute & { isExempt: HostRules }) | null {
  if (upstream == null) return null;
  const allow = authorityOf(upstream.proxy);
  return { ...upstream, policy: createEgressPolicy({ allow, ...(lookup !== undefined && { lookup }) }) };
}

/** A policy with the same rules whose connections go through the proxy, which is reached by the rules, too. */
export function policyThrough(policy: EgressPolicy, proxy: UpstreamProxy): EgressPolicy {
  return { ...policy, proxyFor: () => ({ proxy, policy }) };
}

/** Minimum milliseconds of a failure, so that its time does not tell an answer of a name server from none. */
const minFailureMs = 250;

/** Makes names with an address that is not allowed look like names without one. @throws NameNotResolved */
async function refuseAlike<Value>(resolve: () => Promise<Value>): Promise<Value> {
  const started = performance.now();
  try {
    return await resolve();
  } catch (error) {
    // A timer of a busy process can end some milliseconds early.
    const leftMs = () => started + minFailureMs - performance.now();
    for (let left = leftMs(); left > 0; left = leftMs()) await sleep(Math.ceil(left));
    throw error instanceof EgressRefused ? new NameNotResolved({ cause: error }) : error;
  }
}

/** The port of a URL, or its scheme's default port. */
export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" || url.protocol === "wss:" ? 443 : 80;
}

function syntaxRefusal(url: URL): RefusalReason | null {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "scheme";
  if (url.username !== "" || url.password !== "") return "userinfo";
  return url.href.length > maxUrlChars ? "too_long" : null;
}

function hostRefusal(
  url: URL,
  refusal: (target: CanonicalHost, port: number) => RefusalReason | null,
): RefusalReason | null {
  const target = fromHostname(url.hostname);
  return target === null ? "invalid_url" : refusal(target, portOf(url));
}

/** The key of the allow list: host and port, with literals in canonical form. */
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
 * Ports of services other than HTTP that a crafted request could harm. First the "bad ports" of the Fetch standard (section
 * "Port blocking"), which browsers refuse, too. Then databases, remote desktops and control planes that may trust any
 * connection. All other ports are open, as sites use unusual ports.
 */
const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  // SMB, SQL Server, Oracle, Docker, etcd, MySQL, RDP, PostgreSQL, VNC, Redis, kubelet, memcached, MongoDB.
  445, 1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5900, 6379, 10250, 10255, 11211, 27017,
]);

/** Called for each refusal with its reason, and with the name that leads to a refused address. Must not throw. */
type OnTargetRefused = (reason: RefusalReason, name: string | null) => void;

/** Wraps a policy and reports the reason of each refusal. */
export function watchRefusals(policy: EgressPolicy, onRefused: OnTargetRefused): EgressPolicy {
  return {
    ...policy,
    checkUrl(url) {
      const verdict = policy.checkUrl(url);
      if (!verdict.allowed) onRefused(verdict.reason, null);
      return verdict;
    },
    async resolve(host, port) {
      try {
        return await policy.resolve(host, port);
      } catch (error) {
        const reason = refusalReasonOf(error);
        if (reason !== null) onRefused(reason, error instanceof NameNotResolved ? host : null);
        throw error;
      }
    },
  };
}
