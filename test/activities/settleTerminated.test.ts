import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { ExecutionsPort } from "#activities/ports.ts";
import { settleJob } from "#activities/projections/jobs.ts";
import { settleTerminated } from "#activities/reconcile/terminated.ts";
import { createAccount } from "#data/accounts.ts";
import { chargeOnce } from "#data/credits.ts";
import { chargeOf } from "#data/jobs.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import type { JobRecord } from "#schemas/job.ts";
import { createLogger } from "#telemetry/logger.ts";
import { createPayloadCodec } from "#temporal-config/payloadCodec.ts";
import { lazyClient } from "#temporal-config/target.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { createExecutions } from "#worker/temporal.ts";
import { renderJobInput } from "#orders/inputs.ts";
import { workflowIds } from "#orders/messages.ts";
import { workflowStart } from "#orders/starts.ts";
import { creditState } from "../support/creditState.ts";
import { interceptWrites } from "../support/interceptWrites.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { servers } from "../support/servers.ts";
import { testSigner } from "../support/testSigner.ts";
import { until } from "../support/until.ts";

/** Jobs whose workflow was terminated. */
function useTerminated() {
  let database: Database;
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
  });
  after(() => database.close());
  /** A charged job in the midst of its work. */
  async function atWork(
    fields: Partial<Pick<JobRecord, "status" | "attempts">> = {},
    where = database,
  ): Promise<JobRecord> {
    const { _id: accountId } = await createAccount(where, { email: "test@example.com", plan: "free" });
    const job = jobRecord({ accountId, status: "in_progress", version: 1, ...fields });
    await chargeOnce(where, chargeOf(job, job));
    await where.jobs.insertOne(job);
    return job;
  }
  /** Runs the reconciler after the workflow of one attempt was terminated, with `changed` as its database. */
  async function settle({ _id }: JobRecord, { attempt = 1, changed = database } = {}): Promise<void> {
    const executions: ExecutionsPort = {
      listTerminated: async ({ type }) => (type === "renderJob" ? [workflowIds.renderJob(_id, attempt)] : []),
      latestState: async () => "terminated",
    };
    const logger = createLogger({ name: "test", level: "silent" });
    const when = { now: new Date(), settledAt: null };
    await settleTerminated({ database: changed, executions, logger, signer: testSigner }, when);
  }
  const found = async ({ _id, accountId }: JobRecord) => {
    const job = await database.jobs.findOne({ _id });
    return { status: job?.status, used: (await creditState(database, accountId)).used };
  };
  return {
    get database() {
      return database;
    },
    atWork,
    settle,
    found,
  };
}

describe("a job with a terminated workflow", function () {
  this.timeout(120_000);
  const ended = useTerminated();
  const { atWork, settle, found } = ended;

  it("fails and is refunded", async () => {
    const job = await atWork();
    await settle(job);
    expect(await found(job)).to.deep.equal({ status: "failed", used: 0 });
  });

  it("is completed and charged when the run itself ends first", async () => {
    const job = await atWork();
    const { _id: jobId, fingerprint } = job;
    const page = { finalUrl: job.url, statusCode: 200, title: "", contentType: "text/html", redirects: [] };
    const timings = { queued: 1, navigation: 1, capture: 1, extraction: 1, upload: 1, total: 5 };
    const outcome = { page, timings, outputs: [], startedAt: new Date().toISOString() };
    const end = { status: "completed", outcome, sharedUntil: null } as const;
    let settled = false;
    const hooked = interceptWrites(ended.database, async (make) => {
      if (!settled) {
        settled = true;
        await settleJob(ended.database, {
          jobId,
          attempt: 1,
          end,
          version: Date.now() * 1_000 - 1_000_000,
          fingerprint,
        });
      }
      return make();
    });
    await settle(job, { changed: hooked });
    expect(await found(job)).to.deep.equal({ status: "completed", used: 1 });
  });

  for (const status of ["queued", "in_progress"] as const)
    it(`is unchanged while a later attempt is ${status}, and settles with that attempt's end`, async () => {
      const job = await atWork({ status, attempts: 2 });
      await settle(job, { attempt: 1 });
      expect(await found(job)).to.deep.equal({ status, used: 1 });
      await settle(job, { attempt: 2 });
      expect(await found(job)).to.deep.equal({ status: "failed", used: 0 });
    });
});

describe("a terminated workflow that is found late", function () {
  this.timeout(120_000);
  const { atWork } = useTerminated();

  it("is found when the keys of its payloads were removed", async () => {
    const { temporalAddress: address, namespace } = (await servers()).info;
    const ring = parseKeyRing(`gone:${randomBytes(32).toString("base64")}`, "ring");
    const sealing = lazyClient({ address, namespace, dataConverter: { payloadCodecs: [createPayloadCodec(ring)] } });
    const keyless = lazyClient({ address, namespace });
    try {
      const { workflowType, ...options } = workflowStart({
        type: "renderJob",
        input: renderJobInput(jobRecord({ accountId: "gone" })),
        priority: "normal",
      });
      const { workflowId } = options;
      const handle = await sealing.client.workflow.start(workflowType, { ...options, taskQueue: "unpolled" });
      await handle.terminate("by an operator");
      const executions = createExecutions(keyless.client);
      const search = { type: "renderJob", since: null, until: new Date(Date.now() + 60_000) } as const;
      await until(async () => (await executions.listTerminated(search)).includes(workflowId));
      expect(await executions.latestState(workflowId)).to.equal("terminated");
    } finally {
      await Promise.all([sealing.close(), keyless.close()]);
    }
  });

  it("is found after any time if no reconciler round came since, and only then", async () => {
    const { mongoUrl, temporalAddress: address, namespace } = (await servers()).info;
    // A database of its own: the rounds here are hours ahead of everyone else's.
    const own = openDatabase(mongoUrl.replace(/\w+$/, "terminated"));
    const temporal = lazyClient({ address, namespace });
    try {
      const job = await atWork({}, own);
      const executions = createExecutions(temporal.client);
      const { workflow } = temporal.client;
      const { workflowType, ...options } = workflowStart({
        type: "renderJob",
        input: renderJobInput(job),
        priority: "normal",
      });
      const handle = await workflow.start(workflowType, { ...options, taskQueue: "unpolled" });
      await handle.terminate("by an operator");
      const later = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1_000);
      const search = { type: "renderJob", since: null, until: later(9) } as const;
      await until(async () => (await executions.listTerminated(search)).includes(handle.workflowId));
      const logger = createLogger({ name: "test", level: "silent" });
      const ports = { database: own, executions, logger, signer: testSigner };
      const round = (settledAt: Date | null) => settleTerminated(ports, { now: later(9), settledAt });
      await round(later(8));
      expect((await own.jobs.findOne({ _id: job._id }))?.status).to.equal("in_progress");
      await round(null);
      expect((await own.jobs.findOne({ _id: job._id }))?.status).to.equal("failed");
      expect((await creditState(own, job.accountId)).used).to.equal(0);
    } finally {
      await Promise.all([own.close(), temporal.close()]);
    }
  });
});
