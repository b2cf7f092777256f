import { createHash } from "node:crypto";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import { findRecipients } from "#data/recipients.ts";
import type { AlertType, BelowThreshold, DeliveryAttempt, EmailDelivery, RecoveryReason } from "#schemas/events.ts";
import type { Incident, MonitorRecord } from "#schemas/monitor.ts";
import { maskEmail } from "#workflows/rules/maskEmail.ts";
import type { ActivityPorts } from "../ports.ts";
import { readMonitor } from "./monitors.ts";

const day = 24 * 60 * 60 * 1000;

/** Something of a monitor to be told by e-mail; `occasion` tells it from others of its type. */
export type MonitorMailsInput = {
  monitorId: string;
  type: AlertType;
  occasion: string;
  runId: string | null;
  incident: Incident | null;
  /** Why the change is over; null for all types but `monitor.change_recovered`. */
  reason: RecoveryReason | null;
  /** Differences below the threshold since the last message; null where there was none. */
  belowThreshold: BelowThreshold | null;
  version: number;
};

/** The mail of an incident's opening, which its recovery waits for. */
const openings: Partial<Record<AlertType, AlertType>> = {
  "monitor.change_recovered": "monitor.change_detected",
  "monitor.failure_recovered": "monitor.failed",
};

type Reader = Pick<EmailDelivery, "recipientId" | "emailMasked">;

/**
 * Records one mail for each who is to hear of a monitor's event, the account's own address and verified recipients, and
 * returns their ids. Doing it again records nothing more. None where the service is set up without e-mail.
 */
export async function recordMonitorMails(
  { database, mailer }: Pick<ActivityPorts, "database" | "mailer">,
  input: MonitorMailsInput,
): Promise<string[]> {
  if (!mailer.enabled) return [];
  const { monitorId, type, occasion, runId, incident, reason, belowThreshold, version } = input;
  const monitor = await readMonitor(database, monitorId);
  const { name } = monitor.spec;
  const now = new Date(version / 1000);
  const idOf = (told: AlertType, { recipientId }: Reader): string =>
    idFrom([told, monitorId, occasion, recipientId ?? "account"]);
  const opening = openings[type];
  const mails = (await readersOf(database, monitor)).map((reader): EmailDelivery => ({
    _id: idOf(type, reader),
    accountId: monitor.accountId,
    channel: "email",
    type,
    resourceId: monitorId,
    ...reader,
    letter: {
      kind: "alert",
      monitorId,
      name,
      runId,
      incident,
      reason,
      ...(belowThreshold !== null && { belowThreshold }),
      at: now,
    },
    after: opening === undefined ? null : idOf(opening, reader),
    status: "pending",
    attempts: [],
    replays: 0,
    sendingSince: null,
    messageId: null,
    createdAt: now,
    completedAt: null,
    expiresAt: new Date(now.getTime() + 30 * day),
  }));
  for (const mail of mails) await insertIfAbsent(database.deliveries, mail);
  return mails.map(({ _id }) => _id);
}

async function readersOf(database: Database, { accountId, spec }: MonitorRecord): Promise<Reader[]> {
  const { account: tellsAccount, recipientIds } = spec.email;
  const [account, recipients] = await Promise.all([
    tellsAccount ? database.accounts.findOne({ _id: accountId }) : null,
    findRecipients(database, accountId, recipientIds),
  ]);
  const verified = recipients.filter(({ verifiedAt, suppressed }) => verifiedAt !== null && suppressed === null);
  return [
    ...(account === null ? [] : [{ recipientId: null, emailMasked: maskEmail(account.email) }]),
    ...verified.map(({ recipientId, emailMasked }) => ({ recipientId, emailMasked })),
  ];
}

function idFrom(fact: readonly string[]): string {
  return `eml_${createHash("sha256").update(JSON.stringify(fact)).digest("hex").slice(0, 32)}`;
}

/** Notes that a try to send a mail begins. */
export async function beginSending({ deliveries }: Database, mailId: string, at: Date): Promise<void> {
  await deliveries.updateOne({ _id: mailId, channel: "email" }, { $set: { sendingSince: at } });
}

/** How a mail's record ends, or why it goes on; a try is left out where none was made. */
export type MailEnd = {
  status: EmailDelivery["status"];
  attempt: DeliveryAttempt | null;
  messageId?: string;
  /** When the mail was tried, if it is unknown whether it was sent. */
  sendingSince?: Date | null;
};

/** Notes how a try to send a mail came out. */
export async function endSending(
  { deliveries }: Database,
  mailId: string,
  { status, attempt, messageId, sendingSince = null }: MailEnd,
): Promise<void> {
  const completedAt = status === "pending" ? null : new Date();
  await deliveries.updateOne(
    { _id: mailId, channel: "email" },
    {
      $set: { status, completedAt, sendingSince, ...(messageId !== undefined && { messageId }) },
      ...(attempt !== null && { $push: { attempts: attempt } }),
    },
  );
}
