import { continueAsNew, sleep, workflowInfo } from "@temporalio/workflow";
import { rounds } from "./proxies.ts";
import { round } from "./round.ts";

/** Removes what is past its retention, once an hour. */
export async function maintenance(): Promise<void> {
  while (!workflowInfo().continueAsNewSuggested) {
    while ((await round(() => rounds.removeExpired()))?.more);
    await sleep("1h", { summary: "next round" });
  }
  await continueAsNew<typeof maintenance>();
}
