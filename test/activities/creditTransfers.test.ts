import { expect } from "chai";
import { chargeJob, settleJob } from "#activities/projections/jobs.ts";
import { createAccount } from "#data/accounts.ts";
import { completeTransfer, completeTransfers, rebuildCredits } from "#data/creditTransfers.ts";
import { reserveCredits } from "#data/credits.ts";
import { chargesOf } from "#data/jobs.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { creditState } from "../support/creditState.ts";
import { crashError, crashAtWrite } from "../support/interceptWrites.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { servers } from "../support/servers.ts";

/** Jobs whose worker dies at a chosen write. */
function useJobs() {
  let database: Database;
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
  });
  after(() => database.close());
  async function newJob(): Promise<JobRecord> {
    const { _id: accountId } = await createAccount(database, { email: "a@example.com", plan: "free" });
    return jobRecord({ accountId });
  }
  const failed = (using: Database, { _id: jobId, fingerprint }: JobRecord) =>
    settleJob(using, {
      jobId,
      attempt: 1,
      end: { status: "failed", code: "tls_error", message: null },
      version: 5_000,
      fingerprint,
    });
  /** Runs work that fails before and after each of its writes, and then runs it completely. */
  async function atEveryDeath(
    prepare: (job: JobRecord) => Promise<unknown>,
    work: (using: Database, job: JobRecord) => Promise<unknown>,
    check: (job: JobRecord, where: string) => Promise<void>,
  ): Promise<number> {
    for (let at = 1; ; at += 1) {
      for (const after of [false, true]) {
        const job = await newJob();
        await prepare(job);
        const error = await work(crashAtWrite(database, { at, after }).dying, job).then(
          () => null,
          (reason: unknown) => reason,
        );
        if (error === null) return at - 1;
        if (error !== crashError) throw error;
        await work(database, job);
        await check(job, `dead ${after ? "after" : "before"} write ${at}`);
      }
    }
  }
  return {
    get database() {
      return database;
    },
    newJob,
    failed,
    atEveryDeath,
  };
}

describe("credits when a worker dies", function () {
  this.timeout(120_000);
  const jobs = useJobs();
  const { newJob, failed, atEveryDeath } = jobs;

  it("are charged once by a workflow when the worker dies at any write", async () => {
    const writes = await atEveryDeath(
      async () => undefined,
      chargeJob,
      async ({ accountId }, where) => {
        expect(await creditState(jobs.database, accountId), where).to.deep.equal({
          used: 1,
          ledger: ["charge 1 1"],
          pending: 0,
        });
      },
    );
    expect(writes).to.equal(4);
  });

  it("are refunded once when the worker dies at any write", async () => {
    const writes = await atEveryDeath(
      (job) => chargeJob(jobs.database, job),
      failed,
      async ({ accountId, _id }, where) => {
        const job = await jobs.database.jobs.findOne({ _id });
        expect([job?.status, job?.credits], where).to.deep.equal(["failed", { charged: 1, refunded: 1 }]);
        expect(await creditState(jobs.database, accountId), where).to.deep.equal({
          used: 0,
          ledger: ["charge 1 1", "refund 1 -1"],
          pending: 0,
        });
      },
    );
    expect(writes).to.equal(4);
  });

  it("are counted once when tries overlap", async () => {
    const job = await newJob();
    const { accountId } = job;
    await Promise.all(Array.from({ length: 8 }, () => chargeJob(jobs.database, job)));
    expect(await creditState(jobs.database, accountId)).to.deep.equal({ used: 1, ledger: ["charge 1 1"], pending: 0 });
    await Promise.all(Array.from({ length: 8 }, () => failed(jobs.database, job)));
    const ledger = ["charge 1 1", "refund 1 -1"];
    expect(await creditState(jobs.database, accountId)).to.deep.equal({ used: 0, ledger, pending: 0 });
  });
});

