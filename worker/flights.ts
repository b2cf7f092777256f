import type { Client } from "@temporalio/client";
import type { SingleFlightPort } from "#activities/ports.ts";
import { singleFlightEnded, workflowIds } from "#workflows/messages.ts";
import { signalIfRunning } from "./heard.ts";

/** Tells jobs that the identical render they wait for has ended. */
export function createSingleFlight(client: Client): SingleFlightPort {
  return {
    async wake(jobIds) {
      await Promise.all(
        jobIds.map((jobId) => signalIfRunning(client.workflow.getHandle(workflowIds.renderJob(jobId)).signal(singleFlightEnded))),
      );
    },
  };
}
