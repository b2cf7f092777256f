import { expect } from "chai";
import { ConcurrencyLimited, HostBackedOff } from "#activities/failures.ts";
import type { CaptureSlots } from "#activities/ports.ts";
import { createCaptureSlots } from "#activities/throttle/captureSlots.ts";
import { createAccount } from "#data/accounts.ts";
import { readHostThrottles } from "#data/hosts.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { createLogger } from "#telemetry/logger.ts";
import { interceptWrites } from "../support/interceptWrites.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

const limits = { maxConcurrentPages: 2, minSpacingMs: 250 };
const longAgo = Date.parse("2026-01-01T00:00:00Z");

let hosts = 0;

/** The slots of a host of its own for each test, without a worker. */
function useSlots() {
  let database: Database;
  let slots: CaptureSlots;
  let free: string;
  let host: string;
  /** Captures that were notified of their slot, in order. Ended workflows are not notified. */
  let notified: string[];
  const ended = new Set<string>();
  const unreachable = new Set<string>();
  before(async () => {
    // No worker runs here, as its reconciler would also grant slots.
    database = openDatabase((await servers()).info.mongoUrl);
    ({ _id: free } = await createAccount(database, { email: "places@example.com", plan: "free" }));
    const logger = createLogger({ name: "test", level: "silent" });
    const notifySlotGranted = async (_workflowId: string, leaseId: string) => {
      if (unreachable.has(leaseId)) throw new Error("Temporal is away");
      return !ended.has(leaseId) && notified.push(leaseId) > 0;
    };
    slots = createCaptureSlots({ database, limits, notifySlotGranted, logger });
  });
  after(async () => {
    // A worker of a later test would grant these slots, one after another.
    await database?.waitQueues.deleteMany({});
    await database?.close();
  });
  beforeEach(() => {
    notified = [];
    hosts += 1;
    host = `host-${hosts}.example.com`;
  });
  const subject = () => `host:${host}`;
  /** Starts a capture that runs until it is finished; rejects if no slot is free. */
  const capture = async (leaseId: string, accountId = "uncounted") => {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const done = slots.run({ accountId, host, leaseId, seconds: 30, keeps: () => false }, () => {
      begun.resolve();
      return held.promise;
    });
    await Promise.race([begun.promise, done]);
    return async () => {
      held.resolve();
      await done;
    };
  };
  const refusalOf = async (leaseId: string, accountId?: string): Promise<string> => {
    const refusal = await capture(leaseId, accountId).catch((error: unknown) => error);
    return refusal instanceof ConcurrencyLimited ? refusal.slotKey : "begun";
  };
  const wait = (leaseId: string, { accountId = "a", priority = 3, at = 0 } = {}) =>
    slots.enqueue({
      slotKey: subject(),
      leaseId,
      workflowId: `render:${leaseId}`,
      accountId,
      priority,
      since: new Date(longAgo + at).toISOString(),
    });
  /** The order in which waiting captures are granted a slot, one after another. */
  const orderOf = async (count: number): Promise<string[]> => {
    for (let index = 0; index < count; index += 1) {
      const next = notified[index];
      if (next === undefined) break;
      await (
        await capture(next)
      )();
    }
    return notified;
  };
  const unlimited = async () =>
    (await createAccount(database, { email: `${host}@example.com`, plan: "unlimited" }))._id;
  return {
    get database() {
      return database;
    },
    get slots() {
      return slots;
    },
    get free() {
      return free;
    },
    get host() {
      return host;
    },
    set host(value) {
      host = value;
    },
    get notified() {
      return notified;
    },
    ended,
    unreachable,
    subject,
    capture,
    refusalOf,
    wait,
    orderOf,
    unlimited,
  };
}

