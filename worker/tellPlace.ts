import type { Client } from "@temporalio/client";
import { slotGranted } from "#workflows/messages.ts";
import { signalIfRunning } from "./heard.ts";

/** Tells a workflow that its capture has a place; false where it has ended. */
export function notifySlotGranted(client: Client): (workflowId: string, place: string) => Promise<boolean> {
  return (workflowId, place) => signalIfRunning(client.workflow.getHandle(workflowId).signal(slotGranted, { place }));
}
