import { expect } from "chai";
import * as fc from "fast-check";
import { latestFire, nextFire, parseCron, parsePattern } from "#rules/cron.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Whether a field matches, read straight from its text: the slow way that the fast one is held against. */
function matches(field: string, value: number, from: number): boolean {
  if (field === "*") return true;
  if (field.startsWith("*/")) return (value - from) % Number(field.slice(2)) === 0;
  return Number(field) === value;
}

/** The next match of a pattern after an instant by looking at every day, hour and minute of ten years; null where there is none. */
function slowNext(pattern: string, after: Date): Date | null {
  const [minutes = "", hours = "", dayOfMonth = "", month = "", dayOfWeek = ""] = pattern.split(" ");
  const start = Math.floor(after.getTime() / day) * day;
  for (let at = start; at < start + 3_653 * day; at += day) {
    const date = new Date(at);
    const weekday = date.getUTCDay();
    const inMonth = matches(dayOfMonth, date.getUTCDate(), 1);
    const inWeek = matches(dayOfWeek === "7" ? "0" : dayOfWeek, weekday, 0);
    const restricted = !dayOfMonth.startsWith("*") && !dayOfWeek.startsWith("*");
    if (!matches(month, date.getUTCMonth() + 1, 1)) continue;
    if (restricted ? !inMonth && !inWeek : !inMonth || !inWeek) continue;
    for (let hour = 0; hour < 24; hour += 1) {
      if (!matches(hours, hour, 0)) continue;
      for (let past = 0; past < 60; past += 1) {
        const candidate = at + (hour * 60 + past) * minute;
        if (matches(minutes, past, 0) && candidate > after.getTime()) return new Date(candidate);
      }
    }
  }
  return null;
}

const field = (from: number, to: number, steps = to) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant("*") },
    { weight: 2, arbitrary: fc.integer({ min: from, max: to }).map(String) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: steps }).map((step) => `*/${step}`) },
  );
const patterns = fc
  .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 7, 6))
  .map((parts) => parts.join(" "));
const instants = fc.date({
  min: new Date("2023-01-01T00:00:00Z"),
  max: new Date("2033-01-01T00:00:00Z"),
  noInvalidDate: true,
});
const repeatable = (pattern: string, endDate: Date | null = null) =>
  ({ type: "repeatable", pattern, endDate }) as const;

describe("cron patterns", () => {
  it("fire exactly at the times that a slow search through ten years finds", function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(patterns, instants, (pattern, after) => {
        const slow = slowNext(pattern, after);
        // The search ends after ten years.
        if (slow !== null) expect(nextFire(repeatable(pattern), after)?.toISOString()).to.equal(slow.toISOString());
      }),
      { numRuns: 2_000 },
    );
  });

  const known: [pattern: string, after: string, next: string | null][] = [
    ["* * * * *", "2026-11-21T10:00:00.000Z", "2026-11-21T10:01:00.000Z"],
    ["* * * * *", "2026-11-21T10:00:59.999Z", "2026-11-21T10:01:00.000Z"],
    ["0 0 29 2 *", "2026-01-01T00:00:00.000Z", "2028-02-29T00:00:00.000Z"],
    ["0 0 29 2 *", "2096-03-01T00:00:00.000Z", "2104-02-29T00:00:00.000Z"],
    ["0 0 31 * *", "2026-04-01T00:00:00.000Z", "2026-05-31T00:00:00.000Z"],
    ["59 23 31 12 *", "2026-12-31T23:59:00.000Z", "2027-12-31T23:59:00.000Z"],
    ["0 12 * * 7", "2026-11-21T12:00:00.000Z", "2026-11-22T12:00:00.000Z"],
    ["0 12 * * 0", "2026-11-21T12:00:00.000Z", "2026-11-22T12:00:00.000Z"],
    // Both restricted: the 13th, or a Friday.
    ["0 0 13 * 5", "2026-11-08T00:00:00.000Z", "2026-11-13T00:00:00.000Z"],
    ["0 0 13 * 5", "2026-11-13T00:00:00.000Z", "2026-11-20T00:00:00.000Z"],
    // One of the two begins with `*`: a Monday that is an odd day.
    ["0 0 */2 * 1", "2026-11-21T00:00:00.000Z", "2026-11-23T00:00:00.000Z"],
    ["0 0 */2 * 1", "2026-11-23T00:00:00.000Z", "2026-12-07T00:00:00.000Z"],
    ["0 0 30 2 *", "2026-01-01T00:00:00.000Z", null],
    ["0 0 31 4 *", "2026-01-01T00:00:00.000Z", null],
  ];
  for (const [pattern, after, next] of known) {
    it(`${pattern} after ${after} is ${next ?? "never"}`, () => {
      expect(nextFire(repeatable(pattern), new Date(after))?.toISOString() ?? null).to.equal(next);
    });
  }

  const refused = [
    ["", "five fields"],
    ["* * * *", "five fields"],
    ["* * * * * *", "five fields"],
    ["@daily", "five fields"],
    ["60 * * * *", "has 60 as its minute; it must be 0 to 59"],
    ["* 24 * * *", "has 24 as its hour"],
    ["* * 0 * *", "has 0 as its day of month"],
    ["* * 32 * *", "has 32 as its day of month"],
    ["* * * 13 *", "has 13 as its month"],
    ["* * * * 8", "has 8 as its day of week"],
    ["* * * JAN *", "no names, lists or ranges"],
    ["1,2 * * * *", "no names, lists or ranges"],
    ["1-5 * * * *", "no names, lists or ranges"],
    ["5/2 * * * *", "no names, lists or ranges"],
    ["*/0 * * * *", "step of 0"],
    ["*/60 * * * *", "step of 60"],
    ["* * L * *", "no names, lists or ranges"],
    ["* * ? * *", "no names, lists or ranges"],
    ["-1 * * * *", "no names, lists or ranges"],
    ["1.5 * * * *", "no names, lists or ranges"],
  ] as const;
  for (const [pattern, problem] of refused) {
    it(`refuses ${JSON.stringify(pattern)} and names the supported syntax`, () => {
      const parsed = parsePattern(pattern);
      expect(parsed.ok ? "accepted" : parsed.problem).to.include(problem);
    });
  }

  it("mean the same as `pattern` and as `cron`", () => {
    fc.assert(
      fc.property(patterns, (pattern) => void expect(parseCron(pattern)).to.deep.equal(parsePattern(pattern))),
      { numRuns: 1_000 },
    );
  });

  it("end with their end date, which may itself fire", () => {
    const timing = repeatable("0 * * * *", new Date("2026-11-21T12:00:00Z"));
    expect(nextFire(timing, new Date("2026-11-21T11:30:00Z"))?.toISOString()).to.equal("2026-11-21T12:00:00.000Z");
    expect(nextFire(timing, new Date("2026-11-21T12:00:00Z"))).to.equal(null);
  });
});

