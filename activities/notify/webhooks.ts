import { createHmac } from "node:crypto";
import { hasReceiver } from "#data/receivers.ts";
import type { DeliveryAttempt, RepeatableDelivery, WebhookDelivery } from "#schemas/events.ts";
import { webhookFields } from "#schemas/renders/render.ts";
import { open } from "#vault/open.ts";
import { standardSecret } from "#vault/signatures.ts";
import { isChange } from "#rules/notifications.ts";
import type { ActivityPorts } from "../ports.ts";
import { recordAttempt, skipDelivery } from "../projections/deliveries.ts";
import { changePair } from "./alert/changePair.ts";
import { postToChannel } from "./channels/postToChannel.ts";
import { type Posted, tryPost } from "./tryPost.ts";

/**
 * The result of one try. `gone`: the receiver wants no more events. `skipped`: the receiver was deleted, so nothing was sent.
 * `retryAfter` is in seconds.
 */
export type DeliveryAnswer =
  | { outcome: "delivered" }
  | { outcome: "gone" }
  | { outcome: "skipped" }
  | { outcome: "retry"; retryAfter: number | null };

/** Tries once to deliver a recorded event and records the try. A refusal by the receiver is a result, not an error. */
export async function attemptDelivery(ports: ActivityPorts, { eventId }: { eventId: string }): Promise<DeliveryAnswer> {
  const delivery = await ports.database.deliveries.findOne({ _id: eventId });
  if (delivery === null || delivery.channel === "email" || delivery.status === "delivered")
    return { outcome: "delivered" };
  const at = new Date();
  if (isOptional(delivery) && !(await hasReceiver(ports.database, delivery))) {
    await skipDelivery(ports.database, { eventId, at });
    return { outcome: "skipped" };
  }
  const isWebhook = delivery.channel === "webhook";
  const { attempt, retryAfter } = await (isWebhook ? post(ports, delivery, at) : postToChannel(ports, delivery, at));
  const answer = answerOf(attempt, retryAfter);
  const status = answer.outcome === "delivered" ? "delivered" : answer.outcome === "gone" ? "failed" : "pending";
  await recordAttempt(ports.database, { eventId, attempt, status });
  const { accountId, resourceId } = delivery;
  ports.logger.info(
    { accountId, resourceId, eventId, statusCode: attempt.statusCode, duration: attempt.duration },
    `${delivery.channel} tried`,
  );
  return answer;
}

/** Whether a try ends with its receiver: of a sample, a retry or a replay. An event is sent once in any case. */
function isOptional({ type, attempts }: RepeatableDelivery): boolean {
  return type === "channel.test" || attempts.length > 0;
}

/** Sends the event once. It has the address of a picture, which is made before the first try. */
async function post(ports: ActivityPorts, delivery: WebhookDelivery, at: Date): Promise<Posted> {
  const { _id: id, body, target, accountId, type, runId } = delivery;
  const run = isChange(type) && runId !== null ? await ports.database.runs.findOne({ _id: runId }) : null;
  if (run !== null) await changePair(ports, run);
  const { sealedFor: entityId } = target;
  const url = open(ports.keyRing, target.url, { accountId, entityId, field: webhookFields.url });
  const secret =
    target.secret === undefined
      ? null
      : open(ports.keyRing, target.secret, { accountId, entityId, field: webhookFields.secret });
  const headers = webhookHeaders({ id, body, secret, at });
  return tryPost(ports, { url, headers, body, secrets: secret === null ? [] : [secret] }, at);
}

function answerOf({ statusCode, error }: DeliveryAttempt, retryAfter: number | null): DeliveryAnswer {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300 && error === null) return { outcome: "delivered" };
  return statusCode === 410 ? { outcome: "gone" } : { outcome: "retry", retryAfter };
}

/**
 * Headers of one try at a webhook, by the Standard Webhooks specification 1.0. All tries have the same id; the timestamp
 * (Unix seconds) is that of the try. The signature covers `id.timestamp.body`. Its key is the secret's bytes, or the text of
 * a secret that is not in the standard form. Without a secret there is no signature.
 */
export function webhookHeaders({
  id,
  body,
  secret,
  at,
}: {
  id: string;
  body: string;
  secret: string | null;
  at: Date;
}): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = { "content-type": "application/json", "webhook-id": id, "webhook-timestamp": timestamp };
  if (secret === null) return headers;
  const signature = createHmac("sha256", standardSecret(secret) ?? secret)
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64");
  return { ...headers, "webhook-signature": `v1,${signature}` };
}
