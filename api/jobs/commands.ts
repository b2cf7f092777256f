import { setTimeout as sleep } from "node:timers/promises";
import type { JobRecord } from "#schemas/job.ts";
import { itemCancelled, workflowIds } from "#orders/messages.ts";
import type { ApiPorts } from "../ports.ts";
import { sendOrDefer, signalAndAwait } from "../signalAndAwait.ts";
import { isTerminal, readAnyJob, requestCancel } from "./store.ts";

/** Milliseconds a client waits for the job to stop. */
const maxCancelWaitMs = 5_000;

/**
 * Cancels a job and returns its record when it has ended, or after 5 s. The request is recorded first, so the reconciler finds it
 * if Temporal is unavailable.
 */
export async function stopJob(ports: ApiPorts, record: JobRecord, signal: AbortSignal): Promise<JobRecord> {
  const { _id, accountId } = record;
  await requestCancel(ports.database, _id, ports.now());
  return signalAndAwait({
    record,
    send: (job) => sendOrDefer(ports, { _id, type: "renderJob", accountId }, () => cancelWorkflow(ports, job)),
    read: () => readAnyJob(ports.database, _id),
    isDone: isTerminal,
    maxWaitMs: maxCancelWaitMs,
    signal,
  });
}

/** Cancels the job's workflow. If it has not started and belongs to a batch, the batch leaves the job out. */
async function cancelWorkflow(
  { orchestrator }: ApiPorts,
  { _id: jobId, attempts, batchId }: JobRecord,
): Promise<boolean> {
  const isCancelled = await orchestrator.cancel(workflowIds.renderJob(jobId, attempts));
  if (!isCancelled && batchId !== undefined) {
    await orchestrator.signalWorkflow(workflowIds.renderBatch(batchId), itemCancelled, { jobId });
  }
  return isCancelled;
}

/** Milliseconds between two reads of the record while Temporal does not know the job, or is unavailable. */
const pollMs = 250;
/** Milliseconds of one wait for Temporal. If Temporal becomes unavailable, the record is read after this. */
const maxLongPollMs = 15_000;

/**
 * Waits until a job is terminal, for at most `ms` or until `signal` aborts, and returns its record. Temporal's long poll answers
 * within milliseconds after the end.
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
    const waitResult = await ports.orchestrator.wait(
      workflowIds.renderJob(_id, attempts),
      Math.min(left, maxLongPollMs),
      signal,
    );
    current = await readAnyJob(ports.database, _id);
    // If an operator terminated the workflow, the reconciler writes the job's end a little later.
    if (waitResult !== "still_running" && !isTerminal(current))
      await pause(Math.min(pollMs, deadline - Date.now()), signal);
  }
  return current;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // An abort ends the pause early.
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
}
