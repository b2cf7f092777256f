import { WorkflowNotFoundError } from "@temporalio/client";

/** Whether the workflow was there to hear a signal. */
export async function signalIfRunning(signal: Promise<void>): Promise<boolean> {
  try {
    await signal;
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
