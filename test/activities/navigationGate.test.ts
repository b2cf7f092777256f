import { expect } from "chai";
import { HostBackedOff } from "#activities/failures.ts";
import type { NavigationGate } from "#activities/ports.ts";
import { backoffAfter } from "#activities/throttle/backoff.ts";
import { createNavigationGate } from "#activities/throttle/navigationGate.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { createLogger } from "#telemetry/logger.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

let hosts = 0;

/** A gate, and hosts of the test's own. */
function useGate() {
  let database: Database;
  let gate: NavigationGate;
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
    const limits = { maxConcurrentPages: 2, minSpacingMs: 50 };
    gate = createNavigationGate({ database, limits, logger: createLogger({ name: "test", level: "silent" }) });
  });
  after(() => database?.close());
  const newHost = () => `starts-${(hosts += 1)}.example`;
  const enter = (host: string, signal = new AbortController().signal) => gate.waitForTurn(host, { signal, delayMs: 0 });
  const known = (host: string) => database.hostThrottles.findOne({ _id: host });
  const pauseOf = async (host: string): Promise<number> => {
    const record = await until(async () => {
      const found = await known(host);
      // A refusal writes the back-off first, then the count of refusals with the end of the claim.
      return found !== null && found.claimedBy === null && found.backedOffUntil.getTime() > Date.now() && found;
    });
    return record.backedOffUntil.getTime() - Date.now();
  };
  const pauseIsOver = (host: string) =>
    database.hostThrottles.updateOne(
      { _id: host },
      { $set: { backedOffUntil: new Date(0), nextStartAt: new Date(0) } },
    );
  return { newHost, enter, known, pauseOf, pauseIsOver };
}

describe("navigations to a host that refuses", function () {
  this.timeout(30_000);
  const { newHost, enter, known, pauseOf, pauseIsOver } = useGate();

  it("are refused during a back-off, which grows with each refusal until the host answers", async () => {
    const host = newHost();
    for (const seconds of [5, 10, 20]) {
      (await enter(host)).answered(host, { statusCode: 429 });
      expect(await pauseOf(host)).to.be.within(seconds * 1_000 - 2_000, seconds * 1_000);
      expect(await enter(host).catch((error: unknown) => error)).to.be.instanceOf(HostBackedOff);
      await pauseIsOver(host);
    }
    (await enter(host)).answered(host, { statusCode: 200 });
    await until(async () => (await known(host))?.refusals === 0);
    (await enter(host)).answered(host, { statusCode: 503 });
    expect(await pauseOf(host)).to.be.within(3_000, 5_000);
  });

  it("count one refusal when two pages are refused at the same time", async () => {
    const host = newHost();
    const first = await enter(host);
    first.requested();
    const second = await enter(host);
    second.requested();
    for (const contact of [first, second]) contact.answered(host, { statusCode: 503 });
    await pauseOf(host);
    await until(async () => (await known(host))?.claimedBy === null);
    expect((await known(host))?.refusals).to.equal(1);
  });

  it("start one at a time after a refusal, until the host answers", async () => {
    const host = newHost();
    (await enter(host)).answered(host, { statusCode: 429 });
    await pauseOf(host);
    await pauseIsOver(host);
    const probing = await enter(host);
    probing.requested();
    const next = enter(host);
    const late = new AbortController();
    const waited = enter(host, late.signal).then(
      () => "begun",
      () => "waiting",
    );
    setTimeout(() => late.abort(), 1_000);
    expect(await waited).to.equal("waiting");
    probing.answered(host, { statusCode: 200 });
    (await next).requested();
    // Afterwards two run at once again.
    (await enter(host)).ended();
  });

  it("continue when a page of a backed-off host fails without an answer", async () => {
    const host = newHost();
    (await enter(host)).answered(host, { statusCode: 429 });
    await pauseOf(host);
    await pauseIsOver(host);
    (await enter(host)).ended();
    (await enter(host)).ended();
    expect((await known(host))?.refusals).to.equal(1);
  });
});

describe("navigations that a host redirects", function () {
  this.timeout(30_000);
  const { newHost, enter, known, pauseOf, pauseIsOver } = useGate();

  it("continue when a redirect's target host refuses, and are refused at the target", async () => {
    const [host, other] = [newHost(), newHost()];
    for (const seconds of [5, 10]) {
      const first = await enter(host);
      first.answered(host, { statusCode: 302 });
      const second = await enter(host);
      second.answered(host, { statusCode: 302 });
      for (const contact of [first, second]) contact.answered(other, { statusCode: 429 });
      expect(await pauseOf(other)).to.be.within(seconds * 1_000 - 2_000, seconds * 1_000);
      expect(await enter(other).catch((error: unknown) => error)).to.be.instanceOf(HostBackedOff);
      await pauseIsOver(other);
    }
    expect(await known(host)).to.deep.include({ backedOffUntil: new Date(0), refusals: 0 });
    (await enter(other)).answered(other, { statusCode: 200 });
    await until(async () => (await known(other))?.refusals === 0);
  });

  it("are refused at both hosts when a host redirects to a refusing host of its own site", async () => {
    const host = newHost();
    const www = `www.${host}`;
    const contact = await enter(host);
    contact.answered(host, { statusCode: 301 });
    contact.answered(www, { statusCode: 503, retryAfter: 60 });
    for (const each of [www, host]) {
      expect(await pauseOf(each)).to.be.within(58_000, 60_000);
      expect(await enter(each).catch((error: unknown) => error)).to.be.instanceOf(HostBackedOff);
    }
  });
});

describe("navigations to hosts with odd names", function () {
  this.timeout(30_000);
  const { enter, known } = useGate();

  it("leave no unhandled rejection for a host named `error`", async () => {
    const host = "error";
    const unhandled: unknown[] = [];
    const recordUnhandled = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", recordUnhandled);
    try {
      (await enter(host)).ended();
      (await enter(host)).ended();
      await until(async () => (await known(host))?.claimedBy === null);
    } finally {
      process.off("unhandledRejection", recordUnhandled);
    }
    expect(unhandled).to.deep.equal([]);
  });
});

describe("pause of a host", () => {
  const table: [
    what: string,
    answer: { statusCode: number; retryAfter?: number },
    refusals: number,
    ms: number | null,
  ][] = [
    ["200 is none", { statusCode: 200 }, 1, null],
    ["500 is none", { statusCode: 500 }, 1, null],
    ["Retry-After of a page that was answered is none", { statusCode: 200, retryAfter: 9 }, 1, null],
    ["429 with Retry-After is that", { statusCode: 429, retryAfter: 30 }, 4, 30_000],
    ["503 with Retry-After is that", { statusCode: 503, retryAfter: 120 }, 1, 120_000],
    ["Retry-After of 0 is a second", { statusCode: 429, retryAfter: 0 }, 1, 1_000],
    ["a day is ten minutes", { statusCode: 503, retryAfter: 86_400 }, 1, 600_000],
    ["429 alone is 5 s", { statusCode: 429 }, 1, 5_000],
    ["429 alone again is 10 s", { statusCode: 429 }, 2, 10_000],
    ["503 alone for the 50th time is 5 min", { statusCode: 503 }, 50, 300_000],
  ];
  for (const [what, answer, refusals, ms] of table) {
    it(what, () => expect(backoffAfter(answer, refusals)).to.equal(ms));
  }
});
