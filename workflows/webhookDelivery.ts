import { ApplicationFailureCategory } from "@temporalio/common";
import { ApplicationFailure, sleep } from "@temporalio/workflow";
import type { WebhookDeliveryInput } from "./messages.ts";
import { project, webhooks } from "./proxies.ts";
import { delayBefore } from "./rules/deliverySchedule.ts";
import { waitForPreviousDelivery } from "./waitForTheOneBefore.ts";

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
