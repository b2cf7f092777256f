import { ActivityFailure, continueAsNew, isCancellation, log, sleep, workflowInfo } from "@temporalio/workflow";
import { startWebhookDelivery } from "./deliveries.ts";
import { dispatch } from "./dispatch.ts";
import { project, reconcile } from "./proxies.ts";

/**
 * Finishes what a crash left half done, every 10 s. It starts accepted work that was not started. It projects the end of
 * jobs, batches, schedules and crawls after an operator terminated their workflows.
 */
export async function reconciler(): Promise<void> {
  let settledAt: string | null = null;
  while (!workflowInfo().continueAsNewSuggested) {
    const waitingEntries = (await continueOnFailure(() => reconcile.reconcileOutbox())) ?? [];
    for (const acceptance of waitingEntries) await dispatch(acceptance);
    if (waitingEntries.length > 0) await project.clearOutbox({ ids: waitingEntries.map(({ id }) => id) });
    const at = new Date().toISOString();
    const events = await continueOnFailure(() => reconcile.settleTerminated(settledAt));
    if (events !== null) settledAt = at;
    for (const event of events ?? []) await startWebhookDelivery(event, "terminated by an operator");
    await sleep(waitingEntries.length > 0 ? "1s" : "10s", { summary: "next pass" });
  }
  await continueAsNew<typeof reconciler>();
}

/** Removes records and outputs that are past their retention, once an hour. */
export async function maintenance(): Promise<void> {
  while (!workflowInfo().continueAsNewSuggested) {
    while ((await continueOnFailure(() => reconcile.removeExpired()))?.more);
    await sleep("1h", { summary: "next pass" });
  }
  await continueAsNew<typeof maintenance>();
}

/** Runs one activity of a pass. Returns null if it fails, as an outage must not end a workflow that repairs after outages. */
async function continueOnFailure<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    log.warn("pass failed", { activity: error.activityType, message: error.cause?.message });
    return null;
  }
}
