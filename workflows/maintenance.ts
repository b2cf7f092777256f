import { continueAsNew, sleep, workflowInfo } from "@temporalio/workflow";
import { reconcile } from "./proxies.ts";
import { continueOnFailure } from "./round.ts";

/** Removes what is past its retention, once an hour. */
export async function maintenance(): Promise<void> {
  while (!workflowInfo().continueAsNewSuggested) {
    while ((await continueOnFailure(() => reconcile.removeExpired()))?.more);
    await sleep("1h", { summary: "next round" });
  }
  await continueAsNew<typeof maintenance>();
}
