import { expect } from "chai";
import { openDatabase } from "#data/mongo.ts";
import { servers } from "#test/support/servers.ts";
import { interceptWrites } from "#test/support/interceptWrites.ts";
import { creditState } from "#test/support/creditState.ts";
import { createClient } from "./support/client.ts";
import { at } from "./support/fields.ts";
import { type TestAccount, type TestApi, testApi } from "./support/testApi.ts";

const databaseName = "idempotency";

/** An API with a clock that the tests set. */
function useOwnKeys() {
  let api: TestApi;
  let account: TestAccount;
  let clock: Date | null = null;
  before(async function () {
    this.timeout(600_000);
    // A database of its own, as every look for a record reads all that there are.
    api = await testApi({ databaseName, now: () => clock ?? new Date() });
    account = await api.account({ plan: "free" });
  });
  afterEach(() => void (clock = null));
  after(() => api.close());
  const submit = (key: string, body: unknown, by = account) =>
    by.client.call("POST", "/render", { body, headers: { "Idempotency-Key": key } });
  const page = {
    url: "https://example.com/",
    webhookSecret: "canary-canary-canary",
    webhookUrl: "https://example.org/",
  };
  const jobs = ({ accountId }: TestAccount) => api.ports.database.jobs.countDocuments({ accountId });
  return {
    get api() {
      return api;
    },
    get account() {
      return account;
    },
    get clock() {
      return clock;
    },
    set clock(value) {
      clock = value;
    },
    submit,
    page,
    jobs,
  };
}

describe("Idempotency-Key", () => {
  const calls = useOwnKeys();
  const { submit, page, jobs } = calls;

  it("does the work once and gives the first reply again", async () => {
    const first = await submit("one", page);
    const again = await submit("one", page);
    expect([first.status, again.status]).to.deep.equal([202, 202]);
    expect(again.json).to.deep.equal(first.json);
    expect([first.headers.get("idempotent-replayed"), again.headers.get("idempotent-replayed")]).to.deep.equal([
      null,
      "true",
    ]);
    for (const name of ["location", "x-credits-charged"])
      expect(again.headers.get(name)).to.equal(first.headers.get(name));
    expect(await jobs(calls.account)).to.equal(1);
    expect(JSON.stringify(await calls.api.ports.database.idempotency.find().toArray())).to.not.match(/canary|"one"/);
  });

  it("does the work once for concurrent calls", async () => {
    const owner = await calls.api.account();
    const replies = await Promise.all(Array.from({ length: 8 }, () => submit("race", page, owner)));
    expect(await jobs(owner)).to.equal(1);
    for (const { status, json } of replies) {
      if (status !== 202) expect([status, at(json, "error")]).to.deep.equal([409, "idempotency_in_progress"]);
    }
    expect((await submit("race", page, owner)).headers.get("idempotent-replayed")).to.equal("true");
  });

  it("refuses the key for another body, and keeps accounts and operations separate", async () => {
    await submit("apart", page);
    const other = await submit("apart", { ...page, url: "https://example.net/" });
    expect([other.status, at(other.json, "error")]).to.deep.equal([422, "idempotency_key_reused"]);
    const batch = { body: { urls: [page.url] }, headers: { "Idempotency-Key": "apart" } };
    expect((await calls.account.client.call("POST", "/render/smart-batch", batch)).status).to.equal(200);
    expect((await submit("apart", page, await calls.api.account())).headers.get("idempotent-replayed")).to.equal(null);
  });

  it("does not keep refusals", async () => {
    expect((await submit("refused", { url: "ftp://example.com/" })).status).to.equal(400);
    const owner = await calls.api.account({ plan: "free" });
    await calls.api.ports.database.accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 100 } });
    expect((await submit("refused", page, owner)).status).to.equal(402);
    await calls.api.ports.database.accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 0 } });
    expect((await submit("refused", page, owner)).status).to.equal(202);
    expect((await submit("x".repeat(256), page)).status).to.equal(400);
    expect((await submit("", page)).status).to.equal(400);
  });

  it("are refused if they are empty or too long, also where the route makes its own keys of them", async () => {
    const { client } = await calls.api.account({ plan: "starter" });
    const { url } = page;
    const monitor = { name: "Prices", url, intervalMinutes: 60 };
    const requests: [string, unknown][] = [
      ["/render", { url }],
      ["/render/screenshot", { url }],
      ["/render/monitors", monitor],
      ["/render/monitors/bulk", { operations: [{ action: "create", monitor }] }],
    ];
    for (const [path, body] of requests)
      for (const key of ["", "x".repeat(256)]) {
        const { status, json } = await client.call("POST", path, { body, headers: { "Idempotency-Key": key } });
        expect([path, status, at(json, "fields.0.field")]).to.deep.equal([path, 400, "Idempotency-Key"]);
      }
  });
});

