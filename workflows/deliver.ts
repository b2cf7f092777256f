import { ParentClosePolicy, startChild } from "@temporalio/workflow";
import { mailDelivery } from "./mailDelivery.ts";
import type { MailDeliveryInput, WebhookDeliveryInput } from "./messages.ts";
import { mailDeliveryStart, webhookDeliveryStart } from "./starts.ts";
import { webhookDelivery } from "./webhookDelivery.ts";

/** Starts the delivery of a recorded event, which goes on by itself; `subject` is what operators see. */
export async function startWebhookDelivery(input: WebhookDeliveryInput, subject: string): Promise<void> {
  const { workflowType: _type, ...start } = webhookDeliveryStart(input, subject);
  await startChild(webhookDelivery, { ...start, parentClosePolicy: ParentClosePolicy.ABANDON });
}

/** Starts the delivery of a recorded mail, which goes on by itself. */
export async function startMailDelivery(input: MailDeliveryInput): Promise<void> {
  const { workflowType: _type, ...start } = mailDeliveryStart(input);
  await startChild(mailDelivery, { ...start, parentClosePolicy: ParentClosePolicy.ABANDON });
}
