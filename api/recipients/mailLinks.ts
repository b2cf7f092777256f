import { channelsOf } from "#data/alertTargets.ts";
import { findMonitorDefaults, withDefaults } from "#data/monitorDefaults.ts";
import { findRecipients } from "#data/recipients.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import { isUnsubscribeUrlValid, type MailReader } from "#vault/signatures.ts";
import { ApiError } from "../http/errors.ts";
import type { ApiPorts } from "../ports.ts";
import { unsubscribeAccount, unsubscribeRecipient } from "./store.ts";

/** The parameters of an unsubscribe link. */
export type UnsubscribeLink = MailReader & { signature: string };

/**
 * Whether the link's reader has unsubscribed already.
 * @throws ApiError `invalid_token`.
 */
export async function readUnsubscribeLink(ports: ApiPorts, link: UnsubscribeLink): Promise<boolean> {
  if (!isUnsubscribeUrlValid(ports.signingKey, link, link.signature)) throw new ApiError("invalid_token");
  const monitor = await ports.database.monitors.findOne({ _id: link.monitorId });
  if (monitor === null) return true;
  return !(await isReader(ports, monitor, link.to));
}

/** Unsubscribes the link's reader: a recipient from the whole account, the account's own address from this monitor. */
export async function unsubscribeByLink(ports: ApiPorts, link: UnsubscribeLink): Promise<void> {
  if (await readUnsubscribeLink(ports, link)) return;
  const { accountId } = await monitorOf(ports, link);
  if (link.to === "account") await unsubscribeAccount(ports.database, link.monitorId, ports.now());
  else await unsubscribeRecipient(ports.database, { accountId, recipientId: link.to }, ports.now());
}

/** The monitor of a link. @throws ApiError `invalid_token` if it was deleted. */
export async function monitorOf({ database }: ApiPorts, { monitorId }: MailReader): Promise<MonitorRecord> {
  const monitor = await database.monitors.findOne({ _id: monitorId });
  if (monitor === null || monitor.spec.wanted === "deleted") throw new ApiError("invalid_token");
  return monitor;
}

/** Whether the link's reader still gets alerts, by mail, channel or webhook. Without them, the link has no rights. */
export async function isReader({ database }: ApiPorts, monitor: MonitorRecord, to: string): Promise<boolean> {
  const { accountId } = monitor;
  const defaults = await findMonitorDefaults(database, accountId);
  const { spec } = withDefaults(monitor, defaults).monitor;
  if (to === "account") return spec.email.account;
  if (to === "webhook") return spec.webhook !== null;
  if ((await channelsOf(database, monitor)).some(({ channel }) => channel.id === to)) return true;
  const [recipient] = await findRecipients(database, accountId, [to]);
  return recipient !== undefined && recipient.verifiedAt !== null && recipient.suppressed === null;
}
