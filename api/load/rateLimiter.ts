import type { Database } from "#data/mongo.ts";
import { countRequests } from "#data/rates.ts";
import type { Logger } from "#telemetry/logger.ts";
import { raceAbort } from "#async/raceAbort.ts";

/** One request of a subject (`key:…`, `address:…`) and its limit per window. `windowSeconds` is 1 by default. */
type Asked = { rateKey: string; limit: number; windowSeconds?: number };

/** Whether a request is allowed, and how many more are in this window, as far as this process knows. */
type Verdict = {
  allowed: boolean;
  remaining: number;
  /** Seconds until the window ends, at least 1. */
  resetSeconds: number;
};

/** Counts requests per window of time across all API processes. */
export type RateLimiter = { take(asked: Asked): Promise<Verdict> };

type Parts = {
  database: Database;
  log: Logger;
  now: () => Date;
  /** Timeout of a count, milliseconds. After it this process applies the limit alone for the rest of the window. */
  patienceMs?: number;
};

/** Number of a window since 1970, and its length. */
type Window = { index: number; seconds: number };

/** A subject's state for one window in this process. */
type Lease = {
  /** Remaining requests before MongoDB is asked again. */
  left: number;
  /** Requests leased to this process in this window so far, used or not. */
  leased: number;
  /** Whether MongoDB was asked in this window. */
  asked: boolean;
  /** Size of the next lease. */
  step: number;
  /** Whether all processes together have used up the window. */
  isExhausted: boolean;
  /** Requests that other processes had left at the last count. */
  beyond: number;
  waiting: number;
  asking: Promise<void> | null;
};

/**
 * A limiter over MongoDB. A process leases requests of a window, 1, 2, 4 … up to a tenth of the limit, so that a busy key
 * costs few writes. All processes together never exceed the limit. Leased requests that are not used are lost at the end
 * of the window. Windows begin at multiples of their length. Each process applies the limit alone while MongoDB is
 * unavailable or slow.
 */
export function createRateLimiter({ database, log, now, patienceMs = 300 }: Parts): RateLimiter {
  /** The leases of the current window of each length. */
  const windows = new Map<number, { index: number; leases: Map<string, Lease> }>();

  function leaseOf(subject: string, { index, seconds }: Window): Lease {
    const known = windows.get(seconds);
    // A past window is dropped as a whole. Requests that still wait in it keep their lease.
    const current = known?.index === index ? known : { index, leases: new Map<string, Lease>() };
    windows.set(seconds, current);
    const lease = current.leases.get(subject) ?? newLease();
    current.leases.set(subject, lease);
    return lease;
  }

  async function ask(lease: Lease, { rateKey, limit }: Asked, window: Window): Promise<void> {
    const count = Math.min(Math.max(lease.step, lease.waiting), limit);
    const first = !lease.asked;
    lease.asked = true;
    lease.step = Math.min(lease.step * 2, Math.max(1, Math.floor(limit / 10)));
    try {
      // Limits protect the service, so a request must not wait for them.
      const { index, seconds: windowSeconds } = window;
      const counting = countRequests(database, { rateKey, window: index, windowSeconds, count, first });
      const taken = await raceAbort(counting, { ms: patienceMs });
      grant(lease, Math.min(count, limit - (taken - count)));
      lease.isExhausted = taken >= limit;
      lease.beyond = Math.max(0, limit - taken);
    } catch (err) {
      // A failed count must not fail the request.
      log.warn({ err }, "requests are counted by this process alone");
      grant(lease, limit - lease.leased);
      lease.isExhausted = true;
      lease.beyond = 0;
    }
  }

  async function take(demand: Asked): Promise<Verdict> {
    const seconds = demand.windowSeconds ?? 1;
    const second = Math.floor(now().getTime() / 1_000);
    const window = { index: Math.floor(second / seconds), seconds };
    const resetSeconds = seconds - (second % seconds);
    const lease = leaseOf(demand.rateKey, window);
    lease.waiting += 1;
    try {
      while (lease.left === 0 && !lease.isExhausted) {
        lease.asking ??= ask(lease, demand, window).finally(() => (lease.asking = null));
        await lease.asking;
      }
    } finally {
      lease.waiting -= 1;
    }
    if (lease.left === 0) return { allowed: false, remaining: 0, resetSeconds };
    lease.left -= 1;
    return { allowed: true, remaining: lease.left + lease.beyond, resetSeconds };
  }
  return { take };
}

/** Adds requests to a lease, if `count` is above 0. */
function grant(lease: Lease, count: number): void {
  const added = Math.max(0, count);
  lease.left += added;
  lease.leased += added;
}

function newLease(): Lease {
  return { left: 0, leased: 0, asked: false, step: 1, isExhausted: false, beyond: 0, waiting: 0, asking: null };
}
