import { ApplicationFailureCategory } from "@temporalio/common";
import { ApplicationFailure, CancellationScope, sleep } from "@temporalio/workflow";
import type { MailDeliveryInput, WebhookDeliveryInput } from "./messages.ts";
import { mails, project, webhooks } from "./proxies.ts";
import { delayBefore } from "./rules/deliverySchedule.ts";
import { startOnce } from "./startOnce.ts";
import { mailDeliveryStart, webhookDeliveryStart } from "./starts.ts";

/** Delivers one event: tries on the schedule until the receiver takes it, says it is gone, or the schedule ends. */
export async function webhookDelivery({ eventId, type, inOrder, replay }: WebhookDeliveryInput): Promise<void> {
  if (inOrder === true) await waitForPreviousDelivery(eventId);
  let retryAfter: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const delay = delayBefore({ attempt, random: Math.random(), retryAfter });
    if (delay === null) break;
    if (delay > 0) await sleep(delay, { summary: `next try of ${type}` });
    const answer = await webhooks.attemptDelivery({ eventId });
    if (answer.outcome === "delivered") return;
    if (answer.outcome === "gone") break;
    ({ retryAfter } = answer);
  }
  await project.failDelivery({ eventId, ...(replay !== undefined && { replay }) });
  throw ApplicationFailure.create({
    message: "The receiver took none of the tries.",
    type: "webhook_undelivered",
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Sends one mail: tried again while the mail service is away, for a day at most. */
export async function mailDelivery({ mailId, inOrder }: MailDeliveryInput): Promise<void> {
  if (inOrder) await waitForPreviousDelivery(mailId);
  try {
    await mails.sendMail({ mailId });
  } catch (error) {
    await CancellationScope.nonCancellable(() => project.failDelivery({ eventId: mailId }));
    throw error;
  }
}

/** Starts the delivery of a recorded event, which goes on by itself; `subject` is what operators see. */
export function startWebhookDelivery(input: WebhookDeliveryInput, subject: string): Promise<void> {
  return startOnce(webhookDeliveryStart(input, subject));
}

/** Starts the delivery of a recorded mail, which goes on by itself. */
export function startMailDelivery(input: MailDeliveryInput): Promise<void> {
  return startOnce(mailDeliveryStart(input));
}

/** An event tells of what came after the one before it, so that one goes first; within two days it is delivered or given up. */
async function waitForPreviousDelivery(eventId: string): Promise<void> {
  for (let pause = 2_000; !(await project.canDeliver({ eventId })); pause = Math.min(2 * pause, 10 * 60_000)) {
    await sleep(pause, { summary: "waits for the event before" });
  }
}
