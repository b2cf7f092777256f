import type { JobRecord } from "#schemas/job.ts";
import { itemCancelled, workflowIds } from "#workflows/messages.ts";
import type { ApiPorts } from "./ports.ts";
import { isTerminal } from "./reads/jobs.ts";
import { waitForJob } from "./waitForJob.ts";
import { deferToReconciler } from "./writes/leaveToReconciler.ts";
import { requestCancel } from "./writes/requestCancel.ts";

/** How long a client waits for the job to stop. */
const waitMs = 5_000;
/** How soon a workflow that was not there yet is looked for again. */
const againMs = 500;

/**
 * Has a job stopped and returns its record as it is when it has ended or 5 s are over.
 * The request is written down first: where Temporal is away, the reconciler finds it there.
 */
export async function stopJob(ports: ApiPorts, record: JobRecord, signal: AbortSignal): Promise<JobRecord> {
  await requestCancel(ports.database, record._id, ports.now());
  const deadline = Date.now() + waitMs;
  let current = record;
  let told = false;
  while (!isTerminal(current) && Date.now() < deadline && !signal.aborted) {
    // Another process may be just about to start the workflow.
    told ||= await tell(ports, record);
    const left = deadline - Date.now();
    current = await waitForJob(ports, current, { ms: told ? left : Math.min(left, againMs), signal });
  }
  return current;
}

/** Tells the job's workflow to stop; one of a batch that has none yet is left out by the batch. */
async function tell(ports: ApiPorts, { _id: jobId, accountId, batchId }: JobRecord): Promise<boolean> {
  const { database, log, now, orchestrator } = ports;
  try {
    const told = await orchestrator.cancel(workflowIds.renderJob(jobId));
    if (!told && batchId !== undefined) {
      await orchestrator.signalWorkflow(workflowIds.renderBatch(batchId), itemCancelled, { jobId });
    }
    return told;
  } catch (err) {
    log.warn({ err, jobId }, "a workflow could not be told to stop");
    await deferToReconciler(database, { _id: jobId, type: "renderJob", accountId }, now());
    return false;
  }
}
