import type { Database } from "#data/mongo.ts";
import type { RecipientRecord } from "#schemas/recipient.ts";
import { ApiError } from "../apiError.ts";

/** An account's recipients, newest first. */
export function findRecipients({ recipients }: Database, accountId: string): Promise<RecipientRecord[]> {
  return recipients.find({ accountId }).sort({ createdAt: -1, recipientId: -1 }).toArray();
}

/** A recipient of an account; rejects with `not_found` for an unknown or foreign id alike. */
export async function readRecipient(database: Database, accountId: string, id: string): Promise<RecipientRecord> {
  const record = await database.recipients.findOne({ accountId, recipientId: id.toLowerCase() });
  if (record === null) throw new ApiError("not_found");
  return record;
}
