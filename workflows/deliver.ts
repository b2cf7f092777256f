import { ParentClosePolicy, startChild } from "@temporalio/workflow";
import { mailDelivery } from "./mailDelivery.ts";
import { type MailDeliveryInput, type WebhookDeliveryInput, workflowIds } from "./messages.ts";
import { mailDeliveryStart } from "./starts.ts";
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

/** Starts the delivery of a recorded mail, which goes on by itself. */
export async function sendOut(input: MailDeliveryInput): Promise<void> {
  const { workflowType: _type, ...start } = mailDeliveryStart(input);
  await startChild(mailDelivery, { ...start, parentClosePolicy: ParentClosePolicy.ABANDON });
}