describe("capture slots of a host: order", function () {
  this.timeout(30_000);
  const own = useSlots();
  const { ended, subject, capture, refusalOf, wait, orderOf, unlimited } = own;

  it("number at most the host's limit over all accounts, and freed slots go to waiting captures", async () => {
    const [first, second] = [await capture("1", await unlimited()), await capture("2", await unlimited())];
    expect(await refusalOf("3", await unlimited())).to.equal(subject());
    await wait("3");
    await wait("4");
    expect(own.notified).to.deep.equal([]);
    // A new capture does not overtake them.
    await first();
    expect(own.notified).to.deep.equal(["3"]);
    expect(await refusalOf("5")).to.equal(subject());
    await second();
    expect(own.notified).to.deep.equal(["3", "4"]);
  });

  it("go to accounts in turn, however many captures one account queues", async () => {
    const [first, second] = [await capture("x", await unlimited()), await capture("y", await unlimited())];
    for (const [at, leaseName] of ["a0", "a1", "a2", "a3"].entries()) await wait(leaseName, { at });
    for (const [at, leaseName] of ["b0", "b1"].entries()) await wait(leaseName, { accountId: "b", at: 100 + at });
    await first();
    await wait("a4", { at: 50 });
    expect(await orderOf(7)).to.deep.equal(["a0", "b0", "a1", "b1", "a2", "a3", "a4"]);
    await second();
  });

  it("go by priority within an account, then by time of the request", async () => {
    const [first, second] = [await capture("x", await unlimited()), await capture("y", await unlimited())];
    const line = { low: 5, normal: 3, later: 3, high: 1 };
    for (const [at, [leaseName, priority]] of Object.entries(line).entries()) await wait(leaseName, { priority, at });
    await first();
    expect(await orderOf(4)).to.deep.equal(["high", "normal", "later", "low"]);
    await second();
  });

  it("ignore repeated requests and skip workflows that have ended", async () => {
    const [first, second] = [await capture("x", await unlimited()), await capture("y", await unlimited())];
    for (const leaseName of ["gone", "again", "again", "left"]) await wait(leaseName, { at: own.notified.length });
    ended.add("gone");
    await own.slots.release({ accountId: "a", host: own.host, leaseId: "left" });
    await Promise.all([first(), second()]);
    expect(own.notified).to.deep.equal(["again"]);
  });

  it("queue 30 concurrent requests when the wait queue is empty", async () => {
    const [first, second] = [await capture("x", await unlimited()), await capture("y", await unlimited())];
    const all = Array.from({ length: 30 }, (_, index) => `w${index}`);
    expect(await Promise.all(all.map((leaseName, at) => wait(leaseName, { at })))).to.deep.equal(all.map(() => true));
    expect((await own.database.waitQueues.findOne({ _id: subject() }))?.count).to.equal(30);
    await Promise.all([first(), second()]);
    expect(own.notified).to.have.members(["w0", "w1"]);
  });
});

