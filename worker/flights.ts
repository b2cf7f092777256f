import type { Client } from "@temporalio/client";
import type { FlightsPort } from "#activities/ports.ts";
import { flightEnded, workflowIds } from "#workflows/messages.ts";
import { heard } from "./heard.ts";

/** Tells jobs that the identical render they wait for has ended. */
export function createFlights(client: Client): FlightsPort {
  return {
    async wake(jobIds) {
      await Promise.all(
        jobIds.map((jobId) => heard(client.workflow.getHandle(workflowIds.renderJob(jobId)).signal(flightEnded))),
      );
    },
  };
}
