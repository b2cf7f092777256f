import { expect } from "chai";
import { toJobError } from "#activities/failures.ts";
import { at, eachAt, textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import type { TestAccount } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";
import { until } from "../support/until.ts";

/** Jobs that have failed. */
function useFailedJobs() {
  const { api } = useApi();
  const broken = { code: "connection_failed", message: "It is away.", retryable: true } as const;
  const hopeless = { code: "tls_error", message: "Not valid.", retryable: false } as const;
  async function failed(owner: TestAccount, error: typeof broken | typeof hopeless = broken): Promise<string> {
    const { json } = await owner.client.call("POST", "/render", { body: { url: "https://example.com/" } });
    const id = textAt(json, "id");
    await api.ports.background.settled();
    await failJob(api.ports, id, error);
    api.orchestrator.end(id);
    return id;
  }
  const chargesOf = async (jobId: string) =>
    (await api.ports.database.ledger.find({ jobId }).toArray()).map(({ _id }) => _id.replace(jobId, "job")).toSorted();
  const used = async ({ accountId }: TestAccount) =>
    (await api.ports.database.accounts.findOne({ _id: accountId }))?.credits.used;
  return { api, hopeless, failed, chargesOf, used };
}

describe("retries of one job", () => {
  const { api, hopeless, failed, chargesOf, used } = useFailedJobs();

  it("run the same job again as one more attempt, and charge again", async () => {
    const owner = await api.account();
    const id = await failed(owner, hopeless);
    const { status, json, headers } = await owner.client.call("POST", `/retry/${id}`);
    expect([status, json]).to.deep.equal([
      202,
      { success: true, id, status: "queued", statusUrl: `http://api.test/status/${id}` },
    ]);
    expect(headers.get("x-credits-charged")).to.equal("2");
    await api.ports.background.settled();
    const shown = await owner.client.call("GET", `/status/${id}`);
    expect(at(shown.json, "job")).to.deep.include({
      status: "queued",
      attempts: 2,
      credits: { charged: 2, refunded: 1, net: 1 },
    });
    expect(at(shown.json, "job.error")).to.equal(undefined);
    expect(await chargesOf(id)).to.deep.equal(["charge:job:1", "charge:job:2"]);
    expect(api.orchestrator.started.filter(({ jobId }) => jobId === id).map(({ attempt }) => attempt)).to.deep.equal([
      1, 2,
    ]);
    await until(async () => (await api.ports.database.outbox.findOne({ _id: id })) === null);
  });

  it("are cancelled through the workflow of their own attempt", async () => {
    const owner = await api.account();
    const id = await failed(owner);
    expect((await owner.client.call("POST", `/retry/${id}`)).status).to.equal(202);
    await api.ports.background.settled();
    api.orchestrator.onCancel = (jobId) => void failJob(api.ports, jobId, toJobError("cancelled", null));
    expect((await owner.client.call("DELETE", `/jobs/${id}`)).status).to.equal(200);
    const cancelled = api.orchestrator.cancelledWorkflows.filter((workflowId) => workflowId.includes(id));
    expect([...new Set(cancelled)]).to.deep.equal([`render:${id}:2`]);
  });

  it("of one job run and charge it once when they are concurrent", async () => {
    const owner = await api.account();
    const id = await failed(owner);
    const before = await used(owner);
    const replies = await Promise.all(Array.from({ length: 6 }, () => owner.client.call("POST", `/retry/${id}`)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([202, 409, 409, 409, 409, 409]);
    expect(await used(owner)).to.equal((before ?? 0) + 1);
    expect(await chargesOf(id)).to.deep.equal(["charge:job:1", "charge:job:2"]);
  });

  it("are refused for a job past its retention", async () => {
    const owner = await api.account();
    const id = await failed(owner);
    await api.ports.database.jobs.updateOne({ _id: id }, { $set: { expiresAt: new Date(Date.now() - 1_000) } });
    expect((await owner.client.call("POST", `/retry/${id}`)).status).to.equal(404);
    const { json } = await owner.client.call("POST", "/retry-failed");
    expect([at(json, "retried"), at(json, "skipped")]).to.deep.equal([0, 1]);
    expect(at(json, "skippedJobs")).to.deep.equal([{ id, reason: "expired" }]);
    expect(await chargesOf(id)).to.deep.equal(["charge:job:1"]);
  });

  it("are kept as long as a new job, so that their outputs do not expire at once", async () => {
    const owner = await api.account();
    const id = await failed(owner);
    await api.ports.database.jobs.updateOne({ _id: id }, { $set: { expiresAt: new Date(Date.now() + 60_000) } });
    const from = Date.now();
    expect((await owner.client.call("POST", `/retry/${id}`)).status).to.equal(202);
    const expiresAt = Date.parse(textAt((await owner.client.call("GET", `/status/${id}`)).json, "job.expiresAt"));
    const day = 24 * 60 * 60 * 1_000;
    expect(expiresAt - from).to.be.within(30 * day, 30 * day + 30_000);
  });

  it("are refused for jobs that have not failed, without credits, and for foreign jobs", async () => {
    const owner = await api.account({ plan: "free" });
    const { json } = await owner.client.call("POST", "/render", { body: { url: "https://example.com/" } });
    const id = textAt(json, "id");
    const queued = await owner.client.call("POST", `/retry/${id}`);
    expect([queued.status, at(queued.json, "error")]).to.deep.equal([409, "not_failed"]);
    await completeJob(api.ports, id, {});
    expect((await owner.client.call("POST", `/retry/${id}`)).status).to.equal(409);
    const other = await failed(owner);
    await api.ports.database.accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 100 } });
    const poor = await owner.client.call("POST", `/retry/${other}`);
    expect([poor.status, at(poor.json, "error")]).to.deep.equal([402, "insufficient_credits"]);
    expect((await owner.client.call("GET", `/status/${other}`)).status).to.equal(200);
    await until(async () => (await api.ports.database.outbox.findOne({ _id: other })) === null);
    const stranger = await api.account();
    expect((await stranger.client.call("POST", `/retry/${other}`)).status).to.equal(404);
  });
});

