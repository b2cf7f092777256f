import { pendingMail } from "#data/pendingDelivery.ts";
import { addToDigest as addEntry, closeDigest } from "#data/digests.ts";
import type { Database } from "#data/mongo.ts";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { DigestRecord } from "#schemas/digest.ts";
import type { EmailDelivery } from "#schemas/events.ts";
import { notifiesRecovery } from "#rules/notifications.ts";
import { quietUntil } from "#rules/quietUntil.ts";
import type { ActivityPorts } from "../ports.ts";
import { factsOfInput, isOwnAct, mailIdFrom, type MonitorMailsInput, readersOf } from "./mails.ts";
import { readMonitor } from "./monitors.ts";

/** A digest to send at the ISO instant `dueAt`. */
export type DueDigest = { digestId: string; dueAt: string };

/**
 * Adds a monitor's event to the account's digest. Returns the digest; null if the monitor sends single mails, the mail has no
 * reader, or the service has no mail service. Idempotent.
 */
export async function addToDigest(
  { database, mailer }: Pick<ActivityPorts, "database" | "mailer">,
  input: MonitorMailsInput,
): Promise<DueDigest | null> {
  const { monitorId, type, cause, version } = input;
  const monitor = await readMonitor(database, monitorId);
  const { accountId, spec } = monitor;
  if (!mailer.enabled || spec.digest === "none") return null;
  if (type === "monitor.change_recovered" && !notifiesRecovery(spec)) return null;
  const readers = await readersOf(database, monitor);
  const toldReaders = readers.filter(({ recipientId }) => !isOwnAct(input, recipientId));
  if (toldReaders.length === 0) return null;
  const account = await database.accounts.findOne({ _id: accountId });
  const at = new Date(version / 1000);
  const quietEnd = quietUntil(spec, at);
  const subject = {
    accountId,
    period: spec.digest,
    timeZone: account?.timeZone ?? "UTC",
    // A digest at the end of quiet hours is not within them.
    at: quietEnd === null ? at : new Date(quietEnd.getTime() - 1),
  };
  const id = mailIdFrom([type, monitorId, cause]);
  const entry = { id, type, facts: factsOfInput(monitor, input), readers: toldReaders };
  const { _id: digestId, dueAt } = await addEntry(database, subject, entry);
  return { digestId, dueAt: dueAt.toISOString() };
}

/** Closes a digest and records one mail for each of its readers. Returns the mails' ids. Idempotent. */
export async function recordDigestMails(
  database: Database,
  { digestId, version }: { digestId: string; version: number },
): Promise<string[]> {
  const digest = await closeDigest(database, digestId);
  if (digest === null) return [];
  const at = new Date(version / 1000);
  const mails = readersIn(digest).map(({ recipientId, emailMasked }): EmailDelivery => ({
    _id: mailIdFrom(["alerts.digest", digestId, recipientId ?? "account"]),
    accountId: digest.accountId,
    type: "alerts.digest",
    resourceId: digest.accountId,
    runId: null,
    recipientId,
    emailMasked,
    content: { kind: "digest", digestId },
    ...pendingMail(at),
  }));
  for (const mail of mails) await insertIfAbsent(database.deliveries, mail);
  return mails.map(({ _id }) => _id);
}

/** Every reader of the digest's entries once. */
function readersIn({ entries }: DigestRecord): DigestRecord["entries"][number]["readers"] {
  const readers = new Map(entries.flatMap((entry) => entry.readers).map((reader) => [reader.recipientId, reader]));
  return [...readers.values()];
}
