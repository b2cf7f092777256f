import type { AlertType, EventType, RecoveryReason } from "#schemas/events.ts";
import type { MonitorSpec } from "#schemas/monitor/monitor.ts";

/**
 * Whether people are notified that a change is over. By default they are with a fixed baseline only. With a rolling one, a
 * change is over as soon as the page does not change again, which is no news.
 */
export function notifiesRecovery({
  notifyRecovery,
  baselineMode,
}: Pick<MonitorSpec, "notifyRecovery" | "baselineMode">): boolean {
  return notifyRecovery ?? baselineMode === "fixed";
}

/**
 * Whether the end of an incident leaves no news of it: the page can be captured again or is as it was, or the owner accepted
 * the change. Other changes are news even when they are over, as the page stays changed.
 */
export function leavesNoNews(type: AlertType, reason: RecoveryReason | null): boolean {
  if (type === "monitor.failure_recovered" || type === "monitor.expectation_recovered") return true;
  return reason === "restored" || reason === "baseline_chosen";
}

/** Whether an event is about a new change, whose run shows what changed. */
export function isChange(type: EventType | "channel.test"): boolean {
  return type === "monitor.change_detected" || type === "monitor.change_updated";
}
