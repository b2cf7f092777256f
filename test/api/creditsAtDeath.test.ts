import { expect } from "chai";
import { settleJob } from "#activities/projections/jobs.ts";
import { reconcileOutbox } from "#activities/reconcile/outbox.ts";
import { createBackground } from "#api/load/background.ts";
import { acceptJob } from "#api/jobs/acceptJob.ts";
import { startRetry } from "#api/jobs/retry.ts";
import type { ApiPorts } from "#api/ports.ts";
import { createAccount } from "#data/accounts.ts";
import type { Database } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { createLogger } from "#telemetry/logger.ts";
import { creditState } from "../support/creditState.ts";
import { crashError, crashAtWrite } from "../support/interceptWrites.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { useApi } from "./support/useApi.ts";

const plan = "free";
const once = ["charge 1 1"];
const refunded = ["charge 1 1", "refund 1 -1"];

describe("credits when the API dies", function () {
  this.timeout(120_000);
  // A database of its own: the reconciler's rounds here are a minute ahead of those of other tests.
  const { api } = useApi({ databaseName: "credits" });
  let database: Database;
  const logger = createLogger({ name: "test", level: "silent" });

  before(() => {
    ({ database } = api.ports);
  });

  async function newJob(): Promise<JobRecord> {
    return jobRecord({ accountId: (await createAccount(database, { email: "a@example.com", plan }))._id });
  }

  /** Has work die at every one of its writes, and the reconciler come by. Resolves to what became of each job. */
  async function atEveryDeath(
    prepare: (job: JobRecord) => Promise<JobRecord>,
    work: (ports: ApiPorts, job: JobRecord) => Promise<unknown>,
  ) {
    const outcomes: { job: JobRecord | null; left: number; where: string; credits: object }[] = [];
    for (let at = 1; ; at += 1) {
      for (const after of [false, true]) {
        const job = await prepare(await newJob());
        const background = createBackground(logger);
        const { dying, died } = crashAtWrite(database, { at, after });
        const ended = await work({ ...api.ports, background, database: dying }, job).then(
          () => "done",
          (error: unknown) => error,
        );
        await background.settled();
        if (ended !== "done" && ended !== crashError) throw ended;
        await reconcileOutbox({ database, logger }, new Date(Date.now() + 70_000));
        const { _id, accountId } = job;
        outcomes.push({
          job: await database.jobs.findOne({ _id }),
          left: await database.outbox.countDocuments({ accountId }),
          where: `dead ${after ? "after" : "before"} write ${at}`,
          credits: await creditState(database, accountId),
        });
        if (!died()) return outcomes;
      }
    }
  }

  it("while it accepts a job: either there is a job that was charged once, or nothing was charged", async () => {
    const outcomes = await atEveryDeath(
      async (job) => job,
      (ports, record) => acceptJob(ports, { record, plan, isRepeat: false }),
    );
    expect(outcomes.length).to.be.greaterThan(8);
    for (const { job, credits, left, where } of outcomes) {
      if (job !== null) expect(credits, where).to.deep.equal({ used: 1, ledger: once, pending: 0 });
      else {
        expect(left, where).to.equal(0);
        expect(credits, where).to.deep.include({ used: 0, pending: 0 });
        expect(credits, where)
          .to.have.property("ledger")
          .that.is.satisfies((ledger: string[]) => ["", refunded.join()].includes(ledger.join()));
      }
    }
  });

  it("while it accepts a retry: either the job runs again and was charged again, or nothing was charged", async () => {
    const outcomes = await atEveryDeath(
      async (record) => {
        await acceptJob(api.ports, { record, plan, isRepeat: false });
        await api.ports.background.settled();
        const { _id: jobId, fingerprint } = record;
        const end = { status: "failed", code: "connection_failed", message: null } as const;
        await settleJob(database, { jobId, attempt: 1, end, version: 5_000, fingerprint });
        api.orchestrator.end(jobId);
        return (await database.jobs.findOne({ _id: jobId })) ?? record;
      },
      (ports, job) => startRetry(ports, job, { plan, isRepeat: false }),
    );
    expect(outcomes.length).to.be.greaterThan(8);
    for (const { job, credits, where } of outcomes) {
      const again = job?.status === "queued";
      expect(job?.attempts, where).to.equal(again ? 2 : 1);
      const ledger = again ? [...once, "charge 2 1", "refund 1 -1"] : refunded;
      expect(credits, where).to.deep.equal({ used: again ? 1 : 0, ledger, pending: 0 });
    }
    expect(outcomes.at(-1)?.job?.attempts).to.equal(2);
  });
});
