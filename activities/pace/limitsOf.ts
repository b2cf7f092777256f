import type { Database } from "#data/mongo.ts";
import { parseSlotKey } from "#data/subjects.ts";
import type { ThrottleLimits } from "#schemas/pace.ts";
import { plans } from "#schemas/plans.ts";

/** Milliseconds an account is taken for what it was: its plan, and whether it is paused. */
const planCacheMs = 10_000;

/** How many places there are of a subject at `now` (milliseconds since 1970): null is any number, 0 is of an account that is paused. */
export function createSlotLimits(
  { accounts }: Database,
  { maxConcurrentPages }: ThrottleLimits,
): (subject: string, now: number) => Promise<number | null> {
  const known = new Map<string, { limit: number | null; until: number }>();

  async function limitOfAccount(accountId: string, now: number): Promise<number | null> {
    const before = known.get(accountId);
    if (before !== undefined && before.until > now) return before.limit;
    const account = await accounts.findOne({ _id: accountId }, { projection: { plan: 1, paused: 1 } });
    if (known.size >= 10_000) known.clear();
    const limit = account === null ? 1 : account.paused === undefined ? plans[account.plan].concurrency : 0;
    known.set(accountId, { limit, until: now + planCacheMs });
    return limit;
  }

  return async (subject, now) => {
    const owner = parseSlotKey(subject);
    return "host" in owner ? maxConcurrentPages : limitOfAccount(owner.accountId, now);
  };
}
