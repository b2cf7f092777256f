import { findRecipients } from "#data/recipients.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import { isPauseUrlValid, isUnsubscribeUrlValid, type MailReader } from "#vault/signatures.ts";
import { ApiError } from "../http/errors.ts";
import { updateAndSignal } from "../monitors/commands.ts";
import { pauseMonitor } from "../monitors/store.ts";
import type { ApiPorts } from "../ports.ts";
import { unsubscribeAccount, unsubscribeRecipient } from "./store.ts";

/** The parameters of a pause link. */
export type PauseLink = MailReader & { expires: number; signature: string };
/** The parameters of an unsubscribe link. */
export type UnsubscribeLink = MailReader & { signature: string };

/**
 * Whether the link's monitor is paused, and its name.
 * @throws ApiError `invalid_token`.
 */
export async function readPauseLink(ports: ApiPorts, link: PauseLink): Promise<{ paused: boolean; name: string }> {
  if (!isPauseUrlValid(ports.signingKey, { ...link, now: ports.now() })) throw new ApiError("invalid_token");
  const monitor = await monitorOf(ports, link);
  if (!(await isReader(ports, monitor, link.to))) throw new ApiError("invalid_token");
  return { paused: monitor.spec.wanted === "paused", name: monitor.spec.name };
}

/**
 * Pauses the link's monitor.
 * @throws ApiError `invalid_token`.
 */
export async function pauseByLink(ports: ApiPorts, link: PauseLink): Promise<{ name: string }> {
  const { name } = await readPauseLink(ports, link);
  const monitor = await monitorOf(ports, link);
  const write = () => pauseMonitor(ports.database, link.monitorId, ports.now());
  await updateAndSignal(ports, monitor, { write, name: "changed" });
  return { name };
}

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

async function monitorOf({ database }: ApiPorts, { monitorId }: MailReader): Promise<MonitorRecord> {
  const monitor = await database.monitors.findOne({ _id: monitorId });
  if (monitor === null || monitor.spec.wanted === "deleted") throw new ApiError("invalid_token");
  return monitor;
}

/** Whether the link's reader still gets alerts. Without them, the link has no rights. */
async function isReader({ database }: ApiPorts, { accountId, spec }: MonitorRecord, to: string): Promise<boolean> {
  if (to === "account") return spec.email.account;
  const [recipient] = await findRecipients(database, accountId, [to]);
  return recipient !== undefined && recipient.verifiedAt !== null && recipient.suppressed === null;
}
