import type { Client } from "@temporalio/client";
import { placeGiven } from "#workflows/messages.ts";
import { heard } from "./heard.ts";

/** Tells a workflow that its capture has a place; false where it has ended. */
export function tellPlace(client: Client): (workflowId: string, place: string) => Promise<boolean> {
  return (workflowId, place) => heard(client.workflow.getHandle(workflowId).signal(placeGiven, { place }));
}
