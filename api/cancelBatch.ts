import { setTimeout as sleep } from "node:timers/promises";
import type { BatchRecord } from "#schemas/batch.ts";
import { workflowIds } from "#workflows/messages.ts";
import { stopJob } from "./cancelJob.ts";
import type { ApiPorts } from "./ports.ts";
import { readBatch, readRetried } from "./reads/batches.ts";
import { deferToReconciler } from "./writes/leaveToReconciler.ts";
import { requestBatchCancel } from "./writes/requestCancel.ts";

/** How long a client waits for the batch to stop, and how soon a workflow that was not there yet is looked for again, milliseconds. */
const waitMs = 5_000;
const againMs = 500;

/**
 * Has a batch stopped and returns its record as it is when it has ended or 5 s are over.
 * The request is written down first: where Temporal is away, the reconciler finds it there.
 * Pages that run again at the caller's wish are no longer the batch's to stop, so each is told by itself.
 */
export async function stopBatch(ports: ApiPorts, record: BatchRecord, signal: AbortSignal): Promise<BatchRecord> {
  await requestBatchCancel(ports.database, record._id, ports.now());
  const retried = await readRetried(ports.database, record._id);
  const [stopped] = await Promise.all([
    stop(ports, record, signal),
    ...retried.map((job) => stopJob(ports, job, signal)),
  ]);
  return stopped;
}

async function stop(ports: ApiPorts, record: BatchRecord, signal: AbortSignal): Promise<BatchRecord> {
  const { _id, accountId } = record;
  const workflowId = workflowIds.renderBatch(_id);
  const deadline = Date.now() + waitMs;
  let current = record;
  let told = false;
  while (current.status === "open" && Date.now() < deadline && !signal.aborted) {
    told ||= await tell(ports, record);
    const left = Math.max(1, deadline - Date.now());
    const waited = told ? await ports.orchestrator.wait(workflowId, left, signal) : "unknown";
    // Aborting is one of the two ways in which the pause is meant to end.
    if (waited === "unknown") await sleep(Math.min(left, againMs), undefined, { signal }).catch(() => undefined);
    current = await readBatch(ports.database, accountId, _id);
  }
  return current;
}

async function tell(ports: ApiPorts, { _id, accountId }: BatchRecord): Promise<boolean> {
  const { database, log, now, orchestrator } = ports;
  try {
    return await orchestrator.cancel(workflowIds.renderBatch(_id));
  } catch (err) {
    log.warn({ err, batchId: _id }, "a workflow could not be told to stop");
    await deferToReconciler(database, { _id, type: "renderBatch", accountId }, now());
    return false;
  }
}
