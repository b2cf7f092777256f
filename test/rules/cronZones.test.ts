import { expect } from "chai";
import { latestFire, nextFire } from "#rules/cron.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const from = Date.UTC(2026, 0, 1);
const until = Date.UTC(2036, 0, 1);

/** Legal offsets of a zone: standard time, milliseconds, and one hour more between two instants of each year. */
type Zone = { name: string; standard: number; summer(year: number): [begin: number, end: number] };

/** Start of the nth Sunday of a month in UTC, milliseconds. n = 0 is the last one. */
function sunday(year: number, month: number, n: number): number {
  const first = n === 0 ? Date.UTC(year, month + 1, 1) - 7 * day : Date.UTC(year, month, 1 + 7 * (n - 1));
  return first + ((7 - new Date(first).getUTCDay()) % 7) * day;
}

const zones: Zone[] = [
  {
    name: "Europe/Berlin",
    standard: hour,
    summer: (year) => [sunday(year, 2, 0) + hour, sunday(year, 9, 0) + hour],
  },
  {
    name: "America/New_York",
    standard: -5 * hour,
    summer: (year) => [sunday(year, 2, 2) + 7 * hour, sunday(year, 10, 1) + 6 * hour],
  },
];

/** The values that a cron matches, written by hand. Null means every value; minutes are listed in order. */
type Meaning = {
  cron: string;
  minutes: number[];
  hours: number[] | null;
  days: number[] | null;
  months: number[] | null;
  weekdays: number[] | null;
  either?: true;
  fixed: boolean;
};

const every = { days: null, months: null, weekdays: null };
const meanings: Meaning[] = [
  { cron: "30 * * * *", minutes: [30], hours: null, ...every, fixed: false },
  { cron: "0 9 * * MON-FRI", minutes: [0], hours: [9], ...every, weekdays: [1, 2, 3, 4, 5], fixed: true },
  { cron: "30 2 * * *", minutes: [30], hours: [2], ...every, fixed: true },
  { cron: "30 1,2,14 * * *", minutes: [30], hours: [1, 2, 14], ...every, fixed: true },
  { cron: "0,15,45 1-3 * * SUN", minutes: [0, 15, 45], hours: [1, 2, 3], ...every, weekdays: [0], fixed: true },
  {
    cron: "*/15 1-3 * 3,10-11 7",
    minutes: [0, 15, 30, 45],
    hours: [1, 2, 3],
    ...every,
    months: [3, 10, 11],
    weekdays: [0],
    fixed: false,
  },
  {
    cron: "10 */2 * * SAT-SUN",
    minutes: [10],
    hours: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22],
    ...every,
    weekdays: [6, 0],
    fixed: false,
  },
  { cron: "0 0 1,15 * *", minutes: [0], hours: [0], ...every, days: [1, 15], fixed: true },
  {
    cron: "5 2 13 * FRI",
    minutes: [5],
    hours: [2],
    days: [13],
    months: null,
    weekdays: [5],
    either: true,
    fixed: true,
  },
  {
    cron: "0 3 */2 * MON",
    minutes: [0],
    hours: [3],
    days: [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31],
    months: null,
    weekdays: [1],
    fixed: true,
  },
  { cron: "59 23 31 DEC *", minutes: [59], hours: [23], days: [31], months: [12], weekdays: null, fixed: true },
  { cron: "0 12 29 FEB *", minutes: [0], hours: [12], days: [29], months: [2], weekdays: null, fixed: true },
];

/** Whether times in an hour of a wall clock match; `wall` is the start of that hour, read as if it were UTC. */
function isHourMeant(meaning: Meaning, wall: number): boolean {
  const has = (values: number[] | null, value: number) => values === null || values.includes(value);
  const date = new Date(wall);
  if (!has(meaning.hours, date.getUTCHours())) return false;
  if (!has(meaning.months, date.getUTCMonth() + 1)) return false;
  const inMonth = has(meaning.days, date.getUTCDate());
  const inWeek = has(meaning.weekdays, date.getUTCDay());
  return meaning.either === true ? inMonth || inWeek : inMonth && inWeek;
}

/**
 * Every fire of ten years, ascending, found by looking at each hour that a wall clock shows. Hours suffice, as all offsets
 * are whole hours and every change falls on one.
 */
function slowFires(meaning: Meaning, { standard, summer }: Zone): number[] {
  const fires = new Set<number>();
  let [begin, end] = summer(new Date(from - day).getUTCFullYear());
  let shown = from - day + standard - hour;
  for (let at = from - day; at < until; at += hour) {
    if (at % day === 0) [begin, end] = summer(new Date(at).getUTCFullYear());
    const wall = at + standard + (at >= begin && at < end ? hour : 0);
    // A clock set forward skips hours. A fixed time in them fires at the change.
    for (let skipped = shown + hour; skipped < wall; skipped += hour) {
      if (meaning.fixed && isHourMeant(meaning, skipped)) fires.add(at);
    }
    // A clock set back repeats hours. A fixed time in them has already fired.
    const isRepeated = wall <= shown;
    if (isHourMeant(meaning, wall) && !(meaning.fixed && isRepeated)) {
      for (const past of meaning.minutes) fires.add(at + past * minute);
    }
    shown = Math.max(shown, wall);
  }
  return [...fires].filter((at) => at >= from);
}

describe("cron in a time zone, over ten years", function () {
  this.timeout(300_000);
  for (const zone of zones) {
    for (const meaning of meanings) {
      it(`${meaning.cron} in ${zone.name} fires exactly when a wall clock shows its times`, () => {
        const timing = { type: "repeatable", cron: meaning.cron, timezone: zone.name, endDate: null } as const;
        const slow = slowFires(meaning, zone);
        expect(slow).not.to.have.length(0);
        const fast: number[] = [];
        for (let next = nextFire(timing, new Date(from - 1)); next !== null; next = nextFire(timing, next)) {
          if (next.getTime() >= until) break;
          fast.push(next.getTime());
        }
        const differing = fast.findIndex((at, index) => at !== slow[index]);
        const show = (at: number | undefined) => (at === undefined ? "none" : new Date(at).toISOString());
        expect(
          [fast.length, differing, show(fast[differing])],
          `instead of ${show(slow[differing])}, of ${slow.length}`,
        ).to.deep.equal([slow.length, -1, "none"]);
        // Looking back from just before a fire finds the one before it.
        for (let index = 1; index < slow.length; index += Math.ceil(slow.length / 500)) {
          const [before = 0, at = 0] = slow.slice(index - 1, index + 1);
          const late = latestFire(timing, new Date(slow[0] ?? 0), new Date(at - 1));
          expect(late.at.toISOString(), `before ${show(at)}`).to.equal(show(before));
        }
      });
    }
  }
});
