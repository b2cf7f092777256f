import type { Schedule } from "#schemas/schedule.ts";
import { describeCron } from "../../format/cron.ts";
import { formatExact } from "../../format/time.ts";

/** When a schedule renders, in words. */
export function describeTiming({ scheduleAt, cron, pattern, timezone = "UTC" }: Schedule): string {
  if (scheduleAt !== undefined) return `Once, ${formatExact(scheduleAt)}`;
  const fields = cron ?? pattern ?? "";
  return `${describeCron(fields) ?? fields} (${timezone})`;
}
