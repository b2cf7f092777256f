import { expect } from "chai";
import { recordAttempt, recordEvent } from "#activities/projections/deliveries.ts";
import { settleJob } from "#activities/projections/jobs.ts";
import { reconcileOutbox } from "#activities/reconcile/outbox.ts";
import { createAccount, createKey } from "#data/accounts.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { createLogger } from "#telemetry/logger.ts";
import { creditState } from "../support/creditState.ts";
import { crashError as diedError, interceptWrites } from "../support/interceptWrites.ts";
import { servers } from "../support/servers.ts";
import { type Client, createClient } from "./support/client.ts";
import { at, textAt } from "./support/fields.ts";
import { type TestApi, testApi } from "./support/testApi.ts";

const plan = "starter";
const url = "https://example.com/";
const target = { url: "sealed:v1:url", sealedFor: "01900000-0000-7000-8000-000000000001" } as const;

type Owner = { accountId: string; key: string };

/** At which of its writes an API dies, whether that write is made before, and whether the reconciler runs before the repeat. */
type Death = { place: number; after: boolean; isReconciled: boolean };

/** The write at which an API dies: before it or after it, and before or after the reconciler has looked. */
const deaths = [false, true].flatMap((after) => [false, true].map((isReconciled) => ({ after, isReconciled })));

/** A POST with a key: where to, with what, and how much of what it makes there is. */
type Operation = {
  name: string;
  /** Makes what is needed, and resolves to the call. */
  prepare: (owner: Owner) => Promise<{ path: string; body?: Record<string, unknown> }>;
  made: (owner: Owner) => Promise<number>;
  /** How much of it one call makes. */
  makes: number;
};

