import { expect } from "chai";
import { latestFire, nextFire } from "#workflows/rules/cron.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const from = Date.UTC(2026, 0, 1);

/** Offsets of a zone by the law: standard time, and an hour more between two instants of each year. */
type Zone = { name: string; standard: number; summer(year: number): [begin: number, end: number] };

/** The nth Sunday of a month, or the last one where n is 0, milliseconds. */
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

/** What a cron means, as values that were written down by hand: null means every value. */
type Meaning = {
  cron: string;
  minutes: number[] | null;
  hours: number[] | null;
  days: number[] | null;
  months: number[] | null;
  weekdays: number[] | null;
  either?: true;
  fixed: boolean;
  /** Years to look at; 10 unless given. Hourly times need fewer, as each clock change meets one. */
  years?: number;
};

/** The end of the years that are looked at, milliseconds. */
function endOf({ years = 10 }: Meaning): number {
  return Date.UTC(2026 + years, 0, 1);
}

const every = { days: null, months: null, weekdays: null };
const meanings: Meaning[] = [
  { cron: "30 * * * *", minutes: [30], hours: null, ...every, fixed: false, years: 2 },
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
    years: 4,
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

/** Whether a wall clock's time is meant; `wall` is that time read as if it were UTC. */
function isMeant(meaning: Meaning, wall: number): boolean {
  const has = (values: number[] | null, value: number) => values === null || values.includes(value);
  if (!has(meaning.minutes, (wall % hour) / minute)) return false;
  const date = new Date(wall);
  if (!has(meaning.hours, date.getUTCHours())) return false;
  if (!has(meaning.months, date.getUTCMonth() + 1)) return false;
  const inMonth = has(meaning.days, date.getUTCDate());
  const inWeek = has(meaning.weekdays, date.getUTCDay());
  return meaning.either === true ? inMonth || inWeek : inMonth && inWeek;
}

/** Every fire of the years, found by looking at each minute that a clock on the wall shows. */
function slowFires(meaning: Meaning, { standard, summer }: Zone): number[] {
  const fires: number[] = [];
  const until = endOf(meaning);
  let [begin, end] = summer(new Date(from - day).getUTCFullYear());
  let shown = -Infinity;
  for (let at = from - day; at < until; at += minute) {
    if (at % day === 0) [begin, end] = summer(new Date(at).getUTCFullYear());
    const wall = at + standard + (at >= begin && at < end ? hour : 0);
    // A fixed time that a clock put back shows again has come already; one that the clock skipped comes with its jump.
    const again = wall <= shown;
    let meant = isMeant(meaning, wall) && !(meaning.fixed && again);
    if (meaning.fixed && Number.isFinite(shown)) {
      for (let skipped = shown + minute; skipped < wall; skipped += minute) meant ||= isMeant(meaning, skipped);
    }
    if (meant && at >= from) fires.push(at);
    shown = Math.max(shown, wall);
  }
  return fires;
}

describe("cron in a time zone, over years", function () {
  this.timeout(300_000);
  for (const zone of zones) {
    for (const meaning of meanings) {
      it(`${meaning.cron} in ${zone.name} fires exactly when a clock on the wall says so`, () => {
        const timing = { type: "repeatable", cron: meaning.cron, timezone: zone.name, endDate: null } as const;
        const slow = slowFires(meaning, zone);
        expect(slow).not.to.have.length(0);
        const fast: number[] = [];
        for (let next = nextFire(timing, new Date(from - 1)); next !== null; next = nextFire(timing, next)) {
          if (next.getTime() >= endOf(meaning)) break;
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
