import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import type { ExecutionsPort } from "#activities/ports.ts";

/** What the reconciler asks Temporal about runs that no code of ours ended. */
export function createExecutions({ workflow }: Client): ExecutionsPort {
  return {
    async listTerminated({ type, since, until }) {
      const conditions = [
        `WorkflowType = "${type}"`,
        'ExecutionStatus IN ("Terminated", "TimedOut")',
        `CloseTime <= "${until.toISOString()}"`,
        ...(since === null ? [] : [`CloseTime > "${since.toISOString()}"`]),
      ];
      const ended = new Set<string>();
      for await (const { workflowId } of workflow.list({ query: conditions.join(" AND ") })) ended.add(workflowId);
      return [...ended];
    },
    async latestRun(workflowId) {
      try {
        const { status } = await workflow.getHandle(workflowId).describe();
        return status.name === "TERMINATED" || status.name === "TIMED_OUT" ? "terminated" : "other";
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return "none";
        throw error;
      }
    },
  };
}
