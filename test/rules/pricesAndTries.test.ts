import { expect } from "chai";
import type { ExtractName } from "#schemas/extracts/extracts.ts";
import { backOff, delayBefore } from "#rules/deliverySchedule.ts";
import { nextDigestAt } from "#rules/digests.ts";
import { creditPeriod, endOfPeriod, renderPrice } from "#rules/prices.ts";
import { creditsOfJobs } from "#rules/totals.ts";

describe("price of a render", () => {
  const picture = { format: "jpg", quality: 80, fullPage: false } as const;
  const table: [what: string, screenshot: typeof picture | null, extracts: ExtractName[], credits: number][] = [
    ["a picture", picture, [], 1],
    ["a picture with metadata", picture, ["metadata"], 1],
    ["metadata alone", null, ["metadata"], 0],
    ["extraction", null, ["markdown"], 1],
    ["extraction of many kinds", null, ["markdown", "html", "links", "metadata"], 1],
    ["a picture and extraction", picture, ["metadata", "links"], 2],
    ["design", null, ["design"], 2],
    ["a picture, extraction and design", picture, ["links", "design"], 3],
  ];
  for (const [what, screenshot, extracts, credits] of table) {
    it(`${what} is ${credits}`, () => expect(renderPrice({ screenshot, extracts })).to.equal(credits));
  }
});

describe("the wait before asking again", () => {
  const waits = { minMs: 5_000, maxMs: 300_000 };
  const table: [poll: number, seconds: number][] = [
    [0, 5],
    [1, 10],
    [2, 20],
    [5, 160],
    [6, 300],
    [100_000, 300],
  ];
  for (const [poll, seconds] of table) {
    it(`is ${seconds} s at poll ${poll}`, () => expect(backOff(poll, waits)).to.equal(seconds * 1_000));
  }
});

describe("credit period", () => {
  it("is the calendar month in UTC", () => {
    expect(creditPeriod(new Date("2026-01-31T23:59:59.999Z"))).to.equal("2026-01");
    expect(creditPeriod(new Date("2026-02-01T00:00:00.000Z"))).to.equal("2026-02");
  });

  it("ends where the next one begins", () => {
    for (const [period, next] of [
      ["2026-01", "2026-02"],
      ["2026-12", "2027-01"],
    ] as const)
      expect(endOfPeriod(period).toISOString()).to.equal(`${next}-01T00:00:00.000Z`);
  });
});

describe("credits of jobs in total", () => {
  it("are net of refunds", () => {
    const jobs = [{ credits: { charged: 3, refunded: 1 } }, { credits: { charged: 2, refunded: 2 } }];
    expect(creditsOfJobs(jobs)).to.deep.equal({ charged: 5, refunded: 3, net: 2 });
  });
});

describe("the next digest", () => {
  const after = new Date("2026-03-01T07:30:00.000Z");
  it("is at 8 in the morning of its time zone, or at the full hour", () => {
    expect(nextDigestAt("daily", "UTC", after).toISOString()).to.equal("2026-03-01T08:00:00.000Z");
    expect(nextDigestAt("daily", "Europe/Berlin", after).toISOString()).to.equal("2026-03-02T07:00:00.000Z");
    expect(nextDigestAt("hourly", "UTC", after).toISOString()).to.equal("2026-03-01T08:00:00.000Z");
  });
});

describe("schedule of a webhook's tries", () => {
  it("is at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, then no more", () => {
    const delays = Array.from({ length: 9 }, (_, index) =>
      delayBefore({ attempt: index + 1, random: 0.5, retryAfter: null }),
    );
    expect(delays).to.deep.equal([0, 5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000, null]);
  });

  it("is jittered by a fifth either way", () => {
    expect(delayBefore({ attempt: 3, random: 0, retryAfter: null })).to.equal(240_000);
    expect(delayBefore({ attempt: 3, random: 1, retryAfter: null })).to.equal(360_000);
  });

  it("has two tries for a sample", () => {
    const delays = [1, 2, 3].map((attempt) => delayBefore({ attempt, random: 0.5, retryAfter: null, isSample: true }));
    expect(delays).to.deep.equal([0, 5_000, null]);
  });

  it("obeys a longer Retry-After, up to a day", () => {
    expect(delayBefore({ attempt: 2, random: 0.5, retryAfter: 60 })).to.equal(60_000);
    expect(delayBefore({ attempt: 3, random: 0.5, retryAfter: 60 })).to.equal(300_000);
    expect(delayBefore({ attempt: 2, random: 0.5, retryAfter: 1e9 })).to.equal(86_400_000);
  });
});
