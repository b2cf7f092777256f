import type { Monitor, MonitorRun } from "../../../../typescript/src/index.ts";
import { toFacts } from "../../table.ts";

/** The state of a monitor in a few words, the open incident first. */
export function stateOf({ incident, status, mutedUntil }: Monitor): string {
  const muted = mutedUntil !== null && Date.parse(mutedUntil) > Date.now() ? ", muted" : "";
  if (incident === null) return status + muted;
  return `${incident.type}${incident.acknowledgedAt === null ? "" : " (acknowledged)"}, ${status}${muted}`;
}

/** When a monitor runs. */
export function timesOf({ intervalMinutes, cron, timezone = "UTC" }: Monitor): string {
  return cron === undefined ? `every ${intervalMinutes} min` : `${cron} (${timezone})`;
}

/** How a run ended, in a few words. */
export function verdictOf({ status, reason, error, result, trigger }: MonitorRun): string {
  if (status === "failed") return `failed: ${error?.code ?? "unknown"}`;
  if (status === "skipped") return `skipped: ${reason ?? "unknown"}`;
  if (status !== "completed" || result === undefined) return status;
  if (result.transient) return "transient";
  if (result.unconfirmed) return "unconfirmed";
  if (result.changed) return "changed";
  if (result.belowThreshold) return "below the threshold";
  return trigger === "initial" || result.baselineRunId === null ? "baseline" : "unchanged";
}

export function toPercent(ratio: number): string {
  return `${(ratio * 100).toFixed(ratio > 0 && ratio < 0.001 ? 4 : 2)} %`;
}

/** A monitor for people. */
export function writeMonitor(monitor: Monitor): string {
  const { alerts, incident } = monitor;
  const { quietHours } = alerts;
  const mail = [...(alerts.email.account ? ["account"] : []), ...alerts.email.recipientIds].join(", ");
  return toFacts({
    id: monitor.id,
    name: monitor.name,
    host: monitor.host,
    tags: monitor.tags.join(", "),
    state: stateOf(monitor),
    runs: timesOf(monitor),
    baseline: `${monitor.baselineMode}, run ${monitor.baselineRunId ?? "-"}`,
    threshold: monitor.changeThreshold,
    capture: JSON.stringify(monitor.capture),
    comparison: monitor.diff.mode,
    mail: mail || "none",
    "quiet hours": quietHours && `${quietHours.from}-${quietHours.to} (${monitor.timezone ?? "UTC"})`,
    webhook: alerts.webhook.configured ? (alerts.webhook.signed ? "signed" : "unsigned") : "none",
    incident: incident === null ? null : `${incident.type} since ${incident.openedAt}, run ${incident.runId}`,
    "muted until": monitor.mutedUntil,
    "last run": monitor.lastRunAt,
    "next run": monitor.nextRunAt,
    created: monitor.createdAt,
  });
}
