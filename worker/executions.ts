import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import type { ExecutionsPort } from "#activities/ports.ts";

/** What the reconciler asks Temporal about runs that no code of ours ended. */
export function createExecutions(client: Client): ExecutionsPort {
  return {
    async listTerminated(type, since) {
      const query = `WorkflowType = "${type}" AND ExecutionStatus IN ("Terminated", "TimedOut") AND CloseTime > "${since.toISOString()}"`;
      const ended: string[] = [];
      for await (const { workflowId } of client.workflow.list({ query })) {
        // A reset terminates a run as well, and goes on in a newer one of the same id.
        const { status } = await client.workflow.getHandle(workflowId).describe();
        if (status.name === "TERMINATED" || status.name === "TIMED_OUT") ended.push(workflowId);
      }
      return [...new Set(ended)];
    },
    async listEnded(workflowIds, before) {
      const ends = await Promise.all(
        workflowIds.map(async (workflowId) => ({ workflowId, at: await endOf(client, workflowId) })),
      );
      return ends.flatMap(({ workflowId, at }) => (at !== null && at < before ? [workflowId] : []));
    },
  };
}

/** When a workflow's latest run ended; null while it runs, and the beginning of time where it is not known any more. */
async function endOf(client: Client, workflowId: string): Promise<Date | null> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).closeTime ?? null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return new Date(0);
    throw error;
  }
}
