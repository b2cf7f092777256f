import { pendingMail } from "#data/pendingDelivery.ts";
import { createHash } from "node:crypto";
import { targetsOf } from "#data/alertTargets.ts";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import { findRecipients, maskEmail } from "#data/recipients.ts";
import type { AlertFacts, AlertType, DeliveryAttempt, EmailDelivery } from "#schemas/events.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { MailReader } from "#schemas/digest.ts";
import { notifiesRecovery } from "#rules/notifications.ts";
import type { ActivityPorts } from "../ports.ts";
import { type MonitorEventInput, readMonitor } from "./monitors.ts";
import { openingTypes, orderMessage } from "./waitingMessages.ts";

/** A notification of a monitor by mail. `cause` distinguishes it from others of its type. */
export type MonitorMailsInput = Omit<MonitorEventInput, "type" | "after"> & { type: AlertType };

/**
 * Records one mail per recipient of a monitor's event: the account's address and verified recipients. Returns the mails' ids;
 * none if the
 * service has no mail service, if the owner wants no message that a change is over, if the change is no news after quiet hours,
 * or if the monitor's mails go into a digest. Idempotent.
 */
export async function recordMonitorMails(
  { database, mailer }: Pick<ActivityPorts, "database" | "mailer">,
  input: MonitorMailsInput,
): Promise<string[]> {
  if (!mailer.enabled) return [];
  const { monitorId, type, cause, runId, version } = input;
  const monitor = await readMonitor(database, monitorId);
  if (monitor.spec.digest !== "none") return [];
  const now = new Date(version / 1000);
  const opening = openingTypes[type];
  const ids: string[] = [];
  for (const { recipientId, emailMasked, template } of await readersOf(database, monitor)) {
    const id = alertMailId(type, { monitorId, cause, recipientId });
    const openingId = opening === undefined ? null : alertMailId(opening, { monitorId, cause, recipientId });
    const receiver = { channel: "email", recipientId } as const;
    const order = await orderMessage(database, monitor, { ...input, id, openingId, receiver, at: now });
    if (order === null || isOwnAct(input, recipientId)) continue;
    if (type === "monitor.change_recovered" && !notifiesRecovery(monitor.spec)) continue;
    const mail: EmailDelivery = {
      _id: id,
      accountId: monitor.accountId,
      type,
      resourceId: monitorId,
      runId,
      recipientId,
      emailMasked,
      content: { kind: "alert", ...factsOfInput(monitor, input), ...(template !== undefined && { template }) },
      ...pendingMail(now),
      ...order,
    };
    await insertIfAbsent(database.deliveries, mail);
    ids.push(id);
  }
  return ids;
}

/** The id of a monitor's mail to one reader. */
export function alertMailId(
  type: AlertType,
  { monitorId, cause, recipientId }: { monitorId: string; cause: string; recipientId: string | null },
): string {
  return mailIdFrom([type, monitorId, cause, recipientId ?? "account"]);
}

/** The facts of a monitor's event, for a message. */
export function factsOfInput(
  { spec: { name } }: MonitorRecord,
  { monitorId, runId, incident, reason, changesInARow, belowThreshold, version }: MonitorMailsInput,
): AlertFacts {
  const at = new Date(version / 1000);
  return {
    monitorId,
    name,
    runId,
    incident,
    reason,
    ...(changesInARow !== null && { changesInARow }),
    ...(belowThreshold !== null && { belowThreshold }),
    at,
  };
}

/** Whether a reader did what a message tells. A person of the account, whose `recipientId` is null, chooses baselines. */
export function isOwnAct({ reason }: Pick<MonitorMailsInput, "reason">, recipientId: string | null): boolean {
  return reason === "baseline_chosen" && recipientId === null;
}

/**
 * The readers of a monitor's mails who may get some: those of the monitor and those of its alert targets, each once. The first
 * target with a template words the mails of its readers.
 */
export async function readersOf(database: Database, monitor: MonitorRecord): Promise<MailReader[]> {
  const { accountId, spec } = monitor;
  const { account: mailsAccount } = spec.email;
  const targets = await targetsOf(database, monitor);
  const recipientIds = [spec.email, ...targets].flatMap((each) => each.recipientIds);
  const [account, recipients] = await Promise.all([
    mailsAccount ? database.accounts.findOne({ _id: accountId }) : null,
    findRecipients(database, accountId, recipientIds),
  ]);
  const verified = recipients.filter(({ verifiedAt, suppressed }) => verifiedAt !== null && suppressed === null);
  return [
    ...(account === null
      ? []
      : [{ recipientId: null, emailMasked: maskEmail(account.email, { account: account.email }) }]),
    ...verified.map(({ recipientId, emailMasked }) => {
      const wording = targets.find((target) => target.template !== null && target.recipientIds.includes(recipientId));
      return { recipientId, emailMasked, ...(wording?.template != null && { template: wording.template }) };
    }),
  ];
}

/** The id of a mail or an entry of a digest, from its fact. */
export function mailIdFrom(fact: readonly string[]): string {
  return `eml_${createHash("sha256").update(JSON.stringify(fact)).digest("hex").slice(0, 32)}`;
}

/** Records that a try to send a mail begins. */
export async function beginSending({ deliveries }: Database, mailId: string, at: Date): Promise<void> {
  await deliveries.updateOne({ _id: mailId, channel: "email" }, { $set: { sendingSince: at } });
}

/** The result of a step to send a mail. `attempt` is null if no try was made. */
export type MailEnd = {
  status: EmailDelivery["status"];
  attempt: DeliveryAttempt | null;
  messageId?: string;
  /** The start of a try with an unknown result. */
  sendingSince?: Date | null;
};

/** Records the result of a try to send a mail. */
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
