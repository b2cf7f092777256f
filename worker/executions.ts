import type { Client } from "@temporalio/client";
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
  };
}