describe("cron", () => {
  const first = (cron: string, after: string, timezone = "UTC") =>
    nextFire({ type: "repeatable", cron, timezone, endDate: null }, new Date(after))?.toISOString() ?? null;

  const fields: [cron: string, values: (number[] | null)[]][] = [
    ["0,30 9-11 * JAN,jul-Sep MON-FRI", [[0, 30], [9, 10, 11], null, [1, 7, 8, 9], [1, 2, 3, 4, 5]]],
    [
      "5-20/5 0-23/8 1-31/15 */6 0-7/2",
      [
        [5, 10, 15, 20],
        [0, 8, 16],
        [1, 16, 31],
        [1, 7],
        [0, 2, 4, 6],
      ],
    ],
    ["*/20,50 8 1,15-17,17 * SAT-SUN", [[0, 20, 40, 50], [8], [1, 15, 16, 17], null, [0, 6]]],
    ["0 0 * * SUN-TUE,5-7", [[0], [0], null, null, [0, 1, 2, 5, 6]]],
    ["*,5 0 * * *", [null, [0], null, null, null]],
  ];
  for (const [cron, values] of fields) {
    it(`${cron} is read`, () => {
      const parsed = parseCron(cron);
      expect(parsed.ok ? parsed.cron.fields : parsed.problem).to.deep.equal(values);
    });
  }

  const refused = [
    ["0 8 * *", "five fields: minute, hour, day of month, month and day of week"],
    ["@daily", "five fields"],
    ["0 8 * * MONDAY", 'has "MONDAY" as its day of week; supported are'],
    ["0 8 * * JAN", 'has "JAN" as its day of week; supported are'],
    ["MON 8 * * *", 'has "MON" as its minute; supported are'],
    ["0 8 L * *", 'has "L" as its day of month; supported are'],
    ["0 8 ? * *", 'has "?" as its day of month; supported are'],
    ["0 8 * * MON#2", "supported are"],
    ["0 8 15W * *", "supported are"],
    ["0, 8 * * *", 'has "0," as its minute; supported are'],
    ["0 17-9 * * *", 'has "17-9" as its hour; a range must not go down, so write it as two'],
    ["0 8 * * FRI-MON", "a range must not go down"],
    ["5/10 * * * *", 'has "5/10" as its minute; a step needs a range, such as `5-59/10`'],
    ["0 8-30 * * *", "has 30 as its hour; it must be 0 to 23"],
    ["0 8 0-5 * *", "has 0 as its day of month; it must be 1 to 31"],
    ["0 8 * 1-13 *", "has 13 as its month; it must be 1 to 12"],
    ["0 8 * * 6-8", "has 8 as its day of week; it must be 0 to 7"],
    ["*/0 * * * *", "has a step of 0 as its minute; it must be 1 to 59"],
    ["0 8-18/99 * * *", "has a step of 99 as its hour; it must be 1 to 23"],
    ["*-5 * * * *", "supported are"],
    ["1-2-3 * * * *", "supported are"],
  ] as const;
  for (const [cron, problem] of refused) {
    it(`${JSON.stringify(cron)} is refused with a reason`, () => {
      const parsed = parseCron(cron);
      expect(parsed.ok ? "accepted" : parsed.problem).to.include(problem);
    });
  }

  const known: [cron: string, timezone: string, after: string, next: string | null][] = [
    ["0 9 * * MON-FRI", "Europe/Berlin", "2026-07-10T07:00:00Z", "2026-07-13T07:00:00.000Z"],
    ["0 9 * * MON-FRI", "Europe/Berlin", "2026-12-10T08:00:00Z", "2026-12-11T08:00:00.000Z"],
    ["0 0 1 * *", "Pacific/Kiritimati", "2026-01-15T00:00:00Z", "2026-01-31T10:00:00.000Z"],
    ["0 0 29 FEB *", "Asia/Kathmandu", "2026-01-01T00:00:00Z", "2028-02-28T18:15:00.000Z"],
    ["0 0 30 FEB *", "Europe/Berlin", "2026-01-01T00:00:00Z", null],
    // The clock jumps from 2:00 to 3:00: a fixed time comes as soon as it has, every quarter of an hour is left out.
    ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"],
    ["15,45 2 * * *", "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-30T00:15:00.000Z"],
    ["*/15 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T00:00:00.000Z"],
    // It goes back from 3:00 to 2:00: a fixed time comes once, every half an hour comes in both hours.
    ["30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z"],
    ["30 2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00.000Z"],
    ["*/30 2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00.000Z"],
    // By half an hour only.
    ["15 2 * * *", "Australia/Lord_Howe", "2026-10-03T12:00:00Z", "2026-10-03T15:30:00.000Z"],
    ["45 1 * * *", "Australia/Lord_Howe", "2026-04-04T14:45:00Z", "2026-04-05T15:15:00.000Z"],
    // The skipped hour is the day's last, so what would come after it is the next day's.
    ["30 23 * * *", "America/Nuuk", "2026-03-28T12:00:00Z", "2026-03-30T00:30:00.000Z"],
  ];
  for (const [cron, timezone, after, next] of known) {
    it(`${cron} in ${timezone} after ${after} is ${next ?? "never"}`, () => {
      expect(first(cron, after, timezone)).to.equal(next);
    });
  }
});

