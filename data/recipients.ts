import type { MailCountRecord, RecipientRecord, SuppressionReason, SuppressionRecord } from "#schemas/recipient.ts";
import { insertIfAbsent } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** An address that must not get mail any more, as the mail service or its reader asked. */
export type AddressSuppression = { addressHash: string; emailMasked: string; reason: SuppressionReason; at: Date };

type MaskOptions = {
  /** Address of the account. Its own domain is no secret to it. */
  account?: string;
  /** Masks that the account has already. A mask shows more letters, so that it differs from them. */
  takenMasks?: readonly string[];
};

/** A mail address as it is shown, such as `an***s@e***.com`. The number of stars does not depend on the length. */
export function maskEmail(email: string, { account = "", takenMasks = [] }: MaskOptions = {}): string {
  const [local, domain] = partsOf(email);
  const shownDomain = domain !== "" && partsOf(account)[1] === domain ? domain : maskDomain(domain);
  const letters = Array.from(local);
  const last = letters.length > 3 ? letters.at(-1) : "";
  // At least one letter stays hidden.
  const most = Math.max(1, letters.length - (last === "" ? 1 : 2));
  const maskWith = (count: number): string => `${letters.slice(0, count).join("")}***${last}@${shownDomain}`;
  let count = letters.length > 5 ? 2 : 1;
  while (count < most && takenMasks.includes(maskWith(count))) count += 1;
  return maskWith(count);
}

function partsOf(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  return [email.slice(0, Math.max(0, at)), email.slice(at + 1)];
}

function maskDomain(domain: string): string {
  const dot = domain.lastIndexOf(".");
  return `${firstOf(domain)}***${dot < 1 ? "" : domain.slice(dot)}`;
}

function firstOf(text: string): string {
  return Array.from(text)[0] ?? "";
}

/** Suppresses an address for all accounts. */
export async function suppressAddress(
  { suppressions, recipients }: Database,
  { addressHash, emailMasked, reason, at }: AddressSuppression,
): Promise<void> {
  await insertIfAbsent(suppressions, { _id: addressHash, emailMasked, reason, at });
  const change = { $set: { suppressed: { reason, at }, token: null } };
  for (const _id of await idsOf(recipients, addressHash)) await recipients.updateOne({ _id, suppressed: null }, change);
}

/**
 * Lifts the suppression of an address. Recipients that unsubscribed stay suppressed. Returns false if the address was not
 * suppressed.
 */
export async function liftSuppression({ suppressions, recipients }: Database, addressHash: string): Promise<boolean> {
  const { deletedCount } = await suppressions.deleteOne({ _id: addressHash });
  const lifted = { "suppressed.reason": { $in: ["bounce", "complaint", "inactive"] } } as const;
  for (const _id of await idsOf(recipients, addressHash))
    await recipients.updateOne({ _id, ...lifted }, { $set: { suppressed: null } });
  return deletedCount === 1;
}

/** The `_id`s of all accounts' recipients with an address. */
async function idsOf(recipients: Database["recipients"], addressHash: string): Promise<string[]> {
  const found = await recipients.find({ addressHash }, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}

/** All suppressed addresses, newest first. */
export function listSuppressions({ suppressions }: Database): Promise<SuppressionRecord[]> {
  return suppressions.find().sort({ at: -1 }).toArray();
}

/** An account's recipients with these ids. Ids that do not exist are left out. */
export async function findRecipients(
  { recipients }: Database,
  accountId: string,
  recipientIds: readonly string[],
): Promise<RecipientRecord[]> {
  if (recipientIds.length === 0) return [];
  return recipients.find({ accountId, recipientId: { $in: [...recipientIds] } }).toArray();
}

const hourMs = 60 * 60 * 1000;
/** Attempts to count a mail while other processes count at the same time. */
const maxAttempts = 10;

/**
 * Counts a mail against a limit of `maxPerHour`. Returns null if the mail may be sent, else the seconds to wait. The wait
 * lasts until the oldest mail of the last hour is an hour old, or one second if too many processes counted at once.
 */
export async function countMail(
  { mailCounts }: Database,
  { _id, maxPerHour }: { _id: MailCountRecord["_id"]; maxPerHour: number },
  now: Date,
): Promise<number | null> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const record = await mailCounts.findOne({ _id });
    const recent = (record?.sent ?? []).filter((at) => at.getTime() > now.getTime() - hourMs);
    const [oldest] = recent;
    if (recent.length >= maxPerHour && oldest !== undefined) {
      return Math.max(1, Math.ceil((oldest.getTime() + hourMs - now.getTime()) / 1000));
    }
    const next = { sent: [...recent, now], expiresAt: new Date(now.getTime() + hourMs) };
    if (record === null) {
      if (await insertIfAbsent(mailCounts, { _id, ...next })) return null;
    } else {
      const { modifiedCount } = await mailCounts.updateOne({ _id, sent: record.sent }, { $set: next });
      if (modifiedCount === 1) return null;
    }
  }
  return 1;
}
