import type { Monitor, MonitorAlerts, MonitorCapture, MonitorRecord, MonitorStatus } from "#schemas/monitor.ts";

/** A monitor as clients see it: the only way from a record to JSON, so what is not named here stays inside. */
export function presentMonitor(record: MonitorRecord): Monitor {
  const { spec, state } = record;
  const status = statusOf(record);
  // Written by the API, from a capture and alerts that their schemas had been held against.
  const capture: MonitorCapture = JSON.parse(spec.capture);
  return {
    id: record._id,
    name: spec.name,
    status,
    intervalMinutes: spec.intervalMinutes,
    baselineMode: spec.baselineMode,
    changeThreshold: spec.changeThreshold,
    capture,
    diff: spec.diff,
    alerts: presentAlerts(record),
    baselineRunId: baselineOf(record),
    nextRunAt: status === "active" ? (state.nextRunAt?.toISOString() ?? null) : null,
    lastRunAt: state.lastRunAt?.toISOString() ?? null,
    incident: state.incident,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** What the owner wants, unless the plan stands against it. */
export function statusOf({ spec, state }: Pick<MonitorRecord, "spec" | "state">): MonitorStatus {
  return spec.wanted === "active" && state.planLimit !== null ? "paused_plan_limit" : spec.wanted;
}

/** The run that the next one is compared with; null where there is none, or it shows what was captured differently. */
function baselineOf({ state, pinned, captureRev }: MonitorRecord): string | null {
  if (pinned !== null && pinned.rev === captureRev) return pinned.runId;
  return state.appliedRev >= captureRev ? state.baselineRunId : null;
}

function presentAlerts({ spec: { email, webhook, alertExtras } }: MonitorRecord): MonitorAlerts {
  const extras: Record<string, unknown> = JSON.parse(alertExtras);
  return { ...extras, email, webhook: { configured: webhook !== null, signed: webhook?.secret !== undefined } };
}
