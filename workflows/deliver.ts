import { ParentClosePolicy, startChild } from "@temporalio/workflow";
import { type WebhookDeliveryInput, workflowIds } from "./messages.ts";
import { webhookDelivery } from "./webhookDelivery.ts";

/** Starts the delivery of a recorded event, which goes on by itself; `subject` is what operators see. */
export async function deliver(input: WebhookDeliveryInput, subject: string): Promise<void> {
  await startChild(webhookDelivery, {
    workflowId: workflowIds.webhookDelivery(input.eventId),
    parentClosePolicy: ParentClosePolicy.ABANDON,
    args: [input],
    staticSummary: `${input.type} ${subject}`,
  });
}
