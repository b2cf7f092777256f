import { continueAsNew, sleep, workflowInfo } from "@temporalio/workflow";
import { rounds } from "./proxies.ts";

/** Removes what is past its retention and releases charges that never became a job, once an hour. */
export async function maintenance(): Promise<void> {
  while (!workflowInfo().continueAsNewSuggested) {
    let removed: number;
    do {
      ({ removed } = await rounds.removeExpired());
    } while (removed > 0);
    await rounds.releaseOrphanCharges();
    await sleep("1h", { summary: "next round" });
  }
  await continueAsNew<typeof maintenance>();
}
