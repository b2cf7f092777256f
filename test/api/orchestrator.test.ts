import { Client, Connection } from "@temporalio/client";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { createOrchestrator, type Orchestrator } from "#api/orchestrator.ts";
import { createLogger } from "#telemetry/logger.ts";
import type { RenderJobInput } from "#orders/inputs.ts";
import { workflowIds } from "#orders/messages.ts";
import { renderSpec } from "../support/renderSpec.ts";
import { servers } from "../support/servers.ts";
import { useServers } from "./support/useApi.ts";

const never = new AbortController().signal;

/** A connection to Temporal, without a worker. */
function useOrchestrator() {
  let orchestrator: Orchestrator;
  let connection: Connection;
  let client: Client;
  useServers();
  before(async () => {
    const { info } = await servers();
    const { temporalAddress: address, namespace } = info;
    orchestrator = createOrchestrator({
      target: { address, namespace },
      log: createLogger({ name: "test", level: "silent" }),
    });
    connection = await Connection.connect({ address });
    client = new Client({ connection, namespace });
  });
  after(async () => {
    await orchestrator.close();
    await connection.close();
  });
  const start = async (): Promise<string> => {
    const input = inputOf(uuidv7());
    await orchestrator.start({ type: "renderJob", input, priority: "high" });
    return input.jobId;
  };
  const handle = (jobId: string) => client.workflow.getHandle(`render:${jobId}`);
  return {
    get orchestrator() {
      return orchestrator;
    },
    get client() {
      return client;
    },
    start,
    handle,
  };
}

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

  it("waits for any kind of end, and returns immediately after it", async () => {
    const jobId = await start();
    const waiting = temporal.orchestrator.wait(workflowIds.renderJob(jobId), 10_000, never);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const started = performance.now();
    await handle(jobId).terminate();
    expect(await waiting).to.equal("ended");
    expect(performance.now() - started).to.be.below(500);
    expect(await temporal.orchestrator.wait(workflowIds.renderJob(jobId), 10_000, never)).to.equal("ended");
  });

  it("waits no longer than requested, and no longer than the client", async () => {
    const jobId = await start();
    const started = performance.now();
    expect(await temporal.orchestrator.wait(workflowIds.renderJob(jobId), 300, never)).to.equal("still_running");
    expect(await temporal.orchestrator.wait(workflowIds.renderJob(jobId), 10_000, AbortSignal.timeout(300))).to.equal(
      "still_running",
    );
    expect(performance.now() - started).to.be.within(550, 1_500);
    await handle(jobId).terminate();
  });

  it("reports a missing workflow", async () => {
    expect(await temporal.orchestrator.wait(workflowIds.renderJob(uuidv7()), 1_000, never)).to.equal("unknown");
  });

  it("answers a ping", () => temporal.orchestrator.ping());
});

function inputOf(jobId: string): RenderJobInput {
  return {
    jobId,
    accountId: "account",
    requestId: "request",
    kind: "render",
    host: "example.com",
    attempt: 1,
    acceptedAt: new Date().toISOString(),
    spec: renderSpec({ sealedFor: jobId, extracts: ["metadata"] }),
    webhook: null,
    fingerprint: jobId,
    answered: false,
    throttled: false,
  };
}
