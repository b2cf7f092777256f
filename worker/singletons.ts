import { type Client, WorkflowExecutionAlreadyStartedError } from "@temporalio/client";
import { taskQueues, workflowIds } from "#workflows/messages.ts";

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
