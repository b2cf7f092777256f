import type { MonitorRequest } from "../../../typescript/src/index.ts";
import { recordOf, textOf } from "./values.ts";

/** Days by their names in changedetection.io, with their numbers in cron. */
const days = { monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6, sunday: 0 };

/** Whole hours of a day, from `first` to `last`. */
type Hours = { first: number; last: number };

/**
 * The cron of a `time_schedule_limit` with checks each `minutes` in its hours. Null if a cron cannot say that: the hours differ
 * between days, are not whole or cross midnight, or the checks are not at the same minutes of each hour.
 */
export function cronOfLimit(
  limit: Record<string, unknown>,
  minutes: number,
): Required<Pick<MonitorRequest, "cron" | "timezone">> | null {
  const open = Object.entries(days).filter(([name]) => recordOf(limit[name])["enabled"] === true);
  const [hours, ...others] = open.map(([name]) => hoursOf(recordOf(limit[name])));
  if (hours === undefined || hours === null) return null;
  if (others.some((other) => other?.first !== hours.first || other.last !== hours.last)) return null;
  const times = timesWithin(hours, minutes);
  if (times === null) return null;
  const numbers = open.length === Object.keys(days).length ? "*" : open.map(([, day]) => day).join(",");
  return { cron: `${times} * * ${numbers}`, timezone: textOf(limit["timezone"]) || "UTC" };
}

function hoursOf({ start_time: start, duration }: Record<string, unknown>): Hours | null {
  const [, hour = ""] = /^(\d\d?):00$/.exec(textOf(start)) ?? [];
  const { hours, minutes } = recordOf(duration);
  const count = Number(hours);
  const first = Number(hour);
  const isWhole = hour !== "" && Number.isInteger(count) && count > 0 && Number(minutes ?? 0) === 0;
  return isWhole && first + count <= 24 ? { first, last: first + count - 1 } : null;
}

/** The fields of minute and hour. */
function timesWithin({ first, last }: Hours, minutes: number): string | null {
  const range = first === 0 && last === 23 ? "*" : first === last ? String(first) : `${first}-${last}`;
  if (minutes < 60) return 60 % minutes === 0 ? `${minutes === 1 ? "*" : `*/${minutes}`} ${range}` : null;
  const step = minutes / 60;
  if (!Number.isInteger(step) || step > 24) return null;
  if (step === 1) return `0 ${range}`;
  return last - first < step ? `0 ${first}` : `0 ${first}-${last}/${step}`;
}
