import {
  Client,
  Connection,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
} from "@temporalio/client";
import type { Priority } from "#schemas/common.ts";
import type { Logger } from "#telemetry/logger.ts";
import { type RenderJobInput, renderJobStart, workflowIds } from "#workflows/messages.ts";

/** How waiting for a workflow came out; `unknown` where Temporal is away or has no such workflow. */
export type Waited = "ended" | "still_running" | "unknown";

/** The API's door to Temporal. */
export type Orchestrator = {
  /** Starts the workflow of a job; starting one twice starts it once. Rejects when Temporal does not answer within 3 s. */
  startRenderJob(input: RenderJobInput, priority: Priority): Promise<void>;
  /** Asks a job's workflow to stop; false where there is none by its id. Rejects when Temporal is away. */
  cancelRenderJob(jobId: string): Promise<boolean>;
  /** Waits until a job's workflow has ended, however it did, `ms` at most. */
  waitForRenderJob(jobId: string, ms: number, signal: AbortSignal): Promise<Waited>;
  /** Rejects when Temporal does not answer within 2 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

const startMs = 3_000;

/** A door that opens at the first call, so the API starts while Temporal is away. */
export function createOrchestrator({
  address,
  namespace,
  log,
}: {
  address: string;
  namespace: string;
  log: Logger;
}): Orchestrator {
  const connection = Connection.lazy({ address });
  const { workflow } = new Client({ connection, namespace });
  // A client may ask for a job before its start has come back from Temporal.
  const starting = new Map<string, Promise<unknown>>();

  async function start(input: RenderJobInput, priority: Priority): Promise<void> {
    const options = {
      ...renderJobStart(input, priority),
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      workflowIdConflictPolicy: "USE_EXISTING",
    } as const;
    try {
      await connection.withDeadline(Date.now() + startMs, () => workflow.start("renderJob", options));
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  return {
    async startRenderJob(input, priority) {
      const started = start(input, priority);
      starting.set(
        input.jobId,
        started.catch(() => undefined),
      );
      await started.finally(() => starting.delete(input.jobId));
    },
    async cancelRenderJob(jobId) {
      await starting.get(jobId);
      try {
        await connection.withDeadline(Date.now() + startMs, () =>
          workflow.getHandle(workflowIds.renderJob(jobId)).cancel(),
        );
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    async waitForRenderJob(jobId, ms, signal) {
      await starting.get(jobId);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
      try {
        await connection.withAbortSignal(limit, () => workflow.getHandle(workflowIds.renderJob(jobId)).result());
        return "ended";
      } catch (error) {
        if (error instanceof WorkflowFailedError) return "ended";
        if (limit.aborted) return "still_running";
        if (!(error instanceof WorkflowNotFoundError) && !isGrpcServiceError(error))
          log.warn({ err: error, jobId }, "waiting for a workflow failed");
        return "unknown";
      }
    },
    async ping() {
      await connection.withDeadline(Date.now() + 2_000, () =>
        connection.workflowService.describeNamespace({ namespace }),
      );
    },
    close: () => connection.close(),
  };
}