describe("a late fire", () => {
  const due = new Date("2026-11-21T10:00:00Z");
  const late = (pattern: string, now: string, endDate: Date | null = null) => {
    const { at, missed, make } = latestFire(repeatable(pattern, endDate), due, new Date(now));
    return [at.toISOString(), missed, make];
  };

  it("is the one that was due while it is less than a period late", () => {
    expect(late("0 * * * *", "2026-11-21T10:59:59.999Z")).to.deep.equal(["2026-11-21T10:00:00.000Z", false, true]);
  });
  it("is the latest of those missed", () => {
    expect(late("0 * * * *", "2026-11-21T13:00:00.000Z")).to.deep.equal(["2026-11-21T13:00:00.000Z", true, true]);
    expect(late("* * * * *", "2026-12-21T13:00:30.000Z")).to.deep.equal(["2026-12-21T13:00:00.000Z", true, true]);
  });
  it("is none after the end date", () => {
    const end = new Date("2026-11-21T12:30:00Z");
    expect(late("0 * * * *", "2026-11-21T12:45:00.000Z", end)).to.deep.equal(["2026-11-21T12:00:00.000Z", true, true]);
  });
  it("is not made when the last one before the end date is a period late", () => {
    const end = new Date("2026-11-21T11:30:00Z");
    expect(late("0 * * * *", "2026-11-21T13:00:00.000Z", end)).to.deep.equal(["2026-11-21T11:00:00.000Z", true, false]);
    expect(late("0 * * * *", "2026-11-21T13:00:00.000Z", due)).to.deep.equal(["2026-11-21T10:00:00.000Z", true, false]);
  });
  it("of a delayed schedule is its only one, however late", () => {
    const timing = { type: "delayed", at: due } as const;
    expect(latestFire(timing, due, new Date("2027-01-01T00:00:00Z"))).to.deep.equal({
      at: due,
      missed: false,
      make: true,
    });
  });
});
