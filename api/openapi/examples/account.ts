import type { Static } from "typebox";
import type { Delivery, DeliveryList, DeliveryReply } from "#schemas/events.ts";
import type { KeyList, KeyReply, NewKeyReply, ShownKey, UsageHistory, UsageReply } from "#schemas/usage.ts";
import { base, ids, times } from "./parts.ts";

const usage: Static<typeof UsageReply> = {
  success: true,
  plan: "pro",
  credits: {
    used: 1_250,
    limit: 10_000,
    remaining: 8_750,
    percentageUsed: 12.5,
    periodStart: "2026-11-01T00:00:00.000Z",
    periodEnd: "2026-12-01T00:00:00.000Z",
  },
  concurrency: { limit: 10, active: 1, queued: 0 },
  monitors: { active: 3, limit: 50 },
  byOperation: { render: 1_010, monitor: 240 },
};

const history: Static<typeof UsageHistory> = {
  success: true,
  days: [{ date: "2026-11-21", keyId: ids.key, charged: 42, refunded: 2, byOperation: { render: 40 } }],
};

const key: ShownKey = {
  id: ids.key,
  name: "laptop",
  scopes: ["render", "read"],
  createdAt: times.created,
  lastUsedAt: times.completed,
  expiresAt: null,
  revokedAt: null,
};
const keyList: Static<typeof KeyList> = { success: true, keys: [key] };
const newKey: Static<typeof NewKeyReply> = { success: true, key: { ...key, lastUsedAt: null }, apiKey: "wf_live_…" };
const revokedKey: Static<typeof KeyReply> = { success: true, key: { ...key, revokedAt: times.completed } };

const delivery: Delivery = {
  id: "evt_0123456789abcdef0123456789abcdef",
  channel: "webhook",
  type: "job.completed",
  resourceId: ids.job,
  status: "delivered",
  signed: true,
  attempts: [{ at: times.completed, duration: 140, statusCode: 200, responseBody: "ok", error: null }],
  replays: 0,
  createdAt: times.completed,
  completedAt: times.completed,
  expiresAt: times.expires,
};
const event = {
  id: delivery.id,
  type: delivery.type,
  timestamp: times.completed,
  data: { jobId: ids.job, status: "completed", statusUrl: `${base}/status/${ids.job}` },
};
const deliveryReply = (change: Partial<Delivery> = {}): Static<typeof DeliveryReply> => ({
  success: true,
  delivery: { ...delivery, ...change, body: JSON.stringify(event) },
});
const deliveryList: Static<typeof DeliveryList> = { success: true, deliveries: [delivery], nextCursor: null };

/** Replies about credits and use. */
export const usages = { usage, history };
/** Replies about API keys. */
export const keys = { list: keyList, created: newKey, revoked: revokedKey };
/** Replies about webhooks and e-mails that were sent. */
export const deliveries = {
  list: deliveryList,
  reply: deliveryReply(),
  replayed: deliveryReply({ status: "pending", replays: 1, completedAt: null }),
};
