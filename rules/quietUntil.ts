import type { MonitorSpec } from "#schemas/monitor/monitor.ts";
import type { Recurrence } from "#schemas/schedule.ts";
import { lastFireOf, nextFireOf } from "./cron.ts";

/**
 * The end of the quiet hours that `at` is in; null if it is in none. Begin and end are like fires of a cron, so they follow a
 * change of the clock as schedules do.
 */
export function quietUntil(
  { quietHours, timezone }: Pick<MonitorSpec, "quietHours" | "timezone">,
  at: Date,
): Date | null {
  if (quietHours === null) return null;
  const zone = timezone ?? "UTC";
  const end = dailyAt(quietHours.to, zone);
  const began = lastFireOf(dailyAt(quietHours.from, zone), at);
  const ended = lastFireOf(end, at);
  const isQuiet = began !== null && (ended === null || began > ended);
  return isQuiet ? nextFireOf(end, at) : null;
}

/** The recurrence that fires each day at a time such as 07:30. */
function dailyAt(time: string, timezone: string): Recurrence {
  const [hour, minute] = time.split(":").map(Number);
  return { cron: `${minute} ${hour} * * *`, timezone };
}