describe("Idempotency-Key: the first reply", () => {
  const calls = useOwnKeys();
  const { submit, page, jobs } = calls;

  it("repeats the first reply when a new call would be refused, as its time has passed", async () => {
    const owner = await calls.api.account();
    const inAMinute = new Date(Date.now() + 60_000).toISOString();
    const requests: [path: string, body: object][] = [
      ["/render/scheduled", { url: page.url, scheduleAt: inAMinute }],
      ["/render/schedule-recurring", { url: page.url, pattern: "* * * * *", endDate: inAMinute }],
    ];
    const send = ([path, body]: (typeof requests)[number], key = "once", { client } = owner) =>
      client.call("POST", path, { body, headers: { "Idempotency-Key": key } });
    const first = await Promise.all(requests.map((request) => send(request)));
    calls.clock = new Date(Date.now() + 3_600_000);
    for (const [index, request] of requests.entries()) {
      const again = await send(request);
      expect([first[index]?.status, again.status], request[0]).to.deep.equal([201, 201]);
      expect(again.json).to.deep.equal(first[index]?.json);
      expect(again.headers.get("idempotent-replayed")).to.equal("true");
      const [path, body] = request;
      const other = await send([path, { ...body, fullPage: true }]);
      expect([other.status, at(other.json, "error")], path).to.deep.equal([422, "idempotency_key_reused"]);
    }
    expect(await calls.api.ports.database.schedules.countDocuments({ accountId: owner.accountId })).to.equal(2);

    // A request that was never accepted gets its own error and leaves its key free.
    for (const request of requests) {
      const refused = await send(request, "never");
      expect([refused.status, at(refused.json, "error")]).to.deep.equal([400, "validation_failed"]);
    }
    calls.clock = null;
    for (const request of requests) {
      const taken = await send(request, "never");
      expect([taken.status, taken.headers.get("idempotent-replayed")]).to.deep.equal([201, null]);
    }
  });

  it("forgets a key after 24 hours, and treats an unfinished first call as dead after two minutes", async () => {
    const owner = await calls.api.account();
    await submit("broken", page, owner);
    const { idempotency } = calls.api.ports.database;
    const [record] = await idempotency
      .find({ reply: { $ne: null } })
      .sort({ expiresAt: -1 })
      .limit(1)
      .toArray();
    if (record === undefined) throw new Error("no record");
    await idempotency.updateOne({ _id: record._id }, { $set: { reply: null } });
    expect((await submit("broken", page, owner)).status).to.equal(409);
    const lockedUntil = new Date(record.lockedUntil.getTime() - 121_000);
    await idempotency.updateOne({ _id: record._id }, { $set: { lockedUntil } });
    const found = await submit("broken", page, owner);
    expect([found.status, found.headers.get("idempotent-replayed"), await jobs(owner)]).to.deep.equal([202, "true", 1]);
    await idempotency.updateOne({ _id: record._id }, { $set: { expiresAt: new Date() } });
    const fresh = await submit("broken", page, owner);
    expect([fresh.status, fresh.headers.get("idempotent-replayed"), await jobs(owner)]).to.deep.equal([202, null, 2]);
  });
});

describe("Idempotency-Key: calls that break off", () => {
  const calls = useOwnKeys();
  const { page, jobs } = calls;

  for (const after of [false, true]) {
    const when = after ? "right after it is made" : "before it is made";
    it(`makes one job and one charge when a call is repeated after any write failed ${when}`, async () => {
      // One after the other, each write of an acceptance fails.
      const mongoUrl = (await servers()).info.mongoUrl.replace(/\w+$/, databaseName);
      for (let place = 1, failed = true; failed; place += 1) {
        const owner = await calls.api.account({ plan: "free" });
        const { database, keyRing, signingKey } = calls.api.ports;
        let count = 0;
        const broken = interceptWrites(openDatabase(mongoUrl), async (make) => {
          count += 1;
          if (count === place && !after) throw new Error("canary: a write failed");
          const made = await make();
          if (count === place && after) throw new Error("canary: a write failed");
          return made;
        });
        const failing = await testApi({ keyRing, signingKey, database: broken });
        const client = createClient(failing.url, owner.key);
        const call = { body: page, headers: { "Idempotency-Key": `fails-${place}-${after}` } };
        const first = await client.call("POST", "/render", call);
        await failing.close();
        failed = count >= place && place < 12;
        let again = await owner.client.call("POST", "/render", call);
        if (again.status === 409) {
          // The end of the first call could not be written, so it is taken for dead after a while.
          await database.idempotency.updateMany({ reply: null }, { $set: { lockedUntil: new Date() } });
          again = await owner.client.call("POST", "/render", call);
        }
        const where = `${after ? "after" : "before"} write ${place}: ${first.status}, then ${again.status}`;
        expect(again.status, where).to.equal(202);
        expect(await jobs(owner), where).to.equal(1);
        expect((await creditState(database, owner.accountId)).used, where).to.equal(1);
      }
    });
  }
});
