import type { MailCountRecord, RecipientRecord, SuppressionReason, SuppressionRecord } from "#schemas/recipient.ts";
import { isDuplicateKey } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** What the mail service said of an address. */
export type AddressSuppression = { addressHash: string; emailMasked: string; reason: SuppressionReason; at: Date };

/** Has nobody write to an address any more, whichever account it is a recipient of. */
export async function suppressAddress(
  { suppressions, recipients }: Database,
  { addressHash, emailMasked, reason, at }: AddressSuppression,
): Promise<void> {
  try {
    await suppressions.insertOne({ _id: addressHash, emailMasked, reason, at });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  await recipients.updateMany({ addressHash, suppressed: null }, { $set: { suppressed: { reason, at }, token: null } });
}

/** Lets an address be written to again; one whose reader unsubscribed stays so. False where it was not suppressed. */
export async function liftSuppression({ suppressions, recipients }: Database, addressHash: string): Promise<boolean> {
  const { deletedCount } = await suppressions.deleteOne({ _id: addressHash });
  await recipients.updateMany(
    { addressHash, "suppressed.reason": { $in: ["bounce", "complaint", "inactive"] } },
    { $set: { suppressed: null } },
  );
  return deletedCount === 1;
}

/** Every address that nobody may write to, newest first. */
export function listSuppressions({ suppressions }: Database): Promise<SuppressionRecord[]> {
  return suppressions.find().sort({ at: -1 }).toArray();
}

/** An account's recipients by their ids, those that are there. */
export async function findRecipients(
  { recipients }: Database,
  accountId: string,
  recipientIds: readonly string[],
): Promise<RecipientRecord[]> {
  if (recipientIds.length === 0) return [];
  return recipients.find({ accountId, recipientId: { $in: [...recipientIds] } }).toArray();
}

const hour = 60 * 60 * 1000;
/** Times the count is tried again when others count at once. */
const tries = 10;

/**
 * Counts a mail against `most` within any hour. Null where it may be sent, else the seconds to wait: until the oldest of
 * the hour's mails is an hour old, or a second where too many asked in the same moment.
 */
export async function countMail(
  { mailCounts }: Database,
  { _id, most }: { _id: MailCountRecord["_id"]; most: number },
  now: Date,
): Promise<number | null> {
  for (let count = 0; count < tries; count += 1) {
    const record = await mailCounts.findOne({ _id });
    const recent = (record?.sent ?? []).filter((at) => at.getTime() > now.getTime() - hour);
    const [oldest] = recent;
    if (recent.length >= most && oldest !== undefined) {
      return Math.max(1, Math.ceil((oldest.getTime() + hour - now.getTime()) / 1000));
    }
    const next = { sent: [...recent, now], expiresAt: new Date(now.getTime() + hour) };
    if (record === null) {
      if (await inserted(mailCounts.insertOne({ _id, ...next }))) return null;
    } else {
      const { modifiedCount } = await mailCounts.updateOne({ _id, sent: record.sent }, { $set: next });
      if (modifiedCount === 1) return null;
    }
  }
  return 1;
}

async function inserted(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
