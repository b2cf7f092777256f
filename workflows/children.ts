import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  type ChildWorkflowHandle,
  ChildWorkflowFailure,
  ParentClosePolicy,
  startChild,
  type Workflow,
} from "@temporalio/workflow";
import { type WorkflowOrder, workflowStart } from "#orders/starts.ts";

/** Starts a workflow that outlives this one. Does nothing if a workflow with its id was started before. */
export async function startDetached(order: WorkflowOrder): Promise<void> {
  try {
    await start(order);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/**
 * Runs a job in a child workflow that outlives this one, and waits for its end. Returns whether the job succeeded; also false
 * for a job that was started before, which happens after a reset by an operator. The job's record holds its end.
 * @throws CancelledFailure if this workflow is cancelled before the child starts.
 */
export async function runRenderChild(order: WorkflowOrder<"renderJob">): Promise<boolean> {
  try {
    const child = await start(order);
    await child.result();
    return true;
  } catch (error) {
    const isExpected = error instanceof ChildWorkflowFailure || error instanceof WorkflowExecutionAlreadyStartedError;
    if (!isExpected) throw error;
    return false;
  }
}

function start(order: WorkflowOrder): Promise<ChildWorkflowHandle<Workflow>> {
  const { workflowType, ...options } = workflowStart(order);
  return startChild<Workflow>(workflowType, { ...options, parentClosePolicy: ParentClosePolicy.ABANDON });
}
