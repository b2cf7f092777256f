import { setTimeout as sleep } from "node:timers/promises";
import type { JobRecord } from "#schemas/job.ts";
import { itemCancelled, workflowIds } from "#workflows/messages.ts";
import { deferToReconciler } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { isTerminal, readAnyJob, requestCancel } from "./store.ts";

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
    told ||= await tell(ports, current);
    const left = deadline - Date.now();
    current = await waitForJob(ports, current, { ms: told ? left : Math.min(left, againMs), signal });
  }
  return current;
}

/** Tells the job's workflow to stop; one of a batch that has none yet is left out by the batch. */
async function tell(ports: ApiPorts, { _id: jobId, accountId, attempts, batchId }: JobRecord): Promise<boolean> {
  const { database, log, now, orchestrator } = ports;
  try {
    const told = await orchestrator.cancel(workflowIds.renderJob(jobId, attempts));
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

/** How often the record is looked at where Temporal can't say when the job ends. */
const pollMs = 250;
/** How long Temporal is waited for in one go: should it go away meanwhile, the record is looked at after this. */
const waitRoundMs = 15_000;

/**
 * Waits until a job is terminal, `ms` at most or until `signal` aborts, and returns its record as it then is.
 * Temporal tells within milliseconds; the record is polled while it is away or has not got the job yet.
 */
export async function waitForJob(
  ports: ApiPorts,
  record: JobRecord,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<JobRecord> {
  const deadline = Date.now() + ms;
  let current = record;
  while (!isTerminal(current) && !signal.aborted) {
    const left = deadline - Date.now();
    if (left <= 0) break;
    const { _id, attempts } = current;
    const waited = await ports.orchestrator.wait(
      workflowIds.renderJob(_id, attempts),
      Math.min(left, waitRoundMs),
      signal,
    );
    current = await readAnyJob(ports.database, _id);
    // A workflow that ended without a word (terminated from outside) is written down by the reconciler a little later.
    if (waited !== "still_running" && !isTerminal(current))
      await pause(Math.min(pollMs, deadline - Date.now()), signal);
  }
  return current;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Aborting is one of the two ways in which the pause is meant to end.
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
}