describe("retries of many jobs", () => {
  const { api, hopeless, failed } = useFailedJobs();

  it("of many name the job for which the credits did not suffice", async () => {
    const owner = await api.account({ plan: "free" });
    const id = await failed(owner);
    await api.ports.database.accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 100 } });
    const { status, json } = await owner.client.call("POST", "/retry-failed");
    expect([status, at(json, "skipped"), at(json, "skippedJobs")]).to.deep.equal([
      200,
      1,
      [{ id, reason: "insufficient_credits" }],
    ]);
  });

  it("of many take the newest jobs with a retryable error, up to the limit, and count the skipped ones", async () => {
    const owner = await api.account();
    const ids = [await failed(owner), await failed(owner), await failed(owner, hopeless), await failed(owner)];
    const first = await owner.client.call("POST", "/retry-failed", { body: { limit: 2 } });
    expect(first.status).to.equal(200);
    expect(first.json).to.deep.include({ success: true, retried: 2, skipped: 1 });
    expect([first.headers.get("x-credits-charged"), first.headers.get("x-credits-remaining")]).to.deep.equal([
      "2",
      "unlimited",
    ]);
    expect(eachAt(first.json, "jobs", "id")).to.deep.equal([ids[3], ids[1]]);
    expect(at(first.json, "skippedJobs")).to.deep.equal([{ id: ids[2], reason: "not_retryable" }]);
    const rest = await owner.client.call("POST", "/retry-failed");
    expect(rest.json).to.deep.include({ retried: 1, skipped: 1 });
    expect(at(rest.json, "jobs.0.id")).to.equal(ids[0]);
    for (const limit of [0, 101, "x"]) {
      expect((await owner.client.call("POST", "/retry-failed", { body: { limit } })).status).to.equal(400);
    }
  });
});
