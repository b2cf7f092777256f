import { type Listed, onlyFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { RecipientRecord } from "#schemas/recipient.ts";
import { ApiError } from "../http/errors.ts";
import { takeFromDefaults } from "../monitorDefaults/store.ts";
import { takeFromMonitors } from "../monitors/receivers.ts";

const listedOfRecipient = onlyFields("recipientId", "emailMasked", "createdAt", "verifiedAt", "suppressed");

/** The fields of a recipient that replies show. Only a list for a session has the sealed address. */
export type ListedRecipient = Listed<RecipientRecord, keyof typeof listedOfRecipient> &
  Partial<Pick<RecipientRecord, "email">>;

/** An account's recipients, newest first. */
export function findRecipients(
  { recipients }: Database,
  accountId: string,
  { withAddress }: { withAddress: boolean },
): Promise<ListedRecipient[]> {
  const projection = withAddress ? { ...listedOfRecipient, email: 1 } : listedOfRecipient;
  return recipients
    .find<ListedRecipient>({ accountId }, { projection })
    .sort({ createdAt: -1, recipientId: -1 })
    .toArray();
}

/**
 * A recipient of an account.
 * @throws ApiError `not_found` for an unknown id and for another account's id.
 */
export async function readRecipient(database: Database, accountId: string, id: string): Promise<RecipientRecord> {
  const record = await database.recipients.findOne({ accountId, recipientId: id.toLowerCase() });
  if (record === null) throw new ApiError("not_found");
  return record;
}

/** Removes a recipient, also from the account's monitors, their defaults and alert targets. */
export async function removeRecipient(
  database: Database,
  { _id, accountId, recipientId }: RecipientRecord,
  now: Date,
): Promise<void> {
  const { recipients, alertTargets } = database;
  await recipients.findOneAndDelete({ _id });
  await alertTargets.updateMany({ accountId, recipientIds: recipientId }, { $pull: { recipientIds: recipientId } });
  await takeFromDefaults(database, { accountId, list: "email.recipientIds", id: recipientId });
  await takeFromMonitors(database, { accountId, list: "spec.email.recipientIds", id: recipientId }, now);
}

/**
 * Verifies the recipient of a link's token and returns it. Returns null if the token is unknown, expired or replaced by a newer
 * one. Opening a link again has the same result, because mail scanners open links first.
 */
export async function verifyByToken(
  { recipients }: Database,
  tokenHash: string,
  now: Date,
): Promise<RecipientRecord | null> {
  const found = await recipients.findOne({ "token.hash": tokenHash });
  if (found === null || found.token === null || found.token.expiresAt <= now || found.suppressed !== null) return null;
  if (found.verifiedAt !== null) return found;
  const { _id } = found;
  await recipients.updateOne(
    { _id, "token.hash": tokenHash, verifiedAt: null, suppressed: null },
    { $set: { verifiedAt: now } },
  );
  // The second of two concurrent calls returns the record of the first.
  const changed = await recipients.findOne({ _id });
  return changed?.verifiedAt === null ? null : changed;
}

/** Suppresses a recipient that unsubscribed. */
export async function unsubscribeRecipient(
  { recipients }: Database,
  { accountId, recipientId }: Pick<RecipientRecord, "accountId" | "recipientId">,
  at: Date,
): Promise<void> {
  await recipients.findOneAndUpdate(
    { accountId, recipientId, suppressed: null },
    { $set: { suppressed: { reason: "unsubscribed", at }, token: null } },
  );
}

/** Stops a monitor's alerts to the account's own address. */
export async function unsubscribeAccount({ monitors }: Database, monitorId: string, now: Date): Promise<void> {
  await monitors.updateOne(
    { _id: monitorId, "spec.email.account": true },
    { $set: { "spec.email.account": false, updatedAt: now }, $inc: { specRev: 1 } },
  );
}
