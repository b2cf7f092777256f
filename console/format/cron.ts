import { Cron } from "croner";
import { toString as describe } from "cronstrue";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { formatInterval } from "./time.ts";

/** Five cron fields in words: "At 09:00, Monday through Friday". Null if they are not valid. */
export function describeCron(fields: string): string | null {
  try {
    return describe(fields, { use24HourTimeFormat: true });
  } catch {
    // The library throws texts about its own grammar; the API refuses the fields with a better message.
    return null;
  }
}

/** When a monitor runs: "every hour", or "At 09:00, Monday through Friday (Europe/Berlin)". */
export function formatTimes({
  intervalMinutes,
  cron,
  timezone = "UTC",
}: Pick<Monitor, "intervalMinutes" | "cron" | "timezone">): string {
  return cron === undefined ? formatInterval(intervalMinutes) : `${describeCron(cron) ?? cron} (${timezone})`;
}

/** The next times, at most `count`, at which five cron fields fire in a time zone. None if the fields are not valid. */
export function nextTimes(fields: string, timezone: string, count: number): Date[] {
  const [minute = "", hour = "", dayOfMonth = "", , dayOfWeek = ""] = fields.trim().split(/\s+/);
  const hasBothDays = dayOfMonth.startsWith("*") || dayOfWeek.startsWith("*");
  const fixedTimeRule = `${minute}${hour}`.includes("*") ? "single-value" : "no-wildcard";
  try {
    const clock = new Cron(fields, { timezone, mode: "5-part", domAndDow: hasBothDays, fixedTimeRule, paused: true });
    return clock.nextRuns(count);
  } catch {
    // The API refuses the fields or the zone with its own message.
    return [];
  }
}
