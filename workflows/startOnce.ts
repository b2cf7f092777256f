import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { type ChildWorkflowOptions, ParentClosePolicy, startChild, type Workflow } from "@temporalio/workflow";

type Start = ChildWorkflowOptions & { workflowType: string; workflowId: string; args: [unknown] };

/** Starts a workflow that outlives this one. Does nothing where one of its id was started before. */
export async function startOnce({ workflowType, ...start }: Start): Promise<void> {
  try {
    await startChild<Workflow>(workflowType, { ...start, parentClosePolicy: ParentClosePolicy.ABANDON });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
