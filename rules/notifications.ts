import type { AlertType, EventType, RecoveryReason } from "#schemas/events.ts";
import type { MonitorSpec } from "#schemas/monitor/monitor.ts";

type RecoverySettings = Pick<MonitorSpec, "notifyRecovery" | "baselineMode">;

/**
 * The alert settings whose default depends on other settings. By default people are notified that a change is over with a
 * fixed baseline only. With a rolling one, a change is over as soon as the page does not change again, which is no news.
 */
export function settledAlerts({ notifyRecovery, baselineMode }: RecoverySettings): { notifyRecovery: boolean } {
  return { notifyRecovery: notifyRecovery ?? baselineMode === "fixed" };
}

/** Whether people are notified that a change is over. */
export function notifiesRecovery(settings: RecoverySettings): boolean {
  return settledAlerts(settings).notifyRecovery;
}

/**
 * Whether the end of an incident leaves no news of it: the page can be captured again or is as it was, or the owner accepted
 * the change. Other changes are news even when they are over, as the page stays changed.
 */
export function leavesNoNews(type: AlertType, reason: RecoveryReason | null): boolean {
  if (type === "monitor.failure_recovered" || type === "monitor.expectation_recovered") return true;
  return reason === "restored" || reason === "baseline_chosen";
}

/** Whether an event says that a page cannot be captured, or no longer shows what it must. */
export function isFailure(type: EventType | "channel.test"): boolean {
  return type === "monitor.failed" || type === "monitor.expectation_broken";
}

/** Whether an event is about a new change, whose run shows what changed. */
export function isChange(type: EventType | "channel.test"): boolean {
  return type === "monitor.change_detected" || type === "monitor.change_updated";
}
