import type { Database } from "#data/mongo.ts";
import { countRequests } from "#data/rates.ts";
import type { Logger } from "#telemetry/logger.ts";
import { raceAbort } from "../../async/raceAbort.ts";

/** What was asked for: one request of the subject (`key:…`, `address:…`), of which the limit allows so many a second. */
type Asked = { rateKey: string; limit: number };

/** Whether a request may go on, and how many more may come in this second, as far as this process knows. */
type Verdict = { allowed: boolean; remaining: number };

/** Counts requests by second, for all API processes together. */
export type RateLimiter = { take(asked: Asked): Promise<Verdict> };

type Parts = {
  database: Database;
  log: Logger;
  now: () => Date;
  /** How long a count is waited for, milliseconds; then this process counts alone for the rest of the second. */
  patienceMs?: number;
};

/** A subject's second in this process. */
type Lease = {
  /** Requests that may still be let through before MongoDB is asked again. */
  left: number;
  /** Whether MongoDB was asked yet. */
  asked: boolean;
  /** How many to ask for next. */
  step: number;
  /** Whether the second is used up, by whichever processes. */
  spent: boolean;
  /** What other processes had left of the second at the last count. */
  beyond: number;
  waiting: number;
  asking: Promise<void> | null;
};

/**
 * A limiter over MongoDB. A process takes requests of a second in leases, 1, 2, 4 … up to a tenth of the limit, so that a busy key
 * costs few writes; never more than the limit are let through by all processes together, and what a process has leased and not
 * used when the second ends is lost. Windows are whole seconds. Where MongoDB is away each process keeps the limit by itself.
 */
export function createRateLimiter({ database, log, now, patienceMs = 300 }: Parts): RateLimiter {
  let current = { second: 0, leases: new Map<string, Lease>() };

  function leaseOf(subject: string, second: number): Lease {
    // Seconds gone by are forgotten whole; requests that still wait in one hold on to their lease.
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
      // The limits are there to protect the service, so they must not be what a request waits for.
      const counting = countRequests(database, { rateKey, second, count, first });
      const taken = await raceAbort(counting, { ms: patienceMs });
      lease.left += Math.max(0, Math.min(count, limit - (taken - count)));
      lease.spent = taken >= limit;
      lease.beyond = Math.max(0, limit - taken);
    } catch (err) {
      // Whatever is wrong with the counting, no request is to fail by it.
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
