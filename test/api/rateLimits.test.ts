import { expect } from "chai";
import { createRateLimiter } from "#api/load/rateLimiter.ts";
import { openDatabase } from "#data/mongo.ts";
import { plans, usePlans } from "#schemas/settings/plans.ts";
import { createLogger } from "#telemetry/logger.ts";
import { testPlans } from "../support/testPlans.ts";
import { at } from "./support/fields.ts";
import { deadPort, testApi, testLimits } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

describe("requests per second", () => {
  let clock: Date;
  const now = () => clock;

  before(() => {
    // An hour ahead of all other tests that call from this address.
    clock = new Date(Date.now() + 3_600_000);
    usePlans({ ...testPlans, free: { requestsPerSecond: 10 }, starter: { requestsPerSecond: 100 } });
  });
  const { api } = useApi({ now });
  /** Stands for a second process: it shares nothing but the database. */
  const { api: other } = useApi({ now });
  after(() => usePlans(testPlans));
  const nextSecond = () => (clock = new Date(clock.getTime() + 1_000));

  const statuses = async (calls: (() => Promise<{ status: number }>)[]) => {
    const replies = await Promise.all(calls.map((call) => call()));
    const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
    return { answered: count(200), refused: count(429), all: replies.length };
  };
  /** Calls by the key at both processes, alternating. */
  const burst = (key: string, count: number, path = "/jobs") =>
    statuses(
      Array.from({ length: count }, (_, place) => () => {
        const { anyone } = place % 2 === 0 ? api : other;
        return anyone.call("GET", path, { headers: { Authorization: `Bearer ${key}` } });
      }),
    );

  it("of one key are limited by the plan over all processes, in each second", async () => {
    const { key } = await api.account({ plan: "free" });
    expect(await burst(key, 40)).to.deep.equal({ answered: 10, refused: 30, all: 40 });
    expect((await burst(key, 4)).answered).to.equal(0);
    nextSecond();
    expect(await burst(key, 40)).to.deep.equal({ answered: 10, refused: 30, all: 40 });
  });

  it("are never more than a larger limit, and hardly fewer", async () => {
    const { key } = await api.account({ plan: "starter" });
    for (let callNumber = 0; callNumber < 2; callNumber += 1) {
      nextSecond();
      const { answered } = await burst(key, 120);
      expect(answered).to.be.within(90, 100);
    }
  });

  /** For an API that is closed before the others. */
  const sharedDatabase = () => ({ ...api.ports.database, close: async () => undefined });

  it("cost one key's burst few writes", async () => {
    const { key } = await api.account({ plan: "starter" });
    nextSecond();
    let asked = 0;
    const { rates } = api.ports.database;
    const counted = new Proxy(rates, {
      get(target, name) {
        if (name === "findOneAndUpdate") asked += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const alone = await testApi({
      now,
      database: { ...sharedDatabase(), rates: counted },
    });
    for (let callNumber = 0; callNumber < 50; callNumber += 1)
      await alone.anyone.call("GET", "/jobs", { headers: { Authorization: `Bearer ${key}` } });
    await alone.close();
    // 1 + 2 + 4 + 8 + 10 + 10 … for the key, 1 + 2 + 4 … for the address.
    expect(asked).to.be.below(16);
  });

  it("beyond the limit are 429 with Retry-After, and every reply states the rest", async () => {
    const { client } = await api.account({ plan: "free" });
    nextSecond();
    const first = await client.call("GET", "/jobs");
    expect(first.headers.get("ratelimit-policy")).to.equal('"address";q=100000;w=1, "key";q=10;w=1');
    expect(first.headers.get("ratelimit")).to.match(/^"address";r=\d+;t=1, "key";r=9;t=1$/);
    for (let callNumber = 0; callNumber < 9; callNumber += 1) await client.call("GET", "/usage");
    const { status, headers, json } = await client.call("POST", "/render", { body: { url: "https://example.com/" } });
    expect([status, headers.get("retry-after"), at(json, "error"), at(json, "type")]).to.deep.equal([
      429,
      "1",
      "rate_limited",
      "rate_limited",
    ]);
    expect(headers.get("ratelimit")).to.match(/"key";r=0;t=1$/);
    expect(await api.ports.database.ledger.countDocuments({ accountId: (await api.account()).accountId })).to.equal(0);
  });

  it("of two keys are counted separately", async () => {
    const [one, two] = [await api.account({ plan: "free" }), await api.account({ plan: "free" })];
    nextSecond();
    expect((await burst(one.key, 20)).answered).to.equal(10);
    expect((await burst(two.key, 20)).answered).to.equal(10);
  });

  it("of an address are limited with and without a key, before the key is looked up; probes are not", async () => {
    const limits = { ...testLimits, addressRequestsPerSecond: 8 };
    const narrow = await testApi({ now, limits });
    nextSecond();
    const unknown = Array.from({ length: 20 }, () => () => narrow.anyone.call("GET", "/jobs"));
    const replies = await Promise.all(unknown.map((call) => call()));
    expect(replies.filter(({ status }) => status === 401)).to.have.length(8);
    expect(replies.filter(({ status }) => status === 429)).to.have.length(12);
    expect(
      (await statuses(Array.from({ length: 20 }, () => () => narrow.anyone.call("GET", "/health/live")))).answered,
    ).to.equal(20);
    await narrow.close();
  });

  it("behind proxies count by the address that the outermost proxy saw, not by a client's header", async () => {
    const limits = { ...testLimits, proxies: 1, addressRequestsPerSecond: 3 };
    const behind = await testApi({ now, limits });
    nextSecond();
    const from = (address: string) => () =>
      behind.anyone.call("GET", "/jobs", { headers: { "X-Forwarded-For": address } });
    const claims = ["9.9.9.9, 198.51.100.7", "8.8.8.8, 198.51.100.7", "garbage, 198.51.100.7", "198.51.100.7"];
    const replies = await Promise.all(claims.map((claim) => from(claim)()));
    expect(replies.filter(({ status }) => status === 429)).to.have.length(1);
    expect((await from("198.51.100.8")()).status).to.equal(401);
    // One IPv6 network of 64 bits is one customer.
    const v6 = await Promise.all(
      ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4"].map((one) => from(one)()),
    );
    expect(v6.filter(({ status }) => status === 429)).to.have.length(1);
    expect((await from("2001:db8:0:1::1")()).status).to.equal(401);
    await behind.close();
  });

  it("are not locked out by a process with a wrong clock", async () => {
    const { key } = await api.account({ plan: "free" });
    nextSecond();
    const wrong = await testApi({ now: () => new Date(clock.getTime() + 60_000), database: sharedDatabase() });
    const headers = { Authorization: `Bearer ${key}` };
    for (let callNumber = 0; callNumber < 10; callNumber += 1) await wrong.anyone.call("GET", "/jobs", { headers });
    expect((await wrong.anyone.call("GET", "/jobs", { headers })).status).to.equal(429);
    expect((await burst(key, 20)).answered).to.equal(10);
    nextSecond();
    expect((await burst(key, 20)).answered).to.equal(10);
    await wrong.close();
  });

  for (const [fault, failOf] of Object.entries({
    "goes away": () => Promise.reject(new Error("away")),
    "slows down": () => new Promise<never>(() => undefined),
  }))
    it(`stay within the limit if MongoDB ${fault} after the first of a window`, async () => {
      const { rates } = api.ports.database;
      let isFailing = false;
      const failing = new Proxy(rates, {
        get(target, name) {
          if (name === "findOneAndUpdate" && isFailing) return failOf;
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const database = { ...sharedDatabase(), rates: failing };
      const log = createLogger({ name: "test", level: "silent" });
      const limiter = createRateLimiter({ database, now, log, patienceMs: 50 });
      const take = () => limiter.take({ rateKey: `key:${fault}`, limit: 10 });
      nextSecond();
      const verdicts = [await take(), await take(), await take()];
      isFailing = true;
      verdicts.push(...(await Promise.all(Array.from({ length: 20 }, take))));
      expect(verdicts.filter(({ allowed }) => allowed)).to.have.length(10);
      expect(verdicts.map(({ remaining }) => remaining)).to.deep.equal([
        ...Array.from({ length: 10 }, (_, index) => 9 - index),
        ...Array.from({ length: 13 }, () => 0),
      ]);
    });

  it("are limited by each process alone while MongoDB is away", async () => {
    const database = openDatabase(`mongodb://127.0.0.1:${await deadPort()}/none`);
    const limiter = createRateLimiter({ database, now, log: createLogger({ name: "test", level: "silent" }) });
    const started = performance.now();
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, () => limiter.take({ rateKey: "key:a", limit: plans.free.requestsPerSecond })),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).to.have.length(10);
    expect(performance.now() - started).to.be.below(1_500);
    await database.close();
  });
});
