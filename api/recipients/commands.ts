import { createHash, randomBytes } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import { countMail } from "#data/recipients.ts";
import type { EmailDelivery } from "#schemas/events.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import type { RecipientRecord } from "#schemas/recipient.ts";
import { seal } from "#vault/seal.ts";
import { hashAddress } from "#vault/signatures.ts";
import { maskEmail } from "#workflows/rules/maskEmail.ts";
import { ApiError } from "../http/errors.ts";
import { dispatch } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";

/** Recipients an account may have. */
const maxRecipients = 10;
/** Verification mails within an hour: to one address, over all accounts and deletions, and from one account. */
const maxMailsPerAddress = 5;
const maxMailsPerAccount = maxRecipients * maxMailsPerAddress;
/** How long a link works, milliseconds. */
const linkMs = 30 * 60 * 1000;
/** How long the mail's delivery is listed, milliseconds. */
const listedMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Makes a recipient, or finds the one there is, and has it sent a link by which its owner makes sure of it; one that is
 * verified is sent nothing. A link that was sent before works no more.
 * Rejects with `recipient_suppressed`, `too_many_recipients`, `too_many_mails`, and `unavailable` where e-mail is off.
 */
export async function requestVerification(
  ports: ApiPorts,
  { accountId, email: given }: { accountId: string; email: string },
): Promise<RecipientRecord> {
  if (!ports.mail.enabled) {
    throw new ApiError("unavailable", { message: "This service is set up without e-mail.", retryAfter: 3_600 });
  }
  const email = withPlainDomain(given);
  const addressHash = hashAddress(ports.signingKey, email);
  const found = await ports.database.recipients.findOne({ _id: idOf(accountId, addressHash) });
  if (found?.suppressed === null && found.verifiedAt !== null) return found;
  const suppression = found?.suppressed ?? (await ports.database.suppressions.findOne({ _id: addressHash }));
  if (suppression !== null) throw new ApiError("recipient_suppressed");
  await countMails(ports, { accountId, addressHash });
  const record = found ?? (await insert(ports, { accountId, email, addressHash }));
  return sendLink(ports, record);
}

/** Domains know no letter case; what stands before them may. */
function withPlainDomain(email: string): string {
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
  { database, keyRing, now }: ApiPorts,
  { accountId, email, addressHash }: { accountId: string; email: string; addressHash: string },
): Promise<RecipientRecord> {
  const recipientId = uuidv7();
  const record: RecipientRecord = {
    _id: idOf(accountId, addressHash),
    recipientId,
    accountId,
    addressHash,
    email: seal(keyRing, email, { accountId, entityId: recipientId, field: "email" }),
    emailMasked: maskEmail(email),
    token: null,
    createdAt: now(),
    verifiedAt: null,
    suppressed: null,
  };
  const { _id } = record;
  if (!(await insertIfAbsent(database.recipients, record)))
    return (await database.recipients.findOne({ _id })) ?? record;
  // Counted with this one, so that two that come at once can't both be the tenth.
  if ((await database.recipients.countDocuments({ accountId })) <= maxRecipients) return record;
  await database.recipients.deleteOne({ _id });
  throw new ApiError("too_many_recipients");
}

async function sendLink(ports: ApiPorts, record: RecipientRecord): Promise<RecipientRecord> {
  const { database, keyRing } = ports;
  const { _id: recipient, accountId, recipientId, emailMasked } = record;
  const createdAt = ports.now();
  const expiresAt = new Date(createdAt.getTime() + linkMs);
  const token = randomBytes(32).toString("base64url");
  const changed = await database.recipients.findOneAndUpdate(
    { _id: recipient },
    { $set: { token: { hash: hashToken(token), expiresAt } } },
    { returnDocument: "after" },
  );
  if (changed === null) throw new ApiError("not_found", { message: "The recipient was deleted in this very moment." });
  const sealed = seal(keyRing, token, { accountId, entityId: recipientId, field: "token" });
  const mail: EmailDelivery = {
    _id: `eml_${randomBytes(16).toString("hex")}`,
    accountId,
    channel: "email",
    type: "recipient.verification",
    resourceId: recipientId,
    recipientId,
    emailMasked,
    letter: { kind: "verification", token: sealed, expiresAt },
    after: null,
    status: "pending",
    attempts: [],
    replays: 0,
    sendingSince: null,
    messageId: null,
    createdAt,
    completedAt: null,
    expiresAt: new Date(createdAt.getTime() + listedMs),
  };
  const { _id, type } = mail;
  const entry: OutboxRecord = { _id, type: "mailDelivery", accountId, jobIds: [], createdAt };
  await database.outbox.insertOne(entry);
  await database.deliveries.insertOne(mail);
  await dispatch(ports, {
    entry,
    order: { type: "mailDelivery", input: { mailId: _id, accountId, type, inOrder: false } },
  });
  return changed;
}

/** What a link's token is stored and looked up by. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