describe("capture slots of a host: fullness and faults", function () {
  this.timeout(30_000);
  const own = useSlots();
  const { unreachable, subject, capture, wait, orderOf, unlimited } = own;

  it("are not granted twice when a slow process grants after another one", async () => {
    const looked = Promise.withResolvers<void>();
    const later = Promise.withResolvers<void>();
    const slow = interceptWrites(own.database, async (make) => {
      looked.resolve();
      await later.promise;
      return make();
    });
    const logger = createLogger({ name: "test", level: "silent" });
    const notifySlotGranted = async (_workflowId: string, leaseId: string) => own.notified.push(`late ${leaseId}`) > 0;
    const late = createCaptureSlots({ database: slow, limits, notifySlotGranted, logger });
    const [first, second] = [await capture("x", await unlimited()), await capture("y", await unlimited())];
    await wait("1");
    const lateDone = late.grantAll();
    await looked.promise;
    await first();
    expect(await orderOf(1)).to.deep.equal(["1"]);
    later.resolve();
    await lateDone;
    await second();
    expect(own.notified).to.deep.equal(["1"]);
    expect((await own.database.slotLeases.findOne({ _id: subject() }))?.leases).to.deep.equal({});
  });

  it("stay reachable for other accounts when one account fills the wait queue", async () => {
    const [first, second] = [await capture("x", await unlimited()), await capture("y", await unlimited())];
    const waiter = { workflowId: "render:full", accountId: "hog", priority: 3 };
    const crowd = Array.from({ length: 2_000 }, (_, at) => [`h${at}`, { ...waiter, since: new Date(longAgo + at) }]);
    const waiters = Object.fromEntries(crowd);
    await own.database.waitQueues.insertOne({ _id: subject(), waiters, count: 2_000, served: {}, usedAt: new Date() });
    expect(await wait("late", { accountId: "hog", at: 5_000 })).to.equal(false);
    expect(await wait("b0", { accountId: "b", at: 9_000 })).to.equal(true);
    expect(await wait("soon", { accountId: "hog", priority: 1, at: 9_000 })).to.equal(true);
    const line = await own.database.waitQueues.findOne({ _id: subject() });
    expect(line?.count).to.equal(2_000);
    expect(Object.keys(line?.waiters ?? {})).to.include.members(["h0", "b0", "soon"]);
    expect(Object.keys(line?.waiters ?? {}))
      .to.not.include.members(["h1999"])
      .and.to.not.include.members(["h1998"]);
    await first();
    expect(own.notified).to.deep.equal(["soon"]);
    await second();
    expect(own.notified).to.deep.equal(["soon", "b0"]);
  });

  it("are granted for a limited time, and by the next pass from there", async () => {
    const asked: string[] = [];
    const notifySlotGranted = (_workflowId: string, leaseId: string) => {
      asked.push(leaseId);
      return Promise.resolve(false);
    };
    const logger = createLogger({ name: "test", level: "silent" });
    const hurried = createCaptureSlots({ database: own.database, limits, notifySlotGranted, logger, maxRunMs: 1 });
    const waiter = { workflowId: "render:ended", accountId: "a", priority: 3 };
    const since = (at: number) => new Date(longAgo + at);
    const waiters = { "1": { ...waiter, since: since(1) }, "2": { ...waiter, since: since(2) } };
    await own.database.waitQueues.deleteMany({});
    await own.database.waitQueues.insertOne({ _id: subject(), waiters, count: 2, served: {}, usedAt: new Date() });
    await hurried.grantAll();
    expect(asked).to.deep.equal(["1"]);
    await hurried.grantAll();
    expect(asked).to.deep.equal(["1", "2"]);
  });

  it("are offered again to a workflow that could not be notified, and to all others", async () => {
    const elsewhere = own.host;
    const [first, second] = [await capture("x", await unlimited()), await capture("y", await unlimited())];
    unreachable.add("deaf");
    await wait("deaf");
    await Promise.all([first(), second()]);
    own.host = `${own.host}-too`;
    await own.database.waitQueues.insertOne({
      _id: subject(),
      waiters: { other: { workflowId: "render:other", accountId: "a", priority: 3, since: new Date(longAgo) } },
      count: 1,
      served: {},
      usedAt: new Date(),
    });
    await own.slots.grantAll();
    expect(own.notified).to.deep.equal(["other"]);
    unreachable.delete("deaf");
    own.host = elsewhere;
    await own.slots.grantAll();
    expect(own.notified).to.deep.equal(["other", "deaf"]);
  });

  it("delete the wait queue when it becomes empty", async () => {
    const [first, second] = [await capture("x", await unlimited()), await capture("y", await unlimited())];
    await wait("1");
    await first();
    await orderOf(1);
    await second();
    expect(await own.database.waitQueues.findOne({ _id: subject() })).to.equal(null);
    expect((await readHostThrottles(own.database, new Date())).map((each) => each.host)).to.not.include(own.host);
  });
});