describe("an Idempotency-Key if the API dies", function () {
  this.timeout(180_000);
  const logger = createLogger({ name: "test", level: "silent" });
  let database: Database;
  let alive: TestApi;
  let mortal: TestApi;
  /** Performs a write of the API that dies, or fails it. */
  let fate: (make: () => Promise<unknown>) => Promise<unknown> = (make) => make();

  let databases = 0;

  beforeEach(async () => {
    databases += 1;
    // A database of its own: the reconciler's rounds here are a minute ahead of everyone else's. And one for each test, as every
    // look for a record reads all that there are.
    const name = `idempotencyAtDeath${databases}`;
    database = openDatabase((await servers()).info.mongoUrl.replace(/\w+$/, name));
    alive = await testApi({ database });
    const { keyRing, signingKey } = alive.ports;
    mortal = await testApi({ database: interceptWrites(database, (make) => fate(make)), keyRing, signingKey });
  });
  afterEach(async () => {
    await mortal?.close();
    await alive?.close();
  });

  async function newOwner(): Promise<Owner> {
    const { _id: accountId } = await createAccount(database, { email: "a@example.com", plan });
    const scopes = ["render", "read", "monitor"] as const;
    const { key } = await createKey(database, { accountId, name: "test", scopes: [...scopes], expiresAt: null });
    return { accountId, key };
  }

  const clientOf = ({ key }: Owner, api = alive): Client => createClient(api.url, key);
  const post = async (owner: Owner, path: string, body?: Record<string, unknown>) => {
    const { json, status } = await clientOf(owner).call("POST", path, body === undefined ? {} : { body });
    expect(status, JSON.stringify(json)).to.be.below(300);
    await alive.ports.background.settled();
    return json;
  };

  async function failedJob(owner: Owner): Promise<string> {
    const jobId = textAt(await post(owner, "/render", { url }), "id");
    const end = { status: "failed", code: "connection_failed", message: null } as const;
    await settleJob(database, { jobId, attempt: 1, end, version: 5_000, fingerprint: "f" });
    for (const { orchestrator } of [alive, mortal]) orchestrator.end(jobId);
    return jobId;
  }

  async function deliveredWebhook({ accountId }: Owner): Promise<string> {
    const fact = {
      type: "job.completed",
      accountId,
      resourceId: target.sealedFor,
      cause: accountId,
      target,
      data: {},
    } as const;
    const eventId = await recordEvent(database, fact, new Date());
    const attempt = { at: new Date(), duration: 5, statusCode: 204, responseBody: "", error: null };
    await recordAttempt(database, { eventId, attempt, status: "delivered" });
    for (const { orchestrator } of [alive, mortal]) orchestrator.end(eventId);
    return eventId;
  }

  const monitor = { name: "Watched", url, intervalMinutes: 60 };
  const again = { attempts: 2 };
  const operations: Operation[] = [
    {
      name: "a render",
      prepare: async () => ({ path: "/render", body: { url } }),
      made: ({ accountId }) => database.jobs.countDocuments({ accountId }),
      makes: 1,
    },
    {
      name: "a batch",
      prepare: async () => ({ path: "/render/smart-batch", body: { urls: [url, "https://example.org/"] } }),
      made: async ({ accountId }) => {
        expect(await database.jobs.countDocuments({ accountId })).to.equal(2);
        return database.batches.countDocuments({ accountId });
      },
      makes: 1,
    },
    {
      name: "a crawl",
      prepare: async () => ({ path: "/crawl", body: { url } }),
      made: ({ accountId }) => database.crawls.countDocuments({ accountId }),
      makes: 1,
    },
    {
      name: "a scheduled render",
      prepare: async () => ({
        path: "/render/scheduled",
        body: { url, scheduleAt: new Date(Date.now() + 3_600_000).toISOString() },
      }),
      made: ({ accountId }) => database.schedules.countDocuments({ accountId }),
      makes: 1,
    },
    {
      name: "a recurring render",
      prepare: async () => ({ path: "/render/schedule-recurring", body: { url, pattern: "0 4 * * *" } }),
      made: ({ accountId }) => database.schedules.countDocuments({ accountId }),
      makes: 1,
    },
    {
      name: "a monitor",
      prepare: async () => ({ path: "/render/monitors", body: monitor }),
      made: ({ accountId }) => database.monitors.countDocuments({ accountId }),
      makes: 1,
    },
    {
      name: "a monitor's run",
      prepare: async (owner) => {
        const id = textAt(await post(owner, "/render/monitors", monitor), "monitor.id");
        return { path: `/render/monitors/${id}/run` };
      },
      made: ({ accountId }) => database.runs.countDocuments({ accountId }),
      makes: 1,
    },
    {
      name: "a retry",
      prepare: async (owner) => ({ path: `/retry/${await failedJob(owner)}` }),
      made: ({ accountId }) => database.jobs.countDocuments({ accountId, ...again }),
      makes: 1,
    },
    {
      name: "a retry of many",
      prepare: async (owner) => {
        await failedJob(owner);
        await failedJob(owner);
        return { path: "/retry-failed", body: { limit: 10 } };
      },
      made: ({ accountId }) => database.jobs.countDocuments({ accountId, ...again }),
      makes: 2,
    },
    {
      name: "a recipient",
      // Mails to one address are limited over all accounts.
      prepare: async ({ accountId }) => ({
        path: "/render/monitor-recipients",
        body: { email: `${accountId}@example.com` },
      }),
      made: async ({ accountId }) => {
        expect(await database.deliveries.countDocuments({ accountId, channel: "email" })).to.equal(1);
        return database.recipients.countDocuments({ accountId });
      },
      makes: 1,
    },
    {
      name: "a replay of a webhook",
      prepare: async (owner) => ({ path: `/webhook-deliveries/${await deliveredWebhook(owner)}/replay` }),
      made: ({ accountId }) => database.deliveries.countDocuments({ accountId, replays: 1 }),
      makes: 1,
    },
  ];

  /** The reconciler comes by, more than a minute later, and starts what it finds. */
  async function reconcile(): Promise<void> {
    const ports = { database, logger };
    for (const { id } of await reconcileOutbox(ports, new Date(Date.now() + 70_000))) {
      await database.outbox.deleteOne({ _id: id });
    }
  }

  /** Skips the time in which a dead call is taken for one that is under way. */
  async function agePending(): Promise<void> {
    await database.idempotency.updateMany({ reply: null }, { $set: { lockedUntil: new Date() } });
  }

  /** Skips the time for which a dead call blocks others that count the same things. */
  async function ageLeases(): Promise<void> {
    for (const { _id, leases } of await database.slotLeases.find().toArray())
      for (const leaseId of Object.keys(leases))
        await database.slotLeases.updateOne({ _id }, { $set: { [`leases.${leaseId}`]: new Date() } });
  }

  /** The call at an API that dies at its `place`th write, or right after it; whether it came to that. */
  async function callAtDeath(call: () => Promise<{ status: number }>, { place, after }: Omit<Death, "isReconciled">) {
    let count = 0;
    fate = async (make) => {
      count += 1;
      if (count > place || (count === place && !after)) throw diedError;
      const result = await make();
      if (count >= place) throw diedError;
      return result;
    };
    await call();
    await mortal.ports.background.settled();
    fate = (make) => make();
    return { died: count >= place };
  }

  /** Has the first call die at the write, and repeats it. Returns false if the call came to its end. */
  async function repeatAfter(
    { name, prepare, made, makes }: Operation,
    { place, after, isReconciled }: Death,
    price: number,
  ) {
    const reconciler = isReconciled ? "after the reconciler" : "before the reconciler";
    const where = `${name}, dead ${after ? "after" : "before"} write ${place}, repeated ${reconciler}`;
    const owner = await newOwner();
    const { path, body } = await prepare(owner);
    const options = { headers: { "Idempotency-Key": "key" }, ...(body !== undefined && { body }) };
    const { died } = await callAtDeath(() => clientOf(owner, mortal).call("POST", path, options), { place, after });
    await agePending();
    // The repeat waits for the dead call's lease in the first kind of death, and finds it run out in the others.
    if (after || isReconciled) await ageLeases();
    const repeat = async () => {
      const reply = await clientOf(owner).call("POST", path, options);
      await alive.ports.background.settled();
      return reply;
    };
    if (isReconciled) await reconcile();
    const first = await repeat();
    expect(first.status, `${where}: ${JSON.stringify(first.json)}`).to.be.below(300);
    await reconcile();
    await agePending();
    const last = await repeat();
    expect([last.status, last.json], where).to.deep.equal([first.status, first.json]);
    expect(last.headers.get("idempotent-replayed"), where).to.equal("true");
    await reconcile();
    expect(await made(owner), where).to.equal(makes);
    if (makes > 1) expect(at(last.json, "retried"), where).to.equal(makes);
    const credits = await creditState(database, owner.accountId);
    expect([credits.used, credits.pending], where).to.deep.equal([price, 0]);
    return died;
  }

  for (const operation of operations) {
    for (const death of deaths) {
      const { after, isReconciled } = death;
      const title = `${after ? "after" : "before"} a write, and is repeated ${isReconciled ? "after" : "before"} the reconciler`;
      it(`${operation.name} is made and charged once if the first call dies ${title}`, async () => {
        const whole = await newOwner();
        const { path, body } = await operation.prepare(whole);
        await post(whole, path, body);
        const { used: price = 0, pending } = await creditState(database, whole.accountId);
        expect(pending).to.equal(0);
        let place = 1;
        while (await repeatAfter(operation, { place, ...death }, price)) place += 1;
        // The write of the key, the outbox entry, the record, the reply, and the entry's removal.
        expect(place).to.be.greaterThan(5);
      });
    }
  }

  /** An account with a first call that died after the charge and before the job. */
  async function chargedWithoutJob() {
    const options = { headers: { "Idempotency-Key": "key" }, body: { url } };
    for (let place = 1; place < 20; place += 1) {
      const owner = await newOwner();
      const { accountId } = owner;
      await callAtDeath(() => clientOf(owner, mortal).call("POST", "/render", options), { place, after: false });
      const { used } = await creditState(database, accountId);
      if (used === 1 && (await database.jobs.countDocuments({ accountId })) === 0) return { owner, options };
    }
    throw new Error("no write after the charge");
  }

  for (const where of ["before the refund", "after the refund"]) {
    it(`a render is made again under another id if the reconciler died while it undid the first call, ${where}`, async () => {
      const { owner, options } = await chargedWithoutJob();
      const [entry] = await database.outbox.find({ accountId: owner.accountId }).toArray();
      await agePending();
      if (where === "after the refund") await reconcile();
      if (entry !== undefined)
        await database.outbox.replaceOne({ _id: entry._id }, { ...entry, undoing: true }, { upsert: true });
      const { status, json } = await clientOf(owner).call("POST", "/render", options);
      expect([status, textAt(json, "id") === entry?._id]).to.deep.equal([202, false]);
      await alive.ports.background.settled();
      await reconcile();
      const { used, pending } = await creditState(database, owner.accountId);
      expect([used, pending]).to.deep.equal([1, 0]);
      expect(await database.jobs.countDocuments({ accountId: owner.accountId })).to.equal(1);
      expect(await database.outbox.countDocuments({ accountId: owner.accountId })).to.equal(0);
    });
  }
});
