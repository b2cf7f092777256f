import { type Cron, parseCron } from "./cron.ts";

const minutesPerDay = 1_440;
const msPerDay = 86_400_000;
/** The longest gap that is told apart: 30 days. */
const maxGapMinutes = 30 * minutesPerDay;
/** The days of 28 years have every weekday on every date, with leap years. */
const calendarDays = 28 * 365 + 7;
const firstDay = Date.UTC(2000, 0, 1);

/**
 * The shortest time between two fires of a cron, in minutes by the clock on the wall, 43,200 at most. A change of the clock
 * can make a single gap an hour shorter. Null if the cron never fires.
 * @throws Error for invalid fields, which the API refuses before.
 */
export function shortestGapMinutes(text: string): number | null {
  const parsed = parseCron(text);
  if (!parsed.ok) throw new Error(`The cron ${text} ${parsed.problem}.`);
  const { cron } = parsed;
  const times = timesOf(cron);
  const days = shortestGapOfDays(cron);
  const [first] = times;
  const last = times.at(-1);
  if (days === null || first === undefined || last === undefined) return null;
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return Math.min(maxGapMinutes, ...gaps, days * minutesPerDay - (last - first));
}

/** The message about fields that match no day. */
export const neverFires = "never fires: no such day exists";

/** The problem of a cron, such as `has 99 as its minute; it must be 0 to 59`. Null without one. */
export function cronProblem(text: string): string | null {
  const parsed = parseCron(text);
  if (!parsed.ok) return parsed.problem;
  return shortestGapMinutes(text) === null ? neverFires : null;
}

/** Fires of a cron in a day, on average. @throws Error for invalid fields, which the API refuses before. */
export function firesPerDay(text: string): number {
  const parsed = parseCron(text);
  if (!parsed.ok) throw new Error(`The cron ${text} ${parsed.problem}.`);
  const { cron } = parsed;
  const days = Array.from({ length: calendarDays }, (_, day) => new Date(firstDay + day * msPerDay));
  return (timesOf(cron).length * days.filter((day) => matchesDay(cron, day)).length) / calendarDays;
}

/** The minutes of a day at which a cron fires, ascending. */
function timesOf({ fields: [minutes, hours] }: Cron): number[] {
  return (hours ?? valuesBelow(24)).flatMap((hour) => (minutes ?? valuesBelow(60)).map((minute) => hour * 60 + minute));
}

function valuesBelow(count: number): number[] {
  return Array.from({ length: count }, (_, value) => value);
}

/** The fewest days between two days on which a cron fires; infinite if that is more than all days. Null if it fires on none. */
function shortestGapOfDays(cron: Cron): number | null {
  let last: number | null = null;
  let shortest = Infinity;
  for (let day = 0; day < calendarDays && shortest > 1; day += 1) {
    if (!matchesDay(cron, new Date(firstDay + day * msPerDay))) continue;
    if (last !== null) shortest = Math.min(shortest, day - last);
    last = day;
  }
  return last === null ? null : shortest;
}

function matchesDay({ fields, either }: Cron, day: Date): boolean {
  const matches = (index: number, value: number) => fields[index]?.includes(value) ?? true;
  const [date, month, weekday] = [
    matches(2, day.getUTCDate()),
    matches(3, day.getUTCMonth() + 1),
    matches(4, day.getUTCDay()),
  ];
  return month && (either ? date || weekday : date && weekday);
}
