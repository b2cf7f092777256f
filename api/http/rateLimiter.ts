import type { Database } from "#data/mongo.ts";
import { countRequests } from "#data/rates.ts";
import type { Logger } from "#telemetry/logger.ts";
import { raceAbort } from "../../async/raceAbort.ts";

/** One request of a subject (`key:…`, `address:…`) and its limit per second. */
type Asked = { rateKey: string; limit: number };

/** Whether a request is allowed, and how many more are in this second, as far as this process knows. */
type Verdict = { allowed: boolean; remaining: number };

/** Counts requests per second across all API processes. */
export type RateLimiter = { take(asked: Asked): Promise<Verdict> };

type Parts = {
  database: Database;
  log: Logger;
  now: () => Date;
  /** Timeout of a count, milliseconds. After it this process counts alone for the rest of the second. */
  patienceMs?: number;
};

/** A subject's state for one second in this process. */
type Lease = {
  /** Remaining requests before MongoDB is asked again. */
  left: number;
  /** Whether MongoDB was asked in this second. */
  asked: boolean;
  /** Size of the next lease. */
  step: number;
  /** Whether all processes together have used up the second. */
  spent: boolean;
  /** Requests that other processes had left at the last count. */
  beyond: number;
  waiting: number;
  asking: Promise<void> | null;
};

/**
 * A limiter over MongoDB. A process leases requests of a second, 1, 2, 4 … up to a tenth of the limit, so that a busy key
 * costs few writes. All processes together never exceed the limit. Leased requests that are not used are lost at the end
 * of the second. Windows are whole seconds. While MongoDB is unavailable, each process applies the limit alone.
 */
export function createRateLimiter({ database, log, now, patienceMs = 300 }: Parts): RateLimiter {
  let current = { second: 0, leases: new Map<string, Lease>() };

  function leaseOf(subject: string, second: number): Lease {
    // A past second is dropped as a whole. Requests that still wait in it keep their lease.
    if (second !== current.second) current = { second, leases: new Map() };
    const lease = current.leases.get(subject) ?? newLease();
    current.leases.set(subject, lease);
    return lease;
  }

  async function ask(lease: Lease, { rateKey, limit }: Asked, second: number): Promise<void> {
    const count = Math.min(Math.max(lease.step, lease.waiting), limit);
    const first = !lease.asked;
    lease.asked = true;
    lease.step = Math.min(lease.step * 2, Math.max(1, Math.floor(limit / 10)));
    try {
      // Limits protect the service, so a request must not wait for them.
      const counting = countRequests(database, { rateKey, second, count, first });
      const taken = await raceAbort(counting, { ms: patienceMs });
      lease.left += Math.max(0, Math.min(count, limit - (taken - count)));
      lease.spent = taken >= limit;
      lease.beyond = Math.max(0, limit - taken);
    } catch (err) {
      // A failed count must not fail the request.
      log.warn({ err }, "requests are counted by this process alone");
      lease.left += limit;
      lease.spent = true;
    }
  }

  async function take(asked: Asked): Promise<Verdict> {
    const second = Math.floor(now().getTime() / 1_000);
    const lease = leaseOf(asked.rateKey, second);
    lease.waiting += 1;
    try {
      while (lease.left === 0 && !lease.spent) {
        lease.asking ??= ask(lease, asked, second).finally(() => (lease.asking = null));
        await lease.asking;
      }
    } finally {
      lease.waiting -= 1;
    }
    if (lease.left === 0) return { allowed: false, remaining: 0 };
    lease.left -= 1;
    return { allowed: true, remaining: lease.left + lease.beyond };
  }
  return { take };
}

function newLease(): Lease {
  return { left: 0, asked: false, step: 1, spent: false, beyond: 0, waiting: 0, asking: null };
}
