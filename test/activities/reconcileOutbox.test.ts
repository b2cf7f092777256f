import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import type { LatestRun } from "#activities/ports.ts";
import { reconcileOutbox, type Undispatched } from "#activities/reconcile/outbox.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { createLogger } from "#telemetry/logger.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { noRuns } from "../support/noRuns.ts";
import { servers } from "../support/servers.ts";

describe("sweeping the outbox", function () {
  this.timeout(120_000);
  let database: Database;
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
  });
  after(() => database.close());

  /** What is to be started of a job that was accepted and whose start nobody saw, and whether its entry is still there. */
  async function sweepPast(
    fields: Partial<JobRecord>,
    latest: LatestRun,
  ): Promise<{ order: Undispatched | undefined; kept: boolean }> {
    const job = jobRecord({ accountId: uuidv7(), ...fields });
    const { _id, accountId } = job;
    await database.jobs.insertOne(job);
    await database.outbox.insertOne({ _id, type: "renderJob", accountId, jobIds: [_id], createdAt: new Date(0) });
    const logger = createLogger({ name: "test", level: "silent" });
    const executions = { ...noRuns, latestRun: async () => latest };
    const found = await reconcileOutbox({ database, logger, executions }, new Date());
    const { deletedCount } = await database.outbox.deleteOne({ _id });
    return { order: found.find(({ id }) => id === _id), kept: deletedCount === 1 };
  }
  const sweep = async (fields: Partial<JobRecord>) => (await sweepPast(fields, { state: "none", attempt: 0 })).order;
  const webhook = { url: "sealed:v1:a:b", sealedFor: "a" } as const;

  it("starts a job that waits", async () => {
    expect((await sweep({}))?.order.input).to.include({ answered: false });
  });

  it("starts none that is under way or has ended", async () => {
    expect(await sweep({ status: "in_progress" })).to.equal(undefined);
    expect(await sweep({ status: "completed", webhook })).to.equal(undefined);
  });

  it("starts one that was answered as it was accepted, for its webhook is still to be told", async () => {
    expect((await sweep({ status: "completed", cached: true, webhook }))?.order.input).to.include({ answered: true });
  });

  it("starts a retry once the run before it has ended, and keeps its entry until then", async () => {
    const attempts = 2;
    expect(await sweepPast({ attempts }, { state: "open", attempt: 1 })).to.deep.equal({
      order: undefined,
      kept: true,
    });
    const { order, kept } = await sweepPast({ attempts }, { state: "ended", attempt: 1 });
    expect(order?.order.input).to.include({ attempt: 2 });
    expect(kept).to.equal(true);
  });

  it("forgets a retry whose own run there is, but for one that is to stop", async () => {
    const attempts = 2;
    for (const state of ["open", "ended"] as const)
      expect(await sweepPast({ attempts }, { state, attempt: 2 })).to.deep.equal({ order: undefined, kept: false });
    const { order, kept } = await sweepPast({ attempts, cancelRequestedAt: new Date() }, { state: "open", attempt: 2 });
    expect([order?.cancelRequested, kept]).to.deep.equal([true, true]);
  });
});
