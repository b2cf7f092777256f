import { getExternalWorkflowHandle, isCancellation, log } from "@temporalio/workflow";
import type { Undispatched } from "#activities/reconcile/outbox.ts";
import { startDetached } from "./children.ts";
import { workflowStart } from "#orders/starts.ts";

/** Starts the workflow of accepted work unless it runs, and sends its signal or cancellation. */
export async function dispatch({ order, cancelRequested, signal }: Undispatched): Promise<void> {
  await startDetached(order);
  const handle = getExternalWorkflowHandle(workflowStart(order).workflowId);
  if (signal !== undefined) await signalIfRunning(() => handle.signal(signal.name, ...signal.args));
  if (cancelRequested) await signalIfRunning(() => handle.cancel());
}

/** Sends a signal or cancellation. The workflow may have ended, so a failure is only logged. */
async function signalIfRunning(send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isCancellation(error)) throw error;
    log.warn("a workflow could not be signalled", { message: error instanceof Error ? error.message : "" });
  }
}
