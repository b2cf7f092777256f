import type { AlertType, RecoveryReason } from "#schemas/events.ts";
import type { OpenIncident } from "#schemas/monitor/monitor.ts";
import { startDetached } from "./children.ts";
import { startMailDelivery, startWebhookDelivery } from "./deliveries.ts";
import { nextVersion } from "./ids.ts";
import type { MonitorInput, MonitorLoopState } from "#orders/inputs.ts";
import { project } from "./proxies.ts";
import {
  afterMessage,
  incidentEntries,
  type IncidentStep,
  newsMessages,
  openEntry,
  recoveryMessages,
} from "#rules/incidents.ts";

/** Applies a step that a run or the owner caused at the ISO instant `at`, and notifies of the incidents that it closed. */
export async function applyIncidents(
  input: MonitorInput,
  state: MonitorLoopState,
  { step, runId, at }: { step: IncidentStep; runId: string; at: string },
): Promise<void> {
  state.incidents = step.incidents;
  state.entries = { ...state.entries, incidents: [...state.entries.incidents, ...incidentEntries(step, at)] };
  for (const message of recoveryMessages(step.closed, runId)) await notify(input, state, message);
}

/**
 * Notifies of open incidents, and of the run `update` that changed further. An incident that opened while the monitor was muted
 * is notified after a later run.
 */
export async function notifyNews(
  input: MonitorInput,
  state: MonitorLoopState,
  news: { update: string | null; at: string },
): Promise<void> {
  for (const message of newsMessages(state.incidents, news)) {
    if (!(await notify(input, state, message))) continue;
    state.incidents = afterMessage(state.incidents, message);
    if (message.runId !== news.update) continue;
    state.entries = { ...state.entries, incidents: [...state.entries.incidents, openEntry(message.incident)] };
  }
}

type Notification = {
  type: AlertType;
  runId: string | null;
  incident: OpenIncident | null;
  reason: RecoveryReason | null;
  changesInARow: number | null;
};

/** The message that the plan's limits paused the monitor. */
export function notifyPaused(input: MonitorInput, state: MonitorLoopState): Promise<boolean> {
  const about = { runId: null, incident: null, reason: null, changesInARow: null };
  return notify(input, state, { type: "monitor.paused", ...about });
}

/**
 * Notifies by e-mail, channels and webhook. Returns false, and sends nothing, if the owner muted the monitor or acknowledged the
 * incident. Each delivery is a workflow that waits for the previous one. The notification includes the differences below the
 * threshold since the previous notification.
 */
async function notify(
  { monitorId, accountId }: MonitorInput,
  state: MonitorLoopState,
  content: Notification,
): Promise<boolean> {
  const version = nextVersion();
  const { type, runId, incident } = content;
  if (!(await project.mayNotify({ monitorId, type, runId, incident, version }))) return false;
  const notification = { ...content, belowThreshold: state.belowThreshold };
  state.belowThreshold = null;
  const cause = causeOf(content, version);
  const { mailIds, digest } = await project.recordMonitorMails({ monitorId, ...notification, cause, version });
  if (digest !== null) await startDetached({ type: "digestDelivery", input: { ...digest, accountId } });
  for (const mailId of mailIds) await startMailDelivery({ mailId, accountId, type: notification.type, inOrder: true });
  const messageIds = await project.recordChannelMessages({ monitorId, ...notification, cause, version });
  for (const eventId of messageIds)
    await startWebhookDelivery({ eventId, accountId, type: notification.type, inOrder: true }, monitorId);
  const eventId = await project.recordMonitorEvent({
    monitorId,
    ...notification,
    cause,
    after: state.lastEventId,
    version,
  });
  if (eventId === null) return true;
  state.lastEventId = eventId;
  await startWebhookDelivery({ eventId, accountId, type: notification.type, inOrder: true }, monitorId);
  return true;
}

/** Distinguishes a message from others of its type. A monitor may be paused more than once within an interval. */
function causeOf({ type, runId, incident }: Notification, version: number): string {
  if (incident === null) return `at ${version}`;
  return type === "monitor.change_updated" ? `${incident.id} ${runId}` : incident.id;
}
