import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { reconcileOutbox, type Undispatched } from "#activities/reconcile/outbox.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { createLogger } from "#telemetry/logger.ts";
import { workflowStart } from "#orders/starts.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { servers } from "../support/servers.ts";

describe("sweeping the outbox", function () {
  this.timeout(120_000);
  let database: Database;
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
  });
  after(() => database.close());

  /** The start that is still due for a job that was accepted, if any. */
  async function sweep(fields: Partial<JobRecord>): Promise<Undispatched | undefined> {
    const job = jobRecord({ accountId: uuidv7(), ...fields });
    const { _id, accountId } = job;
    await database.jobs.insertOne(job);
    await database.outbox.insertOne({ _id, type: "renderJob", accountId, jobIds: [_id], createdAt: new Date(0) });
    const logger = createLogger({ name: "test", level: "silent" });
    const found = await reconcileOutbox({ database, logger }, new Date());
    await database.outbox.deleteOne({ _id });
    return found.find(({ id }) => id === _id);
  }
  const webhook = { url: "sealed:v1:a:b", sealedFor: "a" } as const;

  it("starts a job that waits", async () => {
    expect((await sweep({}))?.order.input).to.include({ answered: false });
  });

  it("starts no job that runs or has ended", async () => {
    expect(await sweep({ status: "in_progress" })).to.equal(undefined);
    expect(await sweep({ status: "completed", webhook })).to.equal(undefined);
  });

  it("starts a job that was answered on acceptance, as its webhook is still due", async () => {
    expect((await sweep({ status: "completed", cached: true, webhook }))?.order.input).to.include({ answered: true });
  });

  it("starts a retry as the workflow of its attempt, and stops a cancelled one", async () => {
    const retry = await sweep({ attempts: 2 });
    if (retry === undefined) throw new Error("not found");
    const { workflowId } = workflowStart(retry.order);
    expect([workflowId, retry.cancelRequested]).to.deep.equal([`render:${retry.id}:2`, false]);
    const stopped = await sweep({ attempts: 2, status: "in_progress", cancelRequestedAt: new Date() });
    expect(stopped?.cancelRequested).to.equal(true);
  });
});
