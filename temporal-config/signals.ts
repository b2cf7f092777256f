import { WorkflowNotFoundError } from "@temporalio/client";
import { lazyClient, type TemporalTarget } from "./target.ts";

/** An operator's wire to workflows. */
export type Signals = {
  /** Sends a signal without arguments; false where no workflow by the id is running. Rejects when Temporal does not answer within 10 s. */
  send(workflowId: string, signal: string): Promise<boolean>;
  close(): Promise<void>;
};

const answerMs = 10_000;

/** Opens the wire; Temporal is reached with the first signal. */
export function openSignals(place: TemporalTarget): Signals {
  const { client, close } = lazyClient(place);
  return {
    async send(workflowId, signal) {
      try {
        await client.withDeadline(Date.now() + answerMs, () => client.workflow.getHandle(workflowId).signal(signal));
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    close,
  };
}
