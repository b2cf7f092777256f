import { toString as describe } from "cronstrue";
import type { Schedule } from "#schemas/schedule.ts";
import { formatExact } from "../../format/time.ts";

/** Five cron fields in words: "At 09:00, Monday through Friday". Null if they are not valid. */
export function describeCron(fields: string): string | null {
  try {
    return describe(fields, { use24HourTimeFormat: true });
  } catch {
    // The library throws texts about its own grammar; the API refuses the fields with a better message.
    return null;
  }
}

/** When a schedule renders, in words. */
export function describeTiming({ scheduleAt, cron, pattern, timezone = "UTC" }: Schedule): string {
  if (scheduleAt !== undefined) return `Once, ${formatExact(scheduleAt)}`;
  const fields = cron ?? pattern ?? "";
  return `${describeCron(fields) ?? fields} (${timezone})`;
}
