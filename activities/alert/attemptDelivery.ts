import type { DeliveryAttempt, WebhookDelivery } from "#schemas/events.ts";
import { open } from "#vault/open.ts";
import type { ActivityPorts } from "../ports.ts";
import { recordAttempt } from "../project/deliveries.ts";
import { secondsOf } from "../retryAfter.ts";
import { webhookHeaders } from "./standardWebhooks.ts";

/** What one try came to; `retryAfter` is seconds. */
export type DeliveryAnswer =
  | { outcome: "delivered" }
  | { outcome: "gone" }
  | { outcome: "retry"; retryAfter: number | null };

/** Seconds a receiver has to answer. */
const answerSeconds = 15;

/** Tries once to deliver a recorded event and records the try. A receiver's refusal is an answer, not an error. */
export async function attemptDelivery(ports: ActivityPorts, { eventId }: { eventId: string }): Promise<DeliveryAnswer> {
  const delivery = await ports.database.deliveries.findOne({ _id: eventId });
  if (delivery === null || delivery.channel !== "webhook" || delivery.status === "delivered")
    return { outcome: "delivered" };
  const at = new Date();
  const { attempt, retryAfter } = await post(ports, delivery, at);
  const answer = answerOf(attempt, retryAfter);
  const status = answer.outcome === "delivered" ? "delivered" : answer.outcome === "gone" ? "failed" : "pending";
  await recordAttempt(ports.database, { eventId, attempt, status });
  const { accountId, resourceId } = delivery;
  ports.logger.info(
    { accountId, resourceId, eventId, statusCode: attempt.statusCode, duration: attempt.duration },
    "webhook tried",
  );
  return answer;
}

async function post(
  ports: ActivityPorts,
  delivery: WebhookDelivery,
  at: Date,
): Promise<{ attempt: DeliveryAttempt; retryAfter: number | null }> {
  const { _id: id, body, target, accountId } = delivery;
  const { sealedFor: entityId } = target;
  const url = open(ports.keyRing, target.url, { accountId, entityId, field: "webhookUrl" });
  const secret =
    target.secret === undefined
      ? null
      : open(ports.keyRing, target.secret, { accountId, entityId, field: "webhookSecret" });
  const headers = { ...webhookHeaders({ id, body, secret, at }), "user-agent": ports.userAgent };
  const failed = { at, statusCode: null, responseBody: "" };
  try {
    const reply = await ports.fetch(url, {
      method: "POST",
      headers,
      body,
      timeoutMs: answerSeconds * 1000,
      maxBodyBytes: 1_024,
    });
    const attempt = {
      at,
      duration: elapsed(at),
      statusCode: reply.statusCode,
      responseBody: reply.body.toString("utf8"),
      error: null,
    };
    return { attempt, retryAfter: secondsOf([reply.headers["retry-after"]].flat()[0], at) };
  } catch (error) {
    const reason = error instanceof Error ? error.name : "Error";
    return { attempt: { ...failed, duration: elapsed(at), error: reason }, retryAfter: null };
  }
}

function answerOf({ statusCode }: DeliveryAttempt, retryAfter: number | null): DeliveryAnswer {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { outcome: "delivered" };
  return statusCode === 410 ? { outcome: "gone" } : { outcome: "retry", retryAfter };
}

function elapsed(since: Date): number {
  return Date.now() - since.getTime();
}
