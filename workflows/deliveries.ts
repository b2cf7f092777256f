import { ApplicationFailureCategory } from "@temporalio/common";
import { ApplicationFailure, CancellationScope, sleep } from "@temporalio/workflow";
import { startDetached } from "./children.ts";
import { nextVersion } from "./ids.ts";
import type { DigestDeliveryInput, MailDeliveryInput, WebhookDeliveryInput } from "#orders/inputs.ts";
import { mails, project, webhooks } from "./proxies.ts";
import { delayBefore } from "#rules/deliverySchedule.ts";

/**
 * Delivers one event. Retries on the schedule until the receiver accepts it, answers 410 or is deleted, or the schedule ends.
 * @throws ApplicationFailure of type `webhook_undelivered` if the receiver did not accept it.
 */
export async function webhookDelivery({ eventId, type, inOrder, replay }: WebhookDeliveryInput): Promise<void> {
  if (inOrder === true && !(await waitUntilReady(eventId))) return;
  const isSample = type === "channel.test";
  let retryAfter: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const delay = delayBefore({ attempt, random: Math.random(), retryAfter, isSample });
    if (delay === null) break;
    if (delay > 0) await sleep(delay, { summary: `next try of ${type}` });
    const answer = await webhooks.attemptDelivery({ eventId });
    if (answer.outcome === "delivered" || answer.outcome === "skipped") return;
    if (answer.outcome === "gone") break;
    ({ retryAfter } = answer);
  }
  await project.failDelivery({ eventId, ...(replay !== undefined && { replay }) });
  throw ApplicationFailure.create({
    message: "The receiver accepted none of the tries.",
    type: "webhook_undelivered",
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Sends one mail. Retries for up to a day while the mail service is unavailable. */
export async function mailDelivery({ mailId, inOrder }: MailDeliveryInput): Promise<void> {
  if (inOrder && !(await waitUntilReady(mailId))) return;
  try {
    await mails.sendMail({ mailId });
  } catch (error) {
    await CancellationScope.nonCancellable(() => project.failDelivery({ eventId: mailId }));
    throw error;
  }
}

/** Sends a digest when it is due: one mail to each of its readers. It is started with the digest's first message. */
export async function digestDelivery({ digestId, accountId, dueAt }: DigestDeliveryInput): Promise<void> {
  const waitMs = Date.parse(dueAt) - Date.now();
  if (waitMs > 0) await sleep(waitMs, { summary: "collects messages" });
  const mailIds = await project.recordDigestMails({ digestId, version: nextVersion() });
  for (const mailId of mailIds) {
    await startMailDelivery({ mailId, accountId, type: "alerts.digest", inOrder: false });
  }
}

/** Starts the delivery of a recorded event. `subject` is the resource that operators see in the summary. */
export function startWebhookDelivery(input: WebhookDeliveryInput, subject: string): Promise<void> {
  return startDetached({ type: "webhookDelivery", input, subject });
}

/** Starts the delivery of a recorded mail. */
export function startMailDelivery(input: MailDeliveryInput): Promise<void> {
  return startDetached({ type: "mailDelivery", input });
}

/**
 * Waits until a delivery may start: after the quiet hours of its monitor, and after its previous delivery, for which it waits
 * two days at most. So events arrive in order. Returns false if the message is not to be sent any more.
 */
async function waitUntilReady(eventId: string): Promise<boolean> {
  for (let pause = 2_000; ; pause = Math.min(2 * pause, 10 * 60_000)) {
    const now = Date.now();
    const { state, until } = await project.checkDelivery({ eventId, now });
    if (state !== "waiting") return state === "ready";
    if (until === null) await sleep(pause, { summary: "waits for the previous delivery" });
    else await sleep(until - now, { summary: "waits for the end of quiet hours" });
  }
}
