import { createHash } from "node:crypto";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import type { AlertType, ChannelDelivery } from "#schemas/events.ts";
import type { ChannelRecord } from "#schemas/monitor/channels.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { notifiesRecovery } from "#workflows/rules/notifications.ts";
import { factsOfInput, type MonitorMailsInput, openingTypes } from "./mails.ts";
import { readMonitor } from "./monitors.ts";

/**
 * Records one message per channel of a monitor for an event. Returns the deliveries' ids; none if the owner wants no message
 * that a change is over. Idempotent.
 */
export async function recordChannelMessages(database: Database, input: MonitorMailsInput): Promise<string[]> {
  const { monitorId, type, occasion, version, runId } = input;
  const monitor = await readMonitor(database, monitorId);
  const { accountId, spec } = monitor;
  if (type === "monitor.change_recovered" && !notifiesRecovery(spec)) return [];
  const at = new Date(version / 1000);
  const opening = openingTypes[type];
  const idOf = (messageType: AlertType, { id }: ChannelRecord) => idFrom([messageType, monitorId, occasion, id]);
  const deliveries = spec.channels.map((target): ChannelDelivery => ({
    _id: idOf(type, target),
    accountId,
    channel: target.type,
    type,
    resourceId: monitorId,
    runId,
    target,
    letter: factsOfInput(monitor, input),
    after: opening === undefined ? null : idOf(opening, target),
    status: "pending",
    attempts: [],
    replays: 0,
    createdAt: at,
    completedAt: null,
    expiresAt: new Date(at.getTime() + retentionMs.delivery),
  }));
  for (const delivery of deliveries) await insertIfAbsent(database.deliveries, delivery);
  return deliveries.map(({ _id }) => _id);
}

function idFrom(fact: readonly string[]): string {
  return `chn_${createHash("sha256").update(JSON.stringify(fact)).digest("hex").slice(0, 32)}`;
}
