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

/** Credits at the end of the current month, if they go on as before. Null within its first day, which says too little. */
export function forecastCredits(used: number, now: number): number | null {
  const period = creditPeriod(new Date(now));
  const elapsedDays = (now - beginOf(period)) / msPerDay;
  return elapsedDays < 1 ? null : Math.round((used / elapsedDays) * daysIn(period));
}
