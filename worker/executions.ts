import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import type { ExecutionsPort, LatestRun } from "#activities/ports.ts";
import { attemptIn } from "#workflows/starts.ts";

const states = new Map<string, LatestRun["state"]>([
  ["RUNNING", "open"],
  ["PAUSED", "open"],
  ["TERMINATED", "terminated"],
  ["TIMED_OUT", "terminated"],
]);

/** What the reconciler asks Temporal about runs. */
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
        const { status, typedSearchAttributes } = await workflow.getHandle(workflowId).describe();
        return { state: states.get(status.name) ?? "ended", attempt: attemptIn(typedSearchAttributes) };
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return { state: "none", attempt: 0 };
        throw error;
      }
    },
  };
}
