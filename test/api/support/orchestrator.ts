import { Client, Connection } from "@temporalio/client";
import { uuidv7 } from "uuidv7";
import { createOrchestrator, type Orchestrator } from "#api/orchestrator.ts";
import { createLogger } from "#telemetry/logger.ts";
import type { RenderJobInput } from "#orders/inputs.ts";
import { renderSpec } from "../../support/renderSpec.ts";
import { servers } from "../../support/servers.ts";
import { useServers } from "./useApi.ts";

/** A connection to Temporal, without a worker. */
export function useOrchestrator() {
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

/** The input of a job without a page. */
export function inputOf(jobId: string): RenderJobInput {
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
