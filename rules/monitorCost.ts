import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { Credits } from "#schemas/monitor/cost.ts";
import { firesPerDay } from "./cronGap.ts";
import { runPrice } from "./prices.ts";

const minutesPerDay = 1_440;
/** Days of a month in forecasts. */
const daysPerMonth = 30;

/** When a monitor runs: at each fire of `cron`, else at each interval. */
type Period = { intervalMinutes: number; cron?: string | null };

/**
 * Credits of a monitor's later runs, each and in 30 days. Captures that confirm a change and runs by hand come on top.
 * @throws Error for a cron with invalid fields.
 */
export function monitorCost(
  { regions = false, changeOn = "picture" }: Pick<MonitorCapture, "regions" | "changeOn">,
  { intervalMinutes, cron = null }: Period,
): Credits {
  const perRun = runPrice({ compared: true, regions, changeOn });
  const runsPerDay = cron === null ? minutesPerDay / intervalMinutes : firesPerDay(cron);
  return { perRun, perMonth: Math.round(perRun * runsPerDay * daysPerMonth) };
}
