import type { Database } from "#data/mongo.ts";
import type { EventType, RecoveryReason } from "#schemas/events.ts";
import type { Incident } from "#schemas/monitor.ts";
import type { OutputSigner } from "../ports.ts";
import { recordEvent } from "./deliveries.ts";
import { readMonitor } from "./monitors.ts";

/** Something of a monitor to tell of; `occasion` tells it from others of its type. */
export type MonitorEventInput = {
  monitorId: string;
  type: Extract<EventType, `monitor.${string}`>;
  occasion: string;
  runId: string | null;
  incident: Incident | null;
  /** Of `monitor.change_recovered`; missing where a workflow asked before it was noted. */
  reason?: RecoveryReason | null;
  /** The monitor's event before this one: it is delivered first. */
  after: string | null;
  version: number;
};

/** Records a monitor's event for its webhook and returns its id; null where the monitor has no webhook. */
export async function recordMonitorEvent(
  { database, signer }: { database: Database; signer: OutputSigner },
  input: MonitorEventInput,
): Promise<string | null> {
  const { monitorId: resourceId, type, occasion, runId, incident, reason = null, after, version } = input;
  const monitor = await readMonitor(database, resourceId);
  const { accountId, spec } = monitor;
  if (spec.webhook === null) return null;
  const now = new Date(version / 1000);
  const data = {
    monitorId: resourceId,
    name: spec.name,
    baselineMode: spec.baselineMode,
    ...(incident !== null && { incident: { ...incident, status: type.endsWith("recovered") ? "closed" : "open" } }),
    ...(reason !== null && { reason }),
    ...(runId !== null && (await runData(database, signer, { monitorId: resourceId, runId, now }))),
  };
  return recordEvent(database, { type, accountId, resourceId, occasion, target: spec.webhook, data, after }, now);
}

/** What of a run stands in an event: figures, and pictures by address. */
async function runData(
  database: Database,
  signer: OutputSigner,
  { monitorId, runId, now }: { monitorId: string; runId: string; now: Date },
): Promise<Record<string, unknown>> {
  const run = await database.runs.findOne({ _id: runId });
  if (run === null) return { runId };
  const { findings, capture, visualization, comparedToRunId, error } = run;
  const address = (id: string, name: "screenshot" | "visualization") =>
    signer.runOutputUrl({ monitorId, runId: id, name, now }).url;
  return {
    runId,
    ...(findings !== undefined && {
      differenceRatio: findings.differenceRatio,
      threshold: findings.threshold,
      changedPixels: findings.changedPixels,
      comparedPixels: findings.comparedPixels,
      regions: findings.regions.slice(0, 20),
    }),
    ...(capture !== undefined && { screenshotUrl: address(runId, "screenshot") }),
    ...(comparedToRunId !== null && { baselineScreenshotUrl: address(comparedToRunId, "screenshot") }),
    ...(visualization !== undefined && { visualizationUrl: address(runId, "visualization") }),
    ...(error !== undefined && { error }),
  };
}
