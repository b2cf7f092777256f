import type { Database } from "#data/mongo.ts";
import type { AlertType } from "#schemas/events.ts";
import { instantOf } from "#rules/instantOf.ts";
import type { OpenIncident } from "#schemas/monitor/monitor.ts";
import { readMonitor } from "../projections/monitors.ts";

/** A message about a monitor. `runId` and `incident` are null if it is about none. */
export type MayNotifyInput = {
  monitorId: string;
  type: AlertType;
  runId: string | null;
  incident: OpenIncident | null;
  version: number;
};

/**
 * Whether a message may be sent: not while the monitor is muted, and none about what the owner
 * acknowledged. A later change and the end of an acknowledged incident are notified.
 */
export async function mayNotify(
  database: Database,
  { monitorId, type, runId, incident, version }: MayNotifyInput,
): Promise<boolean> {
  const { spec, acknowledged } = await readMonitor(database, monitorId);
  if (spec.mutedUntil !== null && spec.mutedUntil.getTime() > version / 1_000) return false;
  if (incident === null || type.endsWith("_recovered")) return true;
  const acknowledgement = acknowledged[incident.type];
  if (acknowledgement?.incidentId !== incident.id) return true;
  return runId !== null && instantOf(runId) > acknowledgement.at.getTime();
}
