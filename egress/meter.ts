import { canonicalHost } from "./names.ts";

/** Limits of one job's traffic. */
export type ProxyBudget = {
  /** Bytes in both directions together: everything inside tunnels, heads and bodies of plain requests. */
  bytes: number;
  /** Plain requests and tunnels together. */
  requests: number;
  /** Tunnels open at once. */
  tunnels: number;
  /** From opening or rebinding to the cut; Infinity for none. */
  seconds: number;
};

/** Which limit was met first. */
export type BudgetKind = keyof ProxyBudget;

/**
 * Why a request got no answer from its host: not allowed, no such name, no connection (or dropped before an answer), or out
 * of budget. This is also the value of the `x-watchframe-egress` header of the proxy's own replies.
 */
export type ProxyVerdict = "refused" | "unresolved" | "unreachable" | "budget";

/** One request that got no answer; never more of its URL than the host. */
export type Refusal = { host: string; verdict: ProxyVerdict };

/** What the proxy refuses by itself, without asking the policy: no request for a proxy, or one over the limit met first. */
export type OwnRefusal = "invalid_url" | BudgetKind;

/** Hears of each request that got no answer; `own` is null where the policy or the network said no. Must not throw. */
export type OnRefused = (refusal: Refusal, own: OwnRefusal | null) => void;

/** Of a request that got no answer: whether it was none for a proxy, and the browser's name for why the host was not reached. */
type RefusalNotes = { malformed?: boolean; errorName?: string | null };

/** What a job has used so far. Refusals are counted per host and verdict, 200 such pairs at most. */
export type ProxyStats = {
  bytesReceived: number;
  bytesSent: number;
  requests: number;
  /** Connections to hosts that came about. */
  connections: number;
  /** Tunnels opened in all. */
  tunnels: number;
  refusals: (Refusal & { count: number })[];
};

const maxHosts = 200;

/** Counts one job's traffic against its budget; `onSpent` is called once for each limit that cuts what is open. */
export type Meter = ReturnType<typeof createMeter>;

/** A meter at zero. `onRefused` hears of every request that got no answer. */
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
  let spent: BudgetKind | null = null;

  function spend(kind: BudgetKind): void {
    spent ??= kind;
  }

  function checkBytes(): void {
    if (bytesReceived + bytesSent <= budget.bytes || isCut()) return;
    spent = "bytes";
    hooks.onSpent(spent);
  }

  function isCut(): boolean {
    return spent === "bytes" || spent === "seconds";
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
    /** Takes one of the tunnels; false when all are open. */
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
    /** Time is over. */
    expire(): void {
      if (isCut()) return;
      spent = "seconds";
      hooks.onSpent(spent);
    },
    /** A request got no answer. */
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
      hooks.onRefused?.({ host, verdict }, malformed ? "invalid_url" : verdict === "budget" ? spent : null);
    },
    /** The host answered after all. */
    reached(host: string): void {
      if (verdicts.size === 0) return;
      verdicts.delete(nameOf(host));
      errorNames.delete(nameOf(host));
    },
    verdictFor: (host: string): ProxyVerdict | null => verdicts.get(nameOf(host)) ?? null,
    errorNameFor: (host: string): string | null => errorNames.get(nameOf(host)) ?? null,
    spent: (): BudgetKind | null => spent,
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

/** The host's canonical spelling, or the start of what is none. */
function nameOf(host: string): string {
  return canonicalHost(host)?.host ?? host.slice(0, 253);
}
