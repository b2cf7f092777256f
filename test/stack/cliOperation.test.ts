import { expect } from "chai";
import { createAccount } from "#data/accounts.ts";
import { openDatabase } from "#data/mongo.ts";
import { suppressAddress } from "#data/recipients.ts";
import { expectEnded } from "#stack/move/restartWork.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { cli, useDatabase } from "./support/cli.ts";

describe("the command line: jobs", function () {
  this.timeout(60_000);
  const env = useDatabase();

  it("shows a job: its status, its error, the remedy and its workflow, without secrets", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const account = await createAccount(database, { email: "jobs@example.com", plan: "pro" });
      const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 12, 0, second));
      const job = jobRecord({
        accountId: account._id,
        url: "https://shop.example/?token=secret",
        host: "shop.example",
        spec: { headers: "sealed:v1:ring:AAAA" },
        status: "failed",
        stage: "done",
        attempts: 2,
        credits: { charged: 2, refunded: 2 },
        requestId: "request-1",
        createdAt: at(0),
        startedAt: at(1),
        completedAt: at(5),
        error: { code: "navigation_timeout", message: "The page's document did not arrive in time.", retryable: true },
      });
      await database.jobs.insertOne(job);
      const show = ["jobs", "show", job._id];
      const ui = { WATCHFRAME_TEMPORAL_UI_URL: "https://temporal.example/", WATCHFRAME_TEMPORAL_NAMESPACE: "shots" };
      const { code, output } = await cli(show, { ...env, ...ui });
      expect(code, output).to.equal(0);
      for (const line of [
        `job ${job._id}`,
        "  status       failed",
        "  host         shop.example",
        `  account      ${account._id}, jobs@example.com, plan pro`,
        "  attempts     2",
        "  credits      2 charged, 2 refunded",
        "  started      2026-01-01T12:00:01.000Z, 1000 ms after it was accepted",
        "  ended        2026-01-01T12:00:05.000Z, after 4000 ms",
        "  error        navigation_timeout: The page's document did not arrive in time.",
        `  remedy       Reset the workflow, or let the customer call POST /retry/${job._id}.`,
        `  workflow     render:${job._id}:2 (Temporal keeps its history for 3 days after its end)`,
        `  Temporal UI  https://temporal.example/namespaces/shots/workflows/render%3A${job._id}%3A2`,
        "  request      request-1, the requestId of its log lines",
      ])
        expect(output.split("\n")).to.include(line);
      expect(output).to.not.include("secret").and.not.include("sealed");
      expect((await cli(show, env)).output).to.not.include("Temporal UI");
      expect(await cli(["jobs", "show", "none"], env)).to.deep.equal({ code: 1, output: "there is no job none\n" });
    } finally {
      await database.close();
    }
  });
});

describe("the command line: hosts and addresses", function () {
  this.timeout(60_000);
  const env = useDatabase();

  it("lists hosts with running or waiting pages, and hosts that are backed off", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const now = new Date();
      const later = new Date(now.getTime() + 60_000);
      const waiter = { workflowId: "render:2", priority: 3, since: now };
      await database.slotLeases.insertOne({
        _id: "host:busy.example",
        leases: { "job-1": later },
        count: 1,
        hasWaiters: true,
        usedAt: now,
      });
      await database.waitQueues.insertOne({
        _id: "host:busy.example",
        waiters: { "job-2": { ...waiter, accountId: "a" }, "job-3": { ...waiter, accountId: "b" } },
        count: 2,
        served: {},
        usedAt: now,
      });
      await database.hostThrottles.insertMany([
        { _id: "cross.example", nextStartAt: now, claimedBy: null, backedOffUntil: later, refusals: 3 },
        { _id: "quiet.example", nextStartAt: now, claimedBy: null, backedOffUntil: new Date(0), refusals: 0 },
      ]);
      const { code, output } = await cli(["hosts", "list"], env);
      expect(code, output).to.equal(0);
      const lines = output.split("\n");
      expect(lines).to.include("busy.example  1 running job-1  2 waiting, of 2 accounts");
      const left = `backed off until ${later.toISOString()}`;
      expect(lines).to.include(`cross.example  0 running  ${left}  answered 3 times in a row with 429 or 503`);
      expect(output).not.to.include("quiet.example");
    } finally {
      await database.slotLeases.deleteOne({ _id: "host:busy.example" });
      await database.waitQueues.deleteOne({ _id: "host:busy.example" });
      await database.close();
    }
  });

  it("lists suppressed addresses, masked, and lifts one suppression", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const suppression = { addressHash: "hash-of-the-test", emailMasked: "c***@e***.com", at: new Date() };
      await suppressAddress(database, { ...suppression, reason: "bounce" });
      expect((await cli(["suppressions", "list"], env)).output).to.match(
        /^hash-of-the-test {2}c\*{3}@e\*{3}\.com {2}bounce /m,
      );
      expect(await cli(["suppressions", "lift", suppression.addressHash], env)).to.include({ code: 0 });
      expect(await database.suppressions.findOne({ _id: suppression.addressHash })).to.equal(null);
      expect(await cli(["suppressions", "lift", suppression.addressHash], env)).to.include({ code: 1 });
      expect((await cli(["suppressions", "lift"], env)).output).to.include(
        "an address hash (`suppressions list` shows it) is needed",
      );
    } finally {
      await database.close();
    }
  });
});

describe("the command line: work that lost its workflow", function () {
  this.timeout(60_000);
  const env = useDatabase();

  it("goes back into the outbox, without what has ended or was deleted", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const account = await createAccount(database, { email: "restart@example.com", plan: "pro" });
      const jobs = (["queued", "in_progress", "completed", "failed"] as const).map((status) =>
        jobRecord({ accountId: account._id, status }),
      );
      await database.jobs.insertMany(jobs);
      const { code, output } = await cli(["workflows", "restart"], env);
      expect(code, output).to.equal(0);
      expect(output).to.match(/^[2-9] renders start within a minute, unless they run$/m);
      const entries = await database.outbox.find({ accountId: account._id }).toArray();
      expect(entries.map(({ _id, type, accountId }) => [_id, type, accountId])).to.have.deep.members(
        jobs.slice(0, 2).map(({ _id }) => [_id, "renderJob", account._id]),
      );
      expect(await database.jobs.countDocuments({ accountId: account._id, status: "queued" })).to.equal(2);
    } finally {
      await database.close();
    }
  });

  it("is not moved while a batch is open, whose workflow alone knows what is left", async () => {
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    try {
      const { _id, accountId, keyId, requestId, spec, priority, createdAt, expiresAt } = jobRecord({
        accountId: "none",
      });
      const ids = { _id, accountId, keyId, requestId };
      const times = { createdAt, expiresAt, completedAt: null, cancelRequestedAt: null };
      const work = { spec, priority, concurrency: 1, perHost: 1, status: "open" } as const;
      await database.batches.insertOne({ ...ids, ...work, ...times, items: [], refused: [] });
      const refusal = await expectEnded(database).catch((error: unknown) => String(error));
      expect(refusal).to.match(
        /^Error: 1 batches have not ended: start the stack again, and wait for them or cancel them$/,
      );
      await database.batches.updateOne({ _id }, { $set: { status: "completed" } });
      expect(await expectEnded(database)).to.equal(undefined);
    } finally {
      await database.close();
    }
  });
});
