import { creditPeriod, endOfPeriod } from "#rules/prices.ts";
import type { DayCredits } from "./usage.ts";

const msPerDay = 86_400_000;

/** The first instant of a month (YYYY-MM in UTC), in milliseconds. */
function beginOf(period: string): number {
  return Date.parse(`${period}-01T00:00:00.000Z`);
}

function daysIn(period: string): number {
  return (endOfPeriod(period).getTime() - beginOf(period)) / msPerDay;
}

/** Every day of a month, also those without credits, so that charts of different months have the same axis. */
export function wholeMonth(period: string, days: readonly DayCredits[]): DayCredits[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: daysIn(period) }, (_, index): DayCredits => {
    const date = `${period}-${String(index + 1).padStart(2, "0")}`;
    return byDate.get(date) ?? { date, net: 0, byOperation: {} };
  });
}

/** Days whose credits say how fast an account uses them. */
const paceDays = 7;

/**
 * Credits at the end of the current month, if they go on as in the last 7 days. Days before the account's first use of the
 * month don't count, as they would hide that it has just begun. Null within the first day, which says too little.
 */
export function forecastCredits(days: readonly DayCredits[], now: number): number | null {
  const period = creditPeriod(new Date(now));
  const usedDays = days.map(({ date, net }) => ({ at: Date.parse(date), net })).filter(({ net }) => net > 0);
  const firstOfPace = Math.floor(now / msPerDay) * msPerDay - (paceDays - 1) * msPerDay;
  const from = Math.max(beginOf(period), usedDays[0]?.at ?? 0, firstOfPace);
  const elapsedDays = (now - from) / msPerDay;
  if (elapsedDays < 1) return null;
  const recent = sumOf(usedDays.filter(({ at }) => at >= from));
  const leftDays = (endOfPeriod(period).getTime() - now) / msPerDay;
  return Math.round(sumOf(usedDays) + (recent / elapsedDays) * leftDays);
}

function sumOf(days: readonly { net: number }[]): number {
  return days.reduce((sum, { net }) => sum + net, 0);
}
