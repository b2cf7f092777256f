import { sleep } from "@temporalio/workflow";
import { project } from "./proxies.ts";

/** An event tells of what came after the one before it, so that one goes first; within two days it is delivered or given up. */
export async function waitForPreviousDelivery(eventId: string): Promise<void> {
  for (let pause = 2_000; !(await project.canDeliver({ eventId })); pause = Math.min(2 * pause, 10 * 60_000)) {
    await sleep(pause, { summary: "waits for the event before" });
  }
}
