import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { workflowIds } from "#orders/messages.ts";
import { inputOf, useOrchestrator } from "./support/orchestrator.ts";

const never = new AbortController().signal;

describe("the API's connection to Temporal: starts", () => {
  const temporal = useOrchestrator();
  const { start, handle } = temporal;

  it("starts a job's workflow with what operators search and read", async () => {
    const jobId = await start();
    const description = await handle(jobId).describe();
    expect(description.type).to.equal("renderJob");
    expect(description.taskQueue).to.equal("wf");
    expect(description.searchAttributes).to.deep.include({
      AccountId: ["account"],
      Kind: ["render"],
      Host: ["example.com"],
    });
    expect(description.priority).to.deep.include({ priorityKey: 1, fairnessKey: "account" });
    expect(await description.staticSummary()).to.equal("render example.com · jpg, metadata · high");
    await handle(jobId).terminate();
  });

  it("starts a workflow once on two calls, while it runs and after it has ended", async () => {
    const input = inputOf(uuidv7());
    await Promise.all([
      temporal.orchestrator.start({ type: "renderJob", input, priority: "low" }),
      temporal.orchestrator.start({ type: "renderJob", input, priority: "low" }),
    ]);
    const { runId } = await handle(input.jobId).describe();
    await handle(input.jobId).terminate();
    await temporal.orchestrator.start({ type: "renderJob", input, priority: "low" });
    expect((await handle(input.jobId).describe()).runId).to.equal(runId);
  });

  it("starts a retry once as a separate workflow, while the previous attempt is open or ended", async () => {
    const input = inputOf(uuidv7());
    const { jobId } = input;
    const retry = { type: "renderJob", input: { ...input, attempt: 2 }, priority: "low" } as const;
    await temporal.orchestrator.start({ type: "renderJob", input, priority: "low" });
    await temporal.orchestrator.start(retry);
    const second = temporal.client.workflow.getHandle(`render:${jobId}:2`);
    const { runId } = await second.describe();
    expect((await handle(jobId).describe()).status.name).to.equal("RUNNING");
    await handle(jobId).terminate();
    await second.terminate();
    await temporal.orchestrator.start(retry);
    expect(await second.describe()).to.deep.include({ runId });
    await temporal.orchestrator.start({ ...retry, input: { ...input, attempt: 3 } });
    const third = temporal.client.workflow.getHandle(`render:${jobId}:3`);
    expect((await third.describe()).status.name).to.equal("RUNNING");
    await third.terminate();
  });
});

describe("the API's connection to Temporal: ends", () => {
  const temporal = useOrchestrator();
  const { start, handle } = temporal;

  it("cancels a workflow, and reports a missing one", async () => {
    const jobId = await start();
    expect(await temporal.orchestrator.cancel(workflowIds.renderJob(jobId))).to.equal(true);
    expect(
      (await handle(jobId).fetchHistory()).events?.some(
        ({ workflowExecutionCancelRequestedEventAttributes: event }) => event,
      ),
    ).to.equal(true);
    await handle(jobId).terminate();
    expect(await temporal.orchestrator.cancel(workflowIds.renderJob(uuidv7()))).to.equal(false);
  });

  it("reports a missing workflow", async () => {
    expect(await temporal.orchestrator.wait(workflowIds.renderJob(uuidv7()), 1_000, never)).to.equal("unknown");
  });

  it("answers a ping", () => temporal.orchestrator.ping());
});
