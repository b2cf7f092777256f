import { pendingMail } from "#data/pendingDelivery.ts";
import { createHash, randomBytes } from "node:crypto";
import { countMail, maskEmail } from "#data/recipients.ts";
import type { EmailDelivery } from "#schemas/events.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { RecipientRecord } from "#schemas/recipient.ts";
import { seal } from "#vault/seal.ts";
import { hashAddress } from "#vault/signatures.ts";
import { countedAlone } from "../account/countedAlone.ts";
import { ApiError } from "../http/errors.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, writeEntry } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";

/** Recipients an account may have. */
const maxRecipients = 10;
/** Verification mails per hour to one address, from all accounts and also after a deletion; and per hour from one account. */
const maxMailsPerAddress = 5;
const maxMailsPerAccount = maxRecipients * maxMailsPerAddress;
/** Milliseconds a link is valid. */
const linkMs = 30 * 60 * 1000;

/** A request to verify an address as a recipient. */
type VerificationOrder = { accountId: string; email: string; reservation: Reservation };

/**
 * Creates a recipient, or finds the existing one, and sends it a link for verification. Earlier links become invalid. A verified
 * recipient gets no mail.
 * @throws ApiError `recipient_suppressed`, `too_many_recipients`, `too_many_mails`, or `unavailable` if e-mail is off.
 */
export async function requestVerification(ports: ApiPorts, order: VerificationOrder): Promise<RecipientRecord> {
  const { accountId, reservation } = order;
  if (!ports.mail.enabled) {
    throw new ApiError("unavailable", { message: "This service has no e-mail configured.", retryAfter: 3_600 });
  }
  const email = normalizeDomain(order.email);
  const addressHash = hashAddress(ports.signingKey, email);
  const found = await ports.database.recipients.findOne({ _id: idOf(accountId, addressHash) });
  if (found?.suppressed === null && found.verifiedAt !== null) return found;
  if (found !== null && (await hasMail(ports, reservation))) return found;
  const suppression = found?.suppressed ?? (await ports.database.suppressions.findOne({ _id: addressHash }));
  if (suppression !== null) throw new ApiError("recipient_suppressed");
  await countMails(ports, { accountId, addressHash });
  const record = found ?? (await insert(ports, { accountId, email, addressHash, reservation }));
  return sendLink(ports, record, reservation);
}

/** Whether an earlier call with the same key sent its mail. */
async function hasMail({ database }: ApiPorts, { id, isRepeat }: Reservation): Promise<boolean> {
  return isRepeat && (await database.deliveries.findOne({ _id: mailIdOf(id) })) !== null;
}

function mailIdOf(reservedId: string): string {
  return `eml_${reservedId.replaceAll("-", "")}`;
}

/** The address with its domain in lower case. The part before the @ may be case-sensitive. */
function normalizeDomain(email: string): string {
  const at = email.lastIndexOf("@");
  return email.slice(0, at) + email.slice(at).toLowerCase();
}

function idOf(accountId: string, addressHash: string): string {
  return createHash("sha256").update(`${accountId} ${addressHash}`).digest("base64url");
}

async function countMails(
  { database, now }: ApiPorts,
  { accountId, addressHash }: Pick<RecipientRecord, "accountId" | "addressHash">,
): Promise<void> {
  const limits = [
    { _id: `account:${accountId}`, maxPerHour: maxMailsPerAccount },
    { _id: `address:${addressHash}`, maxPerHour: maxMailsPerAddress },
  ] as const;
  for (const limit of limits) {
    const retryAfter = await countMail(database, limit, now());
    if (retryAfter !== null) throw new ApiError("too_many_mails", { retryAfter });
  }
}

async function insert(
  { database, keyRing }: ApiPorts,
  { accountId, email, addressHash, reservation }: VerificationOrder & { addressHash: string },
): Promise<RecipientRecord> {
  const { id: recipientId, at: createdAt } = reservation;
  const record: RecipientRecord = {
    _id: idOf(accountId, addressHash),
    recipientId,
    accountId,
    addressHash,
    email: seal(keyRing, email, { accountId, entityId: recipientId, field: "email" }),
    emailMasked: "",
    token: null,
    createdAt,
    verifiedAt: null,
    suppressed: null,
  };
  return countedAlone({ database, accountId, kind: "recipients" }, async () => {
    const insertedMeanwhile = await database.recipients.findOne({ _id: record._id });
    if (insertedMeanwhile !== null) return insertedMeanwhile;
    const [account, others] = await Promise.all([
      database.accounts.findOne({ _id: accountId }),
      database.recipients.find({ accountId }).toArray(),
    ]);
    if (others.length >= maxRecipients) throw new ApiError("too_many_recipients");
    const takenMasks = others.map(({ emailMasked }) => emailMasked);
    const emailMasked = maskEmail(email, { takenMasks, ...(account !== null && { account: account.email }) });
    const masked = { ...record, emailMasked };
    await database.recipients.insertOne(masked);
    return masked;
  });
}

async function sendLink(ports: ApiPorts, record: RecipientRecord, reservation: Reservation): Promise<RecipientRecord> {
  const { database, keyRing } = ports;
  const { _id: recipient, accountId, recipientId, emailMasked } = record;
  const createdAt = ports.now();
  const expiresAt = new Date(createdAt.getTime() + linkMs);
  const token = randomBytes(32).toString("base64url");
  const updatedRecord = await database.recipients.findOneAndUpdate(
    { _id: recipient },
    { $set: { token: { hash: hashToken(token), expiresAt } } },
    { returnDocument: "after" },
  );
  if (updatedRecord === null) throw new ApiError("not_found", { message: "The recipient was deleted meanwhile." });
  const sealedToken = seal(keyRing, token, { accountId, entityId: recipientId, field: "token" });
  const mail: EmailDelivery = {
    _id: mailIdOf(reservation.id),
    accountId,
    type: "recipient.verification",
    resourceId: recipientId,
    runId: null,
    recipientId,
    emailMasked,
    content: { kind: "verification", token: sealedToken, expiresAt },
    ...pendingMail(createdAt),
  };
  const { _id, type } = mail;
  const entry: OutboxRecord = { _id, type: "mailDelivery", accountId, jobIds: [], createdAt };
  await writeEntry(database, entry, reservation);
  await database.deliveries.insertOne(mail);
  await dispatch(ports, {
    entry,
    order: { type: "mailDelivery", input: { mailId: _id, accountId, type, inOrder: false } },
  });
  return updatedRecord;
}

/** The hash under which a link's token is stored. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
