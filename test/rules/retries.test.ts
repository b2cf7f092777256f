import { expect } from "chai";
import { type FailedRun, keepRetry, nextRetry } from "#rules/retries.ts";

const minute = 60_000;
const delays = [30_000, 2 * minute, 5 * minute];
const run: FailedRun = { retryable: true, tries: 0, now: 0, due: 60 * minute, timeout: 30_000, isTold: false };

describe("further tries of a failed run", () => {
  it("come after 30 s, 2 min and 5 min, each after the one before, and then no more", () => {
    expect(nextRetry(delays, run)).to.deep.equal({ at: 30_000, tries: 1 });
    expect(nextRetry(delays, { ...run, tries: 1, now: 31_000 })).to.deep.equal({ at: 151_000, tries: 2 });
    expect(nextRetry(delays, { ...run, tries: 2, now: 152_000 })).to.deep.equal({ at: 452_000, tries: 3 });
    expect(nextRetry(delays, { ...run, tries: 3, now: 453_000 })).to.equal(null);
  });

  const none: [string, Partial<FailedRun>][] = [
    ["for a failure that no further try mends", { retryable: false }],
    ["for an outage that was told", { isTold: true }],
    ["if no run is due after it", { due: null }],
    ["if it could last into the next due run", { due: minute - 1 }],
  ];
  for (const [why, facts] of none) {
    it(`is none ${why}`, () => expect(nextRetry(delays, { ...run, ...facts })).to.equal(null));
  }

  it("is made if it ends just before the next due run", () => {
    expect(nextRetry(delays, { ...run, due: minute })).to.deep.equal({ at: 30_000, tries: 1 });
  });

  it("is given up by a pause, and by a due run that comes first", () => {
    const retry = { at: minute, tries: 1 };
    expect(keepRetry(retry, { now: 0, due: 2 * minute })).to.equal(retry);
    expect(keepRetry(retry, { now: 0, due: null })).to.equal(null);
    expect(keepRetry(retry, { now: 0, due: minute })).to.equal(null);
    expect(keepRetry(retry, { now: 3 * minute, due: 2 * minute })).to.equal(null);
    expect(keepRetry(null, { now: 0, due: minute })).to.equal(null);
  });
});
