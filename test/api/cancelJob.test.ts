import { expect } from "chai";
import { toJobError } from "#activities/failures.ts";
import { at, textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const cancelled = toJobError("cancelled", "The job was cancelled.");

describe("DELETE /jobs/{id}", () => {
  const { api, account } = useApi();
  beforeEach(() => {
    api.orchestrator.onCancel = () => undefined;
  });

  const submit = async (): Promise<string> => {
    const { json } = await account.client.call("POST", "/render", { body: { url: "https://example.com/" } });
    await api.ports.background.settled();
    return textAt(json, "id");
  };
  const cancel = (id: string) => account.client.call("DELETE", `/jobs/${id}`);

  it("records the request, signals the workflow and answers with the cancelled job", async () => {
    const id = await submit();
    api.orchestrator.onCancel = () => void failJob(api.ports, id, cancelled).then(() => api.orchestrator.end(id));
    const { status, json } = await cancel(id);
    expect([status, at(json, "job.status"), at(json, "job.error.code"), at(json, "job.credits.net")]).to.deep.equal([
      200,
      "cancelled",
      "cancelled",
      0,
    ]);
    expect(api.orchestrator.cancelled).to.include(id);
    expect((await api.ports.database.jobs.findOne({ _id: id }))?.cancelRequestedAt).to.be.a("date");
  });

  it("matches POST /retry: a cancelled job has not failed and is not run again", async () => {
    const id = await submit();
    api.orchestrator.onCancel = () => void failJob(api.ports, id, cancelled).then(() => api.orchestrator.end(id));
    const { json } = await cancel(id);
    const retry = await account.client.call("POST", `/retry/${id}`);
    expect([at(json, "job.error.retryable"), retry.status, at(retry.json, "error")]).to.deep.equal([
      false,
      409,
      "not_failed",
    ]);
  });

  it("answers with the job as it is when stopping takes more than 5 s", async () => {
    const id = await submit();
    const started = performance.now();
    const { status, json } = await cancel(id);
    expect([status, at(json, "job.status")]).to.deep.equal([200, "queued"]);
    expect(performance.now() - started).to.be.within(4_900, 6_500);
  });

  it("signals a workflow again that did not exist at first", async () => {
    const id = await submit();
    const cancelWorkflow = api.orchestrator.cancel;
    let asked = 0;
    api.orchestrator.cancel = (workflowId) => {
      asked += 1;
      return asked === 1 ? Promise.resolve(false) : cancelWorkflow(workflowId);
    };
    api.orchestrator.onCancel = () => void failJob(api.ports, id, cancelled).then(() => api.orchestrator.end(id));
    const { json } = await cancel(id);
    api.orchestrator.cancel = cancelWorkflow;
    expect([asked, at(json, "job.status")]).to.deep.equal([2, "cancelled"]);
  });

  it("keeps the cancellation when Temporal is away", async () => {
    const id = await submit();
    const cancelWorkflow = api.orchestrator.cancel;
    api.orchestrator.cancel = () => Promise.reject(new Error("away"));
    const { status } = await cancel(id);
    api.orchestrator.cancel = cancelWorkflow;
    expect(status).to.equal(200);
    expect((await api.ports.database.jobs.findOne({ _id: id }))?.cancelRequestedAt).to.be.a("date");
  });

  it("is 409 for a job that has ended or ends during the call", async () => {
    const id = await submit();
    await completeJob(api.ports, id, {});
    expect([(await cancel(id)).status, api.orchestrator.cancelled.includes(id)]).to.deep.equal([409, false]);
    const racing = await submit();
    api.orchestrator.onCancel = () => void completeJob(api.ports, racing, {}).then(() => api.orchestrator.end(racing));
    const { status, json } = await cancel(racing);
    expect([status, at(json, "error")]).to.deep.equal([409, "already_terminal"]);
  });

  it("is 404 for foreign and unknown ids, and changes nothing", async () => {
    const id = await submit();
    const other = await api.account();
    expect((await other.client.call("DELETE", `/jobs/${id}`)).status).to.equal(404);
    expect((await cancel("01900000-0000-7000-8000-000000000000")).status).to.equal(404);
    expect((await api.ports.database.jobs.findOne({ _id: id }))?.cancelRequestedAt).to.equal(null);
  });
});
