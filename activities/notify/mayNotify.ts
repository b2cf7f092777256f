import type { Database } from "#data/mongo.ts";
import type { AlertType } from "#schemas/events.ts";
import type { OpenIncident } from "#schemas/monitor/monitor.ts";
import { readMonitor } from "../projections/monitors.ts";

/** A message about a monitor. `incident` is null if it is about none. */
export type MayNotifyInput = { monitorId: string; type: AlertType; incident: OpenIncident | null; version: number };

/**
 * Whether a message may be sent: not while the monitor is muted, and none that an acknowledged incident is open. The end of
 * an acknowledged incident is notified.
 */
export async function mayNotify(
  database: Database,
  { monitorId, type, incident, version }: MayNotifyInput,
): Promise<boolean> {
  const { spec, acknowledged } = await readMonitor(database, monitorId);
  if (spec.mutedUntil !== null && spec.mutedUntil.getTime() > version / 1_000) return false;
  if (incident === null || type.endsWith("_recovered")) return true;
  return acknowledged[incident.type]?.incidentId !== incident.id;
}
