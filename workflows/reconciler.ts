import {
  continueAsNew,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  sleep,
  startChild,
  WorkflowIdReusePolicy,
  workflowInfo,
} from "@temporalio/workflow";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import type { UndispatchedJob } from "#activities/rounds/sweepOutbox.ts";
import { renderJobStart } from "./messages.ts";
import { project, rounds } from "./proxies.ts";
import { renderJob } from "./renderJob.ts";
import { round } from "./round.ts";

/**
 * Mends what a crash left between two writes: starts jobs that were accepted and not started,
 * and projects the end of jobs whose workflow was terminated from outside.
 */
export async function reconciler(): Promise<void> {
  while (!workflowInfo().continueAsNewSuggested) {
    const waiting = (await round(() => rounds.sweepOutbox())) ?? [];
    for (const job of waiting) await dispatch(job);
    if (waiting.length > 0) await project.clearOutbox({ jobIds: waiting.map(({ input }) => input.jobId) });
    await round(() => rounds.settleTerminated());
    await sleep(waiting.length > 0 ? "1s" : "10s", { summary: "next round" });
  }
  await continueAsNew<typeof reconciler>();
}

async function dispatch({ input, priority, cancelRequested }: UndispatchedJob): Promise<void> {
  const start = renderJobStart(input, priority);
  try {
    await startChild(renderJob, {
      ...start,
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  if (cancelRequested) await getExternalWorkflowHandle(start.workflowId).cancel();
}
