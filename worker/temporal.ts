import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/client";
import type { ExecutionsPort, LatestRun, SingleFlightPort } from "#activities/ports.ts";
import { singleFlightEnded, slotGranted, taskQueues, workflowIds } from "#workflows/messages.ts";
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

/** Tells a workflow that its capture has a place; false where it has ended. */
export function notifySlotGranted(client: Client): (workflowId: string, place: string) => Promise<boolean> {
  return (workflowId, place) => signalIfRunning(client.workflow.getHandle(workflowId).signal(slotGranted, { place }));
}

/** Tells jobs that the identical render they wait for has ended. */
export function createSingleFlight(client: Client): SingleFlightPort {
  return {
    async wake(jobIds) {
      await Promise.all(
        jobIds.map((jobId) =>
          signalIfRunning(client.workflow.getHandle(workflowIds.renderJob(jobId)).signal(singleFlightEnded)),
        ),
      );
    },
  };
}

/** Whether the workflow was there to hear a signal. */
async function signalIfRunning(signal: Promise<void>): Promise<boolean> {
  try {
    await signal;
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Starts the workflows there is exactly one of, unless they run already. */
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
