import type { Database } from "#data/mongo.ts";
import { parseSlotKey } from "#data/slots.ts";
import type { ThrottleLimits } from "#schemas/coordination.ts";
import { plans } from "#schemas/settings/plans.ts";

/** The number of slots of a slot key at `now` (milliseconds since 1970). Null has no limit; 0 is a paused account. */
export type SlotLimits = (slotKey: string, now: number) => Promise<number | null>;

/** Milliseconds for which an account's plan and pause are cached. */
const planCacheMs = 10_000;
/** Accounts in the cache. A full cache is emptied. */
const maxCachedAccounts = 10_000;

/** Reads the limits of accounts from their plans. All hosts have the same limit. */
export function createSlotLimits({ accounts }: Database, { maxConcurrentPages }: ThrottleLimits): SlotLimits {
  const cache = new Map<string, { limit: number | null; until: number }>();

  async function limitOfAccount(accountId: string, now: number): Promise<number | null> {
    const cached = cache.get(accountId);
    if (cached !== undefined && cached.until > now) return cached.limit;
    const account = await accounts.findOne({ _id: accountId }, { projection: { plan: 1, paused: 1 } });
    if (cache.size >= maxCachedAccounts) cache.clear();
    const limit = account === null ? 1 : account.paused === undefined ? plans[account.plan].concurrency : 0;
    cache.set(accountId, { limit, until: now + planCacheMs });
    return limit;
  }

  return async (slotKey, now) => {
    const owner = parseSlotKey(slotKey);
    return "host" in owner ? maxConcurrentPages : limitOfAccount(owner.accountId, now);
  };
}
