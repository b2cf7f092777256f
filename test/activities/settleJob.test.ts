import { expect } from "chai";
import { recordJobEvent } from "#activities/projections/deliveries.ts";
import { type JobEnd, markStarted, reportStage, settleJob } from "#activities/projections/jobs.ts";
import { createAccount } from "#data/accounts.ts";
import { chargeOnce } from "#data/credits.ts";
import { chargeOf } from "#data/jobs.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { creditState } from "../support/creditState.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { servers } from "../support/servers.ts";
import { testSigner } from "../support/testSigner.ts";

describe("an earlier attempt at a job", function () {
  this.timeout(120_000);
  let database: Database;
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
  });
  after(() => database.close());

  const page = {
    finalUrl: "https://example.com/",
    statusCode: 200,
    title: "",
    contentType: "text/html",
    redirects: [],
  };
  const timings = { queued: 1, navigation: 1, capture: 1, extraction: 1, upload: 1, total: 5 };
  const outcome = { page, timings, outputs: [], startedAt: new Date().toISOString() };
  const ends: Record<JobEnd["status"], JobEnd> = {
    completed: { status: "completed", outcome, sharedUntil: null },
    failed: { status: "failed", code: "connection_failed", message: null },
    cancelled: { status: "cancelled" },
  };

  /** A job with a charged second attempt that has not started. */
  async function retried(fields: Partial<JobRecord> = {}): Promise<JobRecord> {
    const { _id: accountId } = await createAccount(database, { email: "test@example.com", plan: "free" });
    const credits = { charged: 2, refunded: 1 };
    const job = jobRecord({ accountId, fingerprint: accountId, attempts: 2, credits, version: 1, ...fields });
    await chargeOnce(database, chargeOf(job, job));
    await database.jobs.insertOne(job);
    return job;
  }
  const settle = ({ _id: jobId, fingerprint }: JobRecord, attempt: number, end: JobEnd) =>
    settleJob(database, { jobId, attempt, end, version: Date.now() * 1_000, fingerprint });
  const found = ({ _id }: JobRecord) => database.jobs.findOne({ _id });

  for (const end of Object.values(ends))
    it(`that ends as ${end.status} changes neither a later attempt nor its credits`, async () => {
      const job = await retried();
      expect(await settle(job, 1, end)).to.equal("superseded");
      expect(await found(job)).to.deep.equal(job);
      expect((await creditState(database, job.accountId)).used).to.equal(1);
      expect(await database.ledger.countDocuments({ jobId: job._id })).to.equal(1);
      expect(await database.renderCache.findOne({ _id: job.fingerprint })).to.equal(null);
      expect(await settle(job, 2, end)).to.equal("settled");
      expect((await found(job))?.status).to.equal(end.status);
    });

  it("does not change the progress of a later attempt", async () => {
    const job = await retried();
    const report = { jobId: job._id, stage: "capturing", at: new Date() } as const;
    await markStarted(database, { ...report, attempt: 1 });
    expect(await found(job)).to.deep.equal(job);
    await markStarted(database, { ...report, attempt: 2 });
    await reportStage(database, { ...report, attempt: 1, stage: "uploading" });
    expect(await found(job)).to.include({ status: "in_progress", stage: "capturing" });
  });

  it("records no event after a later attempt began, and keeps an event recorded before", async () => {
    const webhook = { url: "sealed:v1:a:b", sealedFor: "a" } as const;
    const job = await retried({ attempts: 1, status: "failed", webhook });
    const signer = { ...testSigner, statusUrl: (id: string) => `http://api.test/status/${id}` };
    const ports = { database, signer };
    const record = (type: "job.failed" | "job.completed") =>
      recordJobEvent(ports, { jobId: job._id, attempt: 1, type });
    const eventId = await record("job.failed");
    await database.jobs.updateOne({ _id: job._id }, { $set: { attempts: 2, status: "queued" } });
    expect(await record("job.failed")).to.equal(eventId);
    expect(await record("job.completed")).to.equal(null);
    await database.deliveries.updateOne({ _id: eventId ?? "" }, { $set: { status: "delivered" } });
    expect(await record("job.failed")).to.equal(null);
    expect(await database.deliveries.countDocuments({ resourceId: job._id })).to.equal(1);
  });
});
