import type { DigestEntry, DigestRecord } from "#schemas/digest.ts";
import type { DigestPeriod } from "#schemas/monitor/alerts.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { nextDigestAt } from "#rules/digests.ts";
import { insertIfAbsent } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** The account, how often it gets a digest, its time zone (IANA), and the time of the fact. */
export type DigestSubject = { accountId: string; period: DigestPeriod; timeZone: string; at: Date };

/** Tries of an addition while others add to the same digest. */
const maxTries = 100;

/**
 * Adds an entry to the next digest of its account, and returns that digest. An entry that a digest has already is not added
 * again. A digest that was sent meanwhile is followed by the next one.
 * @throws Error if other additions came in between each time.
 */
export async function addToDigest(
  { digests }: Database,
  { accountId, period, timeZone, at }: DigestSubject,
  entry: DigestEntry,
): Promise<Pick<DigestRecord, "_id" | "dueAt">> {
  let dueAt = nextDigestAt(period, timeZone, at);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const _id = `${accountId}:${period}:${dueAt.toISOString()}`;
    const digest = await digests.findOne({ _id });
    if (digest === null) {
      const expiresAt = new Date(dueAt.getTime() + retentionMs.delivery);
      await insertIfAbsent(digests, { _id, accountId, period, dueAt, entries: [], count: 0, closed: false, expiresAt });
      continue;
    }
    if (digest.entries.some(({ id }) => id === entry.id)) return { _id, dueAt };
    if (digest.closed) {
      dueAt = nextDigestAt(period, timeZone, dueAt);
      continue;
    }
    const { count } = digest;
    const added = await digests.updateOne(
      { _id, count, closed: false },
      { $push: { entries: entry }, $inc: { count: 1 } },
    );
    if (added.matchedCount === 1) return { _id, dueAt };
  }
  throw new Error("Other messages were being added to the digest each time.");
}

/** Closes a digest and returns it with its final entries. Null if it was removed. */
export async function closeDigest({ digests }: Database, digestId: string): Promise<DigestRecord | null> {
  await digests.updateOne({ _id: digestId }, { $set: { closed: true } });
  return digests.findOne({ _id: digestId });
}
