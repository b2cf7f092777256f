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
