import type { RecipientRecord, SuppressionReason, SuppressionRecord } from "#schemas/recipient.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
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