describe("capture slots of a host: back-off and accounts", function () {
  this.timeout(30_000);
  const own = useSlots();
  const { subject, capture, refusalOf, wait, unlimited } = own;

  /** Backs off from the host for some milliseconds. Returns the end. */
  async function backOff(ms: number): Promise<Date> {
    const now = new Date();
    const backedOffUntil = new Date(now.getTime() + ms);
    const throttle = { _id: own.host, nextStartAt: now, claimedBy: null, backedOffUntil, refusals: 1 };
    await own.database.hostThrottles.insertOne(throttle);
    return backedOffUntil;
  }

  it("are granted when the back-off ends, without a further request", async () => {
    const backedOffUntil = await backOff(1_500);
    const first = await capture("1", await unlimited());
    await wait("2");
    await first();
    expect(own.notified).to.deep.equal([]);
    await until(async () => own.notified.length > 0, 5_000);
    expect(own.notified).to.deep.equal(["2"]);
    expect(Date.now()).to.be.at.least(backedOffUntil.getTime());
  });

  it("are not granted while the database is unreachable", async () => {
    const away = openDatabase("mongodb://127.0.0.1:1/away");
    const logger = createLogger({ name: "test", level: "silent" });
    const blind = createCaptureSlots({ database: away, limits, notifySlotGranted: async () => true, logger });
    const page = { accountId: "a", leaseId: "p", seconds: 30, keeps: () => false };
    expect(await blind.run({ ...page, host: null }, async () => "begun")).to.equal("begun");
    const refusal = await blind.run({ ...page, host: own.host }, async () => "begun").catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(HostBackedOff);
    await away.close();
  });

  it("keep the account's slot leased while a capture waits for the host's slot", async () => {
    const accountId = await unlimited();
    const [first, second] = [await capture("x", await unlimited()), await capture("y", await unlimited())];
    const _id = `captures:${accountId}`;
    const soon = new Date(Date.now() + 1_000);
    await own.database.slotLeases.insertOne({
      _id,
      leases: { "1": soon },
      count: 1,
      hasWaiters: true,
      usedAt: new Date(),
    });
    const keptFor = async () =>
      ((await own.database.slotLeases.findOne({ _id }))?.leases["1"]?.getTime() ?? 0) - Date.now();
    await wait("1", { accountId });
    expect(await keptFor()).to.be.greaterThan(120_000);
    await own.slots.release({ accountId, host: own.host, leaseId: "1" });
    expect((await own.database.slotLeases.findOne({ _id }))?.leases).to.deep.equal({});
    await Promise.all([first(), second()]);
  });

  it("are not granted while the host is backed off", async () => {
    const now = new Date();
    const backedOffUntil = await backOff(60_000);
    const first = await capture("1", await unlimited());
    await wait("2");
    await wait("3", { accountId: "b" });
    await first();
    expect(own.notified).to.deep.equal([]);
    await own.database.slotLeases.updateOne({ _id: subject() }, { $set: { count: 1, "leases.died": now } });
    const shown = (await readHostThrottles(own.database, now)).find((each) => each.host === own.host);
    expect(shown).to.deep.equal({ host: own.host, leases: {}, waiting: 2, accounts: 2, backedOffUntil, refusals: 1 });
    await own.database.hostThrottles.updateOne({ _id: own.host }, { $set: { backedOffUntil: now } });
    await own.slots.grantAll();
    expect(own.notified).to.have.members(["2", "3"]);
  });

  it("are released when the account has reached its plan's concurrency", async () => {
    const account = [await capture("1", own.free), await capture("2", own.free)];
    const elsewhere = own.host;
    own.host = `${own.host}-too`;
    const first = await capture("x", await unlimited());
    expect(await refusalOf("3", own.free)).to.equal(`captures:${own.free}`);
    // The slot that it held for a moment is free again.
    await (
      await capture("y", await unlimited())
    )();
    await first();
    own.host = elsewhere;
    for (const end of account) await end();
  });
});
