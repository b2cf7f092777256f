import { isDuplicateKey } from "./duplicateKey.ts";
import type { HoldRecord } from "#schemas/limits.ts";
import type { Database } from "./mongo.ts";

/** One of an account's places; `until` is when it is free again, should nobody give it back. */
export type Hold = { accountId: string; holdId: string; until: Date };

/** Tries against others who take or give back at the same time; one process does one at a time, so others are other processes. */
const mostTries = 20;

/** Takes one of `limit` places of an account, among all processes; false where all are taken. */
export async function takeHold(
  database: Database,
  { accountId, holdId, until }: Hold,
  { limit, now }: { limit: number; now: Date },
): Promise<boolean> {
  for (let turn = 0; turn < mostTries; turn += 1) {
    const record = await database.holds.findOne({ _id: accountId });
    const live = Object.entries(record?.holds ?? {}).filter(([, end]) => end > now);
    if (live.length >= limit) return false;
    const holds = { ...Object.fromEntries(live), [holdId]: until };
    if (await replace(database, { _id: accountId, holds, version: record?.version ?? 0, usedAt: now })) return true;
  }
  throw new Error(`No place could be taken for account ${accountId}: too many try at once.`);
}

/** Writes the holds unless somebody else has since the record was read. */
async function replace({ holds: collection }: Database, { _id, version, ...rest }: HoldRecord): Promise<boolean> {
  if (version > 0) {
    const { matchedCount } = await collection.updateOne({ _id, version }, { $set: { ...rest, version: version + 1 } });
    return matchedCount === 1;
  }
  try {
    await collection.insertOne({ _id, ...rest, version: 1 });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Gives a place back. */
export async function giveHoldBack(
  { holds }: Database,
  { accountId, holdId }: Pick<Hold, "accountId" | "holdId">,
): Promise<void> {
  await holds.updateOne({ _id: accountId }, { $unset: { [`holds.${holdId}`]: "" }, $inc: { version: 1 } });
}
