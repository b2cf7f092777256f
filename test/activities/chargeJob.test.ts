import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { chargeJob } from "#activities/projections/jobs.ts";
import { createAccount } from "#data/accounts.ts";
import { insertJobs } from "#data/jobs.ts";
import { type Database, ensureIndexes, openDatabase } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { servers } from "../support/servers.ts";

describe("charging a job that a workflow starts", function () {
  this.timeout(120_000);
  let database: Database;
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
    await ensureIndexes(database);
  });
  after(() => database.close());

  const jobOf = async (plan: PlanName): Promise<JobRecord> => {
    const { _id: accountId } = await createAccount(database, { email: "a@example.com", plan });
    return jobRecord({ accountId, kind: "scheduled", scheduleId: uuidv7() });
  };
  const used = async ({ accountId }: JobRecord) => (await database.accounts.findOne({ _id: accountId }))?.credits.used;
  const charges = ({ _id }: JobRecord) => database.ledger.countDocuments({ jobId: _id });

  it("counts and records the charge once when it is repeated", async () => {
    const job = await jobOf("free");
    expect([await chargeJob(database, job), await chargeJob(database, job)]).to.deep.equal([true, true]);
    expect([await used(job), await charges(job)]).to.deep.equal([1, 1]);
    expect(await database.jobs.findOne({ _id: job._id })).to.deep.equal(job);
  });

  it("writes nothing when the credits do not suffice", async () => {
    const job = await jobOf("free");
    await database.accounts.updateOne({ _id: job.accountId }, { $set: { "credits.used": 100 } });
    expect(await chargeJob(database, job)).to.equal(false);
    expect([await used(job), await charges(job), await database.jobs.findOne({ _id: job._id })]).to.deep.equal([
      100,
      0,
      null,
    ]);
  });

  it("inserts what is missing of many when some are there already", async () => {
    const jobs = [await jobOf("free"), await jobOf("free"), await jobOf("free")];
    await insertJobs(database, jobs.slice(0, 2));
    await insertJobs(database, jobs);
    for (const job of jobs) expect(await database.jobs.findOne({ _id: job._id })).to.deep.equal(job);
  });
});
