import { type Static, Type } from "typebox";
import { DateTime, literals } from "./common.ts";
import type { WebhookTarget } from "./render.ts";

/** Every event a receiver can get. */
export const EventType = literals([
  "job.completed",
  "job.failed",
  "batch.completed",
  "crawl.completed",
  "crawl.failed",
  "schedule.skipped",
  "monitor.change_detected",
  "monitor.change_recovered",
  "monitor.failed",
  "monitor.failure_recovered",
  "monitor.paused",
]);
export type EventType = Static<typeof EventType>;

/** Body of a webhook: at most 20 KB, big things by address. */
export const WebhookEvent = Type.Object(
  {
    id: Type.String(),
    type: EventType,
    timestamp: DateTime,
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  { additionalProperties: false },
);
export type WebhookEvent = Static<typeof WebhookEvent>;

export const DeliveryStatus = literals(["pending", "delivered", "failed"]);
export type DeliveryStatus = Static<typeof DeliveryStatus>;

/** One try at a delivery; `responseBody` is its first 1,024 bytes. */
export type DeliveryAttempt = {
  at: Date;
  /** Milliseconds. */
  duration: number;
  statusCode: number | null;
  responseBody: string;
  error: string | null;
};

/** A delivery's record; `_id` is the event's id, so the same fact can't be recorded twice. */
export type DeliveryRecord = {
  _id: string;
  accountId: string;
  type: EventType;
  resourceId: string;
  target: WebhookTarget;
  /** The exact bytes sent at every attempt. */
  body: string;
  /** An event whose delivery must have ended before this one's begins, so that a receiver hears of things in order. */
  after: string | null;
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
  createdAt: Date;
  completedAt: Date | null;
  expiresAt: Date;
};
