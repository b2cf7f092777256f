import { expect } from "chai";
import { recordAttempt, recordEvent } from "#activities/projections/deliveries.ts";
import { settleJob } from "#activities/projections/jobs.ts";
import { reconcileOutbox } from "#activities/reconcile/outbox.ts";
import { createAccount, createKey } from "#data/accounts.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { createLogger } from "#telemetry/logger.ts";
import { creditState } from "../support/creditState.ts";
import { death, withWrites } from "../support/hookedDatabase.ts";
import { servers } from "../support/servers.ts";
import { type Client, createClient } from "./support/client.ts";
import { at, textAt } from "./support/fields.ts";
import { type TestApi, testApi } from "./support/testApi.ts";

const plan = "starter";
const url = "https://example.com/";
const target = { url: "sealed:v1:url", sealedFor: "01900000-0000-7000-8000-000000000001" } as const;

type Owner = { accountId: string; key: string };

/** At which of its writes an API dies, and whether that is made before. */
type Death = { place: number; after: boolean };

/** A POST with a key: where to, with what, and how much of what it makes there is. */
type Operation = {
  name: string;
  /** Makes what is needed, and resolves to the call. */
  prepare: (owner: Owner) => Promise<{ path: string; body?: Record<string, unknown> }>;
  made: (owner: Owner) => Promise<number>;
  /** How much of it one call makes. */
  makes: number;
};

describe("an Idempotency-Key where the API dies", function () {
  this.timeout(180_000);
  const logger = createLogger({ name: "test", level: "silent" });
  let database: Database;
  let alive: TestApi;
  let mortal: TestApi;
  /** What becomes of a write of the API that dies. */
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
    mortal = await testApi({ database: withWrites(database, (make) => fate(make)), keyRing, signingKey });
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
      type: "monitor.failed",
      accountId,
      resourceId: target.sealedFor,
      occasion: accountId,
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

  /** Has time pass in which a first call that is dead is taken for one that still runs. */
  async function agePending(): Promise<void> {
    const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1_000 - 121_000);
    await database.idempotency.updateMany({ reply: null }, { $set: { expiresAt } });
  }

  /** The call at an API that dies at its `place`th write, or right after it; whether it came to that. */
  async function callAtDeath(call: () => Promise<{ status: number }>, { place, after }: Death) {
    let count = 0;
    fate = async (make) => {
      count += 1;
      if (count > place || (count === place && !after)) throw death;
      const result = await make();
      if (count >= place) throw death;
      return result;
    };
    await call();
    await mortal.ports.background.settled();
    fate = (make) => make();
    return { died: count >= place };
  }

  for (const { name, prepare, made, makes } of operations) {
    it(`${name} is made once, and its repeat says so, wherever the first call broke off`, async () => {
      const whole = await newOwner();
      const { path, body } = await prepare(whole);
      await post(whole, path, body);
      const { used: price, ...settled } = await creditState(database, whole.accountId);
      expect(settled.moving).to.equal(0);

      const statuses = new Set<number>();
      for (let place = 1, died = true; died; place += 1) {
        for (const after of [false, true]) {
          const where = `${name}, dead ${after ? "after" : "before"} write ${place}`;
          const owner = await newOwner();
          const wanted = await prepare(owner);
          const options = {
            headers: { "Idempotency-Key": "key" },
            ...(wanted.body !== undefined && { body: wanted.body }),
          };
          const call = () => clientOf(owner, mortal).call("POST", wanted.path, options);
          ({ died } = await callAtDeath(call, { place, after }));
          await agePending();
          const repeat = async () => {
            const reply = await clientOf(owner).call("POST", wanted.path, options);
            await alive.ports.background.settled();
            return reply;
          };
          // Before anybody has looked after it there is either an answer already, or none yet.
          const early = await repeat();
          if (early.status >= 300)
            expect([early.status, at(early.json, "code") ?? at(early.json, "error")], where).to.deep.equal([
              409,
              "idempotency_in_progress",
            ]);
          statuses.add(early.status);
          await reconcile();
          await agePending();
          const late = await repeat();
          expect(late.status, `${where}: ${JSON.stringify(late.json)}`).to.be.below(300);
          if (early.status < 300) expect(late.json, where).to.deep.equal(early.json);
          const last = await repeat();
          expect([last.status, last.json], where).to.deep.equal([late.status, late.json]);
          expect(last.headers.get("idempotent-replayed"), where).to.equal("true");
          await reconcile();
          const count = await made(owner);
          const credits = await creditState(database, owner.accountId);
          if (makes > 1) {
            // Of many, a repeat tells those that the first call came to.
            expect(count, where).to.be.within(1, makes).and.to.equal(at(late.json, "retried"));
            expect(credits.used, where).to.equal(((price ?? 0) * count) / makes);
          } else {
            expect(count, where).to.equal(makes);
            expect(credits.used, where).to.equal(price);
          }
          expect(credits.moving, where).to.equal(0);
        }
      }
      // Some deaths left nothing that could be told at once, and some did.
      expect([...statuses].some((status) => status < 300)).to.equal(true);
    });
  }
});