describe("credits that are counted but not written", function () {
  this.timeout(120_000);
  const jobs = useJobs();
  const { newJob, failed } = jobs;

  it("that are counted but not written reach the ledger once, by the reconciler", async () => {
    const job = await newJob();
    const { accountId } = job;
    const reserve = { accountId, plan: "free", charges: chargesOf([job]), at: new Date() } as const;
    // The second is an attempt that was believed dead but still ran.
    await reserveCredits(jobs.database, reserve);
    await reserveCredits(jobs.database, reserve);
    expect(await creditState(jobs.database, accountId)).to.deep.equal({ used: 2, ledger: [], pending: 2 });
    await completeTransfers(jobs.database, new Date(Date.now() + 1_000));
    await completeTransfers(jobs.database, new Date(Date.now() + 1_000));
    expect(await creditState(jobs.database, accountId)).to.deep.equal({ used: 1, ledger: ["charge 1 1"], pending: 0 });
  });

  it("are reported once when concurrent transfers are repeated", async () => {
    const notifiedEntries: string[] = [];
    const telling = openDatabase((await servers()).info.mongoUrl, {
      onLedgerEntries: (entries) => notifiedEntries.push(...entries.map(({ _id, credits }) => `${_id} ${credits}`)),
    });
    try {
      const [job, other] = [await newJob(), await newJob()];
      const { accountId } = job;
      await Promise.all([chargeJob(telling, job), chargeJob(telling, job), chargeJob(telling, job)]);
      await chargeJob(telling, job);
      expect(notifiedEntries.splice(0)).to.deep.equal([`charge:${job._id}:1 1`]);
      // One of the two entries exists already.
      const charges = chargesOf([job, { ...other, accountId }]);
      const { transfer } = await reserveCredits(telling, { accountId, plan: "free", charges, at: new Date() });
      await completeTransfer(telling, transfer);
      expect(notifiedEntries.splice(0)).to.deep.equal([`charge:${other._id}:1 1`]);
      await Promise.all([failed(telling, job), failed(telling, job)]);
      await failed(telling, job);
      expect(notifiedEntries).to.deep.equal([`refund:${job._id}:1 -1`]);
    } finally {
      await telling.close();
    }
  });

  it("of a past period are written and change no later count", async () => {
    const job = await newJob();
    const { accountId } = job;
    const reserve = { accountId, plan: "free", charges: chargesOf([job]), at: new Date("2099-01-31") } as const;
    const first = await reserveCredits(jobs.database, reserve);
    const second = await reserveCredits(jobs.database, reserve);
    await reserveCredits(jobs.database, { ...reserve, charges: [], at: new Date("2099-02-01") });
    expect([
      await completeTransfer(jobs.database, first.transfer),
      await completeTransfer(jobs.database, second.transfer),
    ]).to.deep.equal([true, false]);
    expect(await creditState(jobs.database, accountId)).to.deep.equal({ used: 0, ledger: ["charge 1 1"], pending: 0 });
  });

  it("are rebuilt from the ledger and the pending transfers", async () => {
    const job = await newJob();
    const { accountId } = job;
    await chargeJob(jobs.database, job);
    const other = jobRecord({ accountId });
    await reserveCredits(jobs.database, { accountId, plan: "free", charges: chargesOf([other]), at: new Date() });
    await jobs.database.accounts.updateOne({ _id: accountId }, { $inc: { "credits.used": 5 } });
    const period = new Date().toISOString().slice(0, 7);
    const rebuilt = { accountId, period, inLedger: 2 };
    expect(await rebuildCredits(jobs.database, accountId)).to.deep.equal({ ...rebuilt, counted: 7 });
    expect(await rebuildCredits(jobs.database, accountId)).to.deep.equal({ ...rebuilt, counted: 2 });
    expect(await creditState(jobs.database, accountId)).to.deep.include({ used: 2, pending: 0 });
    expect(await rebuildCredits(jobs.database, "unknown")).to.equal(null);
  });
});
