import type { MailCountRecord } from "#schemas/recipient.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

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
