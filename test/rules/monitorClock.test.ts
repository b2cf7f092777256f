import { expect } from "chai";
import { latestDue, type MonitorTimes, nextDue, stepClock } from "#rules/monitorClock.ts";

const minute = 60_000;
const hour = 60 * minute;
const at = (instant: string) => Date.parse(instant);
const shown = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

const createdAt = at("2026-03-27T10:20:30.500Z");
const hourly: MonitorTimes = { createdAt, interval: hour };
const mornings: MonitorTimes = { createdAt, cron: "0 9 * * MON-FRI", timezone: "Europe/Berlin" };
/** Fires at 2:30, which the clock of Berlin skips on 29 March and repeats on 25 October. */
const nightly: MonitorTimes = { createdAt, cron: "30 2 * * *", timezone: "Europe/Berlin" };
const halfHourly: MonitorTimes = { createdAt, cron: "*/30 * * * *", timezone: "Europe/Berlin" };

/** The first `count` due instants after `after`. */
function dueAfter(times: MonitorTimes, after: string, count: number): (string | null)[] {
  const all: (string | null)[] = [];
  for (let last: number | null = at(after); all.length < count && last !== null; all.push(shown(last))) {
    last = nextDue(times, last);
  }
  return all;
}

describe("the due instants of a monitor", () => {
  it("begin with its creation, at an interval and by cron", () => {
    for (const times of [hourly, mornings]) {
      expect(nextDue(times, createdAt - 1)).to.equal(createdAt);
      expect(latestDue(times, createdAt - 1)).to.equal(null);
      expect(latestDue(times, createdAt)).to.equal(createdAt);
    }
  });

  it("are at creation plus n intervals", () => {
    expect(nextDue(hourly, createdAt)).to.equal(createdAt + hour);
    expect(nextDue(hourly, createdAt + hour - 1)).to.equal(createdAt + hour);
    expect(nextDue(hourly, createdAt + hour)).to.equal(createdAt + 2 * hour);
    expect(latestDue(hourly, createdAt + 2 * hour - 1)).to.equal(createdAt + hour);
    expect(latestDue(hourly, createdAt + 2 * hour)).to.equal(createdAt + 2 * hour);
  });

  it("are at the fires of a cron in its zone", () => {
    // A Friday, in winter time, then a Monday in summer time.
    expect(dueAfter(mornings, "2026-03-27T07:59:59.999Z", 2)).to.deep.equal([
      "2026-03-27T10:20:30.500Z",
      "2026-03-30T07:00:00.000Z",
    ]);
    expect(shown(latestDue(mornings, at("2026-03-30T07:00:00Z")))).to.equal("2026-03-30T07:00:00.000Z");
    expect(latestDue(mornings, at("2026-03-30T06:59:59.999Z"))).to.equal(createdAt);
  });

  it("are made up for right after an hour that the clock skips, if they have a fixed time", () => {
    expect(dueAfter(nightly, "2026-03-28T12:00:00Z", 2)).to.deep.equal([
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
  });

  it("come in the first of two equal hours, if they have a fixed time", () => {
    expect(dueAfter(nightly, "2026-10-24T12:00:00Z", 2)).to.deep.equal([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });

  it("stay as far apart when the clock changes, if they come all day", () => {
    for (const day of ["2026-03-29", "2026-10-25"]) {
      const all = dueAfter(halfHourly, `${day}T00:00:00Z`, 6).map((instant) => Date.parse(String(instant)));
      expect(all.slice(1).map((instant, index) => instant - (all[index] ?? 0))).to.deep.equal(
        Array(5).fill(30 * minute),
      );
    }
  });
});

describe("the clock of a monitor", () => {
  const kinds: [string, MonitorTimes, period: number][] = [
    ["at an interval", hourly, hour],
    ["by cron", { createdAt, cron: "0 * * * *", timezone: "Europe/Berlin" }, hour],
  ];
  const running = { isPaused: false, wasPaused: false };

  for (const [name, times, period] of kinds) {
    const first = stepClock(times, { times: null, after: null }, { ...running, now: createdAt });
    const second = nextDue(times, createdAt) ?? 0;
    const afterFirst = { ...first.position, after: createdAt };

    it(`makes the first run at once, ${name}`, () => {
      expect(first.due).to.equal(createdAt);
    });

    it(`makes the latest of the missed runs, ${name}`, () => {
      const late = second + 3 * period + 5 * minute;
      expect(stepClock(times, afterFirst, { ...running, now: second }).due).to.equal(second);
      const { due, position } = stepClock(times, afterFirst, { ...running, now: late });
      expect(due).to.equal(second + 3 * period);
      const next = stepClock(times, { ...position, after: due }, { ...running, now: late });
      expect(next.due).to.equal(second + 4 * period);
    });

    it(`makes the latest of the missed runs even if it made none before, ${name}`, () => {
      const { due } = stepClock(times, { times: null, after: null }, { ...running, now: second + period });
      expect(due).to.equal(second + period);
    });

    it(`makes up for nothing after a pause, ${name}`, () => {
      const paused = stepClock(times, afterFirst, { isPaused: true, wasPaused: false, now: second - 1 });
      expect(paused.due).to.equal(null);
      const now = second + 3 * period + 5 * minute;
      const { due } = stepClock(times, paused.position, { isPaused: false, wasPaused: true, now });
      expect(due).to.equal(second + 4 * period);
    });

    it(`makes up for nothing after a change of the times, ${name}`, () => {
      const other: MonitorTimes = { createdAt, interval: 7 * minute };
      const before = stepClock(other, { times: null, after: null }, { ...running, now: createdAt });
      const now = second + period + 1;
      const { due } = stepClock(times, { ...before.position, after: createdAt }, { ...running, now });
      expect(due).to.equal(second + 2 * period);
    });

    it(`keeps the run at creation when the times change before it, ${name}`, () => {
      const other: MonitorTimes = { createdAt, interval: 7 * minute };
      const before = stepClock(other, { times: null, after: null }, { ...running, now: createdAt });
      expect(stepClock(times, before.position, { ...running, now: createdAt + 1 }).due).to.equal(createdAt);
    });
  }

  it("goes on from now after another zone", () => {
    const { position } = stepClock(mornings, { times: null, after: null }, { ...running, now: createdAt });
    const elsewhere = { ...mornings, timezone: "America/New_York" };
    const now = at("2026-03-30T10:00:00Z");
    expect(shown(stepClock(mornings, { ...position, after: createdAt }, { ...running, now }).due)).to.equal(
      "2026-03-30T07:00:00.000Z",
    );
    expect(shown(stepClock(elsewhere, { ...position, after: createdAt }, { ...running, now }).due)).to.equal(
      "2026-03-30T13:00:00.000Z",
    );
  });
});
