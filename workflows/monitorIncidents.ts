import type { AlertType, RecoveryReason } from "#schemas/events.ts";
import type { OpenIncident } from "#schemas/monitor/monitor.ts";
import { startDetached } from "./children.ts";
import { startMailDelivery, startWebhookDelivery } from "./deliveries.ts";
import { nextVersion } from "./ids.ts";
import type { MonitorInput, MonitorLoopState } from "./messages.ts";
import { project } from "./proxies.ts";
import {
  incidentEntries,
  type IncidentStep,
  openingMessages,
  recoveryMessages,
  replaceIncident,
} from "./rules/incidents.ts";

/** Applies a step that a run or the owner caused at the ISO instant `at`, and notifies of the incidents that it closed. */
export async function applyIncidents(
  input: MonitorInput,
  state: MonitorLoopState,
  { step, runId, at }: { step: IncidentStep; runId: string; at: string },
): Promise<void> {
  state.incidents = step.incidents;
  state.entries = { ...state.entries, incidents: [...state.entries.incidents, ...incidentEntries(step, at)] };
  for (const message of recoveryMessages(step.closed)) await notify(input, state, { ...message, runId });
}

/** Notifies of open incidents. One that opened while the monitor was muted is notified after a later run. */
export async function notifyOpenings(input: MonitorInput, state: MonitorLoopState, at: string): Promise<void> {
  for (const message of openingMessages(state.incidents, at)) {
    const { incident } = message;
    const isNotified = await notify(input, state, { ...message, runId: incident.runId });
    if (isNotified) state.incidents = replaceIncident(state.incidents, incident);
  }
}

type Notification = {
  type: AlertType;
  runId: string | null;
  incident: OpenIncident | null;
  reason: RecoveryReason | null;
};

/**
 * Notifies by e-mail, channels and webhook. Returns false, and sends nothing, if the owner muted the monitor or acknowledged the
 * incident. Each delivery is a workflow that waits for the previous one. The notification includes the differences below the
 * threshold since the previous notification.
 */
export async function notify(
  { monitorId, accountId }: MonitorInput,
  state: MonitorLoopState,
  content: Notification,
): Promise<boolean> {
  const version = nextVersion();
  if (!(await project.mayNotify({ monitorId, type: content.type, incident: content.incident, version }))) return false;
  const notification = { ...content, belowThreshold: state.belowThreshold };
  state.belowThreshold = null;
  // A monitor may be paused more than once within an interval, so the tick is not unique.
  const occasion = notification.incident?.id ?? `at ${version}`;
  const { mailIds, digest } = await project.recordMonitorMails({ monitorId, ...notification, occasion, version });
  if (digest !== null) await startDetached({ type: "digestDelivery", input: { ...digest, accountId } });
  for (const mailId of mailIds) await startMailDelivery({ mailId, accountId, type: notification.type, inOrder: true });
  const messageIds = await project.recordChannelMessages({ monitorId, ...notification, occasion, version });
  for (const eventId of messageIds)
    await startWebhookDelivery({ eventId, accountId, type: notification.type, inOrder: true }, monitorId);
  const eventId = await project.recordMonitorEvent({
    monitorId,
    ...notification,
    occasion,
    after: state.lastEventId,
    version,
  });
  if (eventId === null) return true;
  state.lastEventId = eventId;
  await startWebhookDelivery({ eventId, accountId, type: notification.type, inOrder: true }, monitorId);
  return true;
}
