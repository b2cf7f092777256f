import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/client";
import type { ExecutionsPort, RunState } from "#activities/ports.ts";
import { slotGranted, taskQueues, workflowIds } from "#orders/messages.ts";

/** Milliseconds for one call. The client has no deadline of its own, and a pass of the reconciler must end. */
const callMs = 20_000;

const states = new Map<string, RunState>([
  ["RUNNING", "open"],
  ["PAUSED", "open"],
  ["TERMINATED", "terminated"],
  ["TIMED_OUT", "terminated"],
]);

/** The port through which the reconciler reads the state of workflow runs. */
export function createExecutions(client: Client): ExecutionsPort {
  const { workflow } = client;
  return {
    async listTerminated({ type, since, until }) {
      const conditions = [
        `WorkflowType = "${type}"`,
        'ExecutionStatus IN ("Terminated", "TimedOut")',
        `CloseTime <= "${until.toISOString()}"`,
        ...(since === null ? [] : [`CloseTime > "${since.toISOString()}"`]),
      ];
      const ended = new Set<string>();
      await client.withDeadline(Date.now() + callMs, async () => {
        for await (const { workflowId } of workflow.list({ query: conditions.join(" AND ") })) ended.add(workflowId);
      });
      return [...ended];
    },
    async latestState(workflowId) {
      try {
        const read = () => workflow.getHandle(workflowId).describe();
        const { status } = await client.withDeadline(Date.now() + callMs, read);
        return states.get(status.name) ?? "ended";
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return "none";
        throw error;
      }
    },
  };
}

/** Signals a workflow that a slot was granted to its capture. Resolves to false if the workflow has ended. */
export function notifySlotGranted(client: Client): (workflowId: string, leaseId: string) => Promise<boolean> {
  return async (workflowId, leaseId) => {
    const signal = () => client.workflow.getHandle(workflowId).signal(slotGranted, { leaseId });
    try {
      await client.withDeadline(Date.now() + callMs, signal);
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  };
}

/** Starts the reconciler and maintenance workflows unless they run already. */
export async function startSingletons(client: Client): Promise<void> {
  for (const type of ["reconciler", "maintenance"] as const) {
    try {
      await client.workflow.start(type, {
        workflowId: workflowIds[type],
        taskQueue: taskQueues.workflows,
        staticSummary: `the ${type}`,
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}
