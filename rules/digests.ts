import type { DigestPeriod } from "#schemas/monitor/alerts.ts";
import { nextFire } from "./cron.ts";

/** Hourly digests are sent at the full hour, daily ones at 8 in the morning. */
const patterns = { hourly: "0 * * * *", daily: "0 8 * * *" } as const satisfies Record<DigestPeriod, string>;

/** The first time after `after` at which a digest is sent. `timeZone` is an IANA name. */
export function nextDigestAt(period: DigestPeriod, timeZone: string, after: Date): Date {
  const timing = { type: "repeatable", cron: patterns[period], timezone: timeZone, endDate: null } as const;
  const next = nextFire(timing, after);
  if (next === null) throw new Error(`The pattern ${patterns[period]} never fires.`);
  return next;
}
