import type { Client } from "@temporalio/client";
import type { PacePort } from "#activities/ports.ts";
import type { PaceLimits } from "#schemas/pace.ts";
import { placeGiven, turnGiven, turnRequested, turnReturned, workflowIds } from "#workflows/messages.ts";
import { hostPaceStart } from "#workflows/starts.ts";
import { heard } from "./heard.ts";

/** Tells a workflow that its capture has a place; false where it has ended. */
export function tellPlace(client: Client): (workflowId: string, place: string) => Promise<boolean> {
  return (workflowId, place) => heard(client.workflow.getHandle(workflowId).signal(placeGiven, { place }));
}

/** Carries turns between hosts' paces and the workflows that wait for them, as signals. */
export function createPace(client: Client, limits: PaceLimits): PacePort {
  return {
    async request(host, request, pausedUntil) {
      await client.workflow.signalWithStart("hostPace", {
        ...hostPaceStart({ host, limits, state: null }),
        signal: turnRequested,
        signalArgs: [{ request, limits, pausedUntil }],
      });
    },
    give: ({ workflowId, requestId }) => heard(client.workflow.getHandle(workflowId).signal(turnGiven, { requestId })),
    async giveBack(host, requestId, answer) {
      await heard(client.workflow.getHandle(workflowIds.hostPace(host)).signal(turnReturned, { requestId, answer }));
    },
  };
}
