import {
  ActivityFailure,
  continueAsNew,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  sleep,
  workflowInfo,
} from "@temporalio/workflow";
import type { Undispatched } from "#activities/reconcile/outbox.ts";
import { startWebhookDelivery } from "./deliveries.ts";
import { project, reconcile } from "./proxies.ts";
import { startOnce } from "./startOnce.ts";
import { workflowStart } from "./starts.ts";

/**
 * Mends what a crash left between two writes: starts what was accepted and not started,
 * and projects the end of jobs, batches, schedules and crawls whose workflow was terminated from outside.
 */
export async function reconciler(): Promise<void> {
  let settledAt: string | null = null;
  while (!workflowInfo().continueAsNewSuggested) {
    const waiting = (await continueOnFailure(() => reconcile.reconcileOutbox())) ?? [];
    for (const acceptance of waiting) await dispatch(acceptance);
    if (waiting.length > 0) await project.clearOutbox({ ids: waiting.map(({ id }) => id) });
    const at = new Date().toISOString();
    const events = await continueOnFailure(() => reconcile.settleTerminated(settledAt));
    if (events !== null) settledAt = at;
    for (const event of events ?? []) await startWebhookDelivery(event, "terminated by an operator");
    await sleep(waiting.length > 0 ? "1s" : "10s", { summary: "next round" });
  }
  await continueAsNew<typeof reconciler>();
}

async function dispatch({ order, cancelRequested, signal }: Undispatched): Promise<void> {
  const start = workflowStart(order);
  await startOnce(start);
  const handle = getExternalWorkflowHandle(start.workflowId);
  if (signal !== undefined) await unlessEnded(() => handle.signal(signal.name, ...signal.args));
  if (cancelRequested) await unlessEnded(() => handle.cancel());
}

/** Tells a workflow something. One that has ended meanwhile can't be told, which must not end this one. */
async function unlessEnded(tell: () => Promise<void>): Promise<void> {
  try {
    await tell();
  } catch (error) {
    if (isCancellation(error)) throw error;
    log.warn("a workflow could not be told", { message: error instanceof Error ? error.message : "" });
  }
}

/** Removes what is past its retention, once an hour. */
export async function maintenance(): Promise<void> {
  while (!workflowInfo().continueAsNewSuggested) {
    while ((await continueOnFailure(() => reconcile.removeExpired()))?.more);
    await sleep("1h", { summary: "next round" });
  }
  await continueAsNew<typeof maintenance>();
}

/**
 * One round of a workflow that comes round for ever. A round that failed is logged and left to the next one:
 * an outage must not end the workflow that mends what outages leave.
 */
async function continueOnFailure<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    log.warn("round failed", { activity: error.activityType, message: error.cause?.message });
    return null;
  }
}
