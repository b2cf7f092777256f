import { expect } from "chai";
import type { ActivityPorts } from "#activities/ports.ts";
import { settleJob } from "#activities/project/settleJob.ts";
import { settleTerminated } from "#activities/rounds/settleTerminated.ts";
import { createAccount } from "#data/accounts.ts";
import { chargeOnce } from "#data/credits.ts";
import { chargeOf } from "#data/jobs.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { createLogger } from "#telemetry/logger.ts";
import { creditState } from "../support/creditState.ts";
import { withWrites } from "../support/hookedDatabase.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { servers } from "../support/servers.ts";

describe("a job whose workflow was terminated", function () {
  this.timeout(120_000);
  let database: Database;
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
  });
  after(() => database.close());

  /** A charged job in the midst of its work. */
  async function atWork(fields: Partial<Pick<JobRecord, "status" | "attempts">> = {}): Promise<JobRecord> {
    const { _id: accountId } = await createAccount(database, { email: "test@example.com", plan: "free" });
    const job = jobRecord({ accountId, status: "in_progress", version: 1, ...fields });
    await chargeOnce(database, chargeOf(job, job));
    await database.jobs.insertOne(job);
    return job;
  }
  /** What the reconciler does about the job, with `changed` as its database. */
  async function settle({ _id }: JobRecord, changed = database): Promise<void> {
    const executions = {
      listTerminated: async (type: string) => (type === "renderJob" ? [`render:${_id}`] : []),
    };
    const logger = createLogger({ name: "test", level: "silent" });
    // Nothing else of the ports is used here.
    await settleTerminated({ database: changed, executions, logger } as unknown as ActivityPorts, new Date());
  }
  const found = async ({ _id, accountId }: JobRecord) => {
    const job = await database.jobs.findOne({ _id });
    return { status: job?.status, used: (await creditState(database, accountId)).used };
  };

  it("fails and is refunded", async () => {
    const job = await atWork();
    await settle(job);
    expect(await found(job)).to.deep.equal({ status: "failed", used: 0 });
  });

  it("is completed and charged where the run itself comes first, in the very moment", async () => {
    const job = await atWork();
    const { _id: jobId, fingerprint } = job;
    const page = { finalUrl: job.url, statusCode: 200, title: "", contentType: "text/html", redirects: [] };
    const timings = { queued: 1, navigation: 1, capture: 1, extraction: 1, upload: 1, total: 5 };
    const outcome = { page, timings, outputs: [], startedAt: new Date().toISOString() };
    const end = { status: "completed", outcome, sharedUntil: null } as const;
    let settled = false;
    const hooked = withWrites(database, async (make) => {
      if (!settled) {
        settled = true;
        await settleJob(database, { jobId, attempt: 1, end, version: Date.now() * 1_000 - 1_000_000, fingerprint });
      }
      return make();
    });
    await settle(job, hooked);
    expect(await found(job)).to.deep.equal({ status: "completed", used: 1 });
  });

  it("is left alone while a retry of it is still to be started", async () => {
    const job = await atWork({ status: "queued", attempts: 2 });
    const { _id, accountId } = job;
    await database.outbox.insertOne({ _id, type: "renderJob", accountId, jobIds: [], createdAt: new Date() });
    await settle(job);
    expect(await found(job)).to.deep.equal({ status: "queued", used: 1 });
    await database.outbox.deleteOne({ _id });
    await settle(job);
    expect(await found(job)).to.deep.equal({ status: "failed", used: 0 });
  });
});
