import { WorkflowNotFoundError } from "@temporalio/client";
import { lazyClient, type TemporalTarget } from "./target.ts";

/** Sends an operator's signals to workflows. */
export type Signals = {
  /** Sends a signal without arguments. Returns false if no such workflow is running. Rejects after 10 s without an answer. */
  send(workflowId: string, signal: string): Promise<boolean>;
  close(): Promise<void>;
};

const timeoutMs = 10_000;

/** Connects to Temporal with the first signal. */
export function openSignals(target: TemporalTarget): Signals {
  const { client, close } = lazyClient(target);
  return {
    async send(workflowId, signal) {
      try {
        await client.withDeadline(Date.now() + timeoutMs, () => client.workflow.getHandle(workflowId).signal(signal));
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    close,
  };
}
