import { canonicalHost } from "./names.ts";

/** Limits of one job's traffic. */
export type ProxyBudget = {
  /** Bytes in both directions together: content of tunnels, heads and bodies of plain requests. */
  bytes: number;
  /** Plain requests and tunnels together. */
  requests: number;
  /** Tunnels open at once. */
  tunnels: number;
  /** Seconds from opening or rebinding; Infinity for no limit. */
  seconds: number;
};

/** A limit of the budget. */
export type BudgetKind = keyof ProxyBudget;

/**
 * Why a request got no response from its host: not allowed, name not resolved, no connection (or closed before a response),
 * no upstream proxy, or over budget. The proxy's own replies have it in their `x-watchframe-egress` header.
 */
export type ProxyVerdict = "refused" | "unresolved" | "unreachable" | "proxy" | "budget";

/** A request that got no response. Of its URL only the host is recorded. */
export type Refusal = { host: string; verdict: ProxyVerdict };

/** Why the proxy refused a request without the policy: an invalid proxy request, or the limit that was reached first. */
export type OwnRefusal = "invalid_url" | BudgetKind;

/** Called for each request without a response. `own` is null if the policy or the network refused. Must not throw. */
export type OnRefused = (refusal: Refusal, own: OwnRefusal | null) => void;

/** Details of a refusal: whether it was no proxy request, and the browser's name of the network error. */
type RefusalNotes = { malformed?: boolean; errorName?: string | null };

/** A job's traffic so far. Refusals are counted per host and verdict, for at most 200 such pairs. */
export type ProxyStats = {
  bytesReceived: number;
  bytesSent: number;
  requests: number;
  /** Established connections to hosts. */
  connections: number;
  /** Tunnels opened in total. */
  tunnels: number;
  refusals: (Refusal & { count: number })[];
};

const maxHosts = 200;

/** Counts one job's traffic against its budget. */
export type Meter = ReturnType<typeof createMeter>;

/** Creates a meter at zero. `onSpent` is called once, when bytes or seconds run out and all connections must be cut. */
export function createMeter(
  budget: ProxyBudget,
  hooks: { onSpent(limit: BudgetKind): void; onRefused?: OnRefused | undefined },
) {
  const verdicts = new Map<string, ProxyVerdict>();
  const errorNames = new Map<string, string>();
  const refusals = new Map<string, Refusal & { count: number }>();
  let bytesReceived = 0;
  let bytesSent = 0;
  let requests = 0;
  let connections = 0;
  let tunnels = 0;
  let openTunnels = 0;
  let usedBytes: BudgetKind | null = null;

  function spend(kind: BudgetKind): void {
    usedBytes ??= kind;
  }

  function checkBytes(): void {
    if (bytesReceived + bytesSent <= budget.bytes || isCut()) return;
    usedBytes = "bytes";
    hooks.onSpent(usedBytes);
  }

  function isCut(): boolean {
    return usedBytes === "bytes" || usedBytes === "seconds";
  }

  return {
    /** Counts a request; false when it may not be made. */
    admit(): boolean {
      if (isCut()) return false;
      if (requests >= budget.requests) {
        spend("requests");
        return false;
      }
      requests += 1;
      return true;
    },
    /** Counts an open tunnel; false when the limit of open tunnels is reached. */
    openTunnel(): boolean {
      if (openTunnels >= budget.tunnels) {
        spend("tunnels");
        return false;
      }
      openTunnels += 1;
      tunnels += 1;
      return true;
    },
    closeTunnel(): void {
      openTunnels -= 1;
    },
    connected(): void {
      connections += 1;
    },
    received(bytes: number): void {
      bytesReceived += bytes;
      checkBytes();
    },
    sent(bytes: number): void {
      bytesSent += bytes;
      checkBytes();
    },
    /** The seconds of the budget are over. */
    expire(): void {
      if (isCut()) return;
      usedBytes = "seconds";
      hooks.onSpent(usedBytes);
    },
    /** Counts a request without a response. */
    refuse(given: string, verdict: ProxyVerdict, { malformed = false, errorName = null }: RefusalNotes = {}): void {
      const host = nameOf(given);
      const key = `${verdict} ${host}`;
      const entry = refusals.get(key);
      if (entry !== undefined) entry.count += 1;
      else if (refusals.size < maxHosts) refusals.set(key, { host, verdict, count: 1 });
      if (verdicts.has(host) || verdicts.size < maxHosts) {
        verdicts.set(host, verdict);
        if (errorName === null) errorNames.delete(host);
        else errorNames.set(host, errorName);
      }
      hooks.onRefused?.({ host, verdict }, malformed ? "invalid_url" : verdict === "budget" ? usedBytes : null);
    },
    /** Removes the host's verdict, as the host answered. */
    reached(host: string): void {
      if (verdicts.size === 0) return;
      verdicts.delete(nameOf(host));
      errorNames.delete(nameOf(host));
    },
    verdictFor: (host: string): ProxyVerdict | null => verdicts.get(nameOf(host)) ?? null,
    errorNameFor: (host: string): string | null => errorNames.get(nameOf(host)) ?? null,
    usedBytes: (): BudgetKind | null => usedBytes,
    stats: (): ProxyStats => ({
      bytesReceived,
      bytesSent,
      requests,
      connections,
      tunnels,
      refusals: [...refusals.values()].map((entry) => ({ ...entry })),
    }),
  };
}

/** The host's canonical spelling; for an invalid host its first 253 characters. */
function nameOf(host: string): string {
  return canonicalHost(host)?.host ?? host.slice(0, 253);
}
