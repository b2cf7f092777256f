import type { AlertTarget, ListedAlertTarget } from "#schemas/alertTarget.ts";

/** An alert target as its account sees it. */
export function presentAlertTarget(record: ListedAlertTarget): AlertTarget {
  const { _id: id, name, channels, recipientIds, tags, allMonitors, template, createdAt, updatedAt } = record;
  return {
    id,
    name,
    channels: channels.map(({ id: channelId, type, host }) => ({ id: channelId, type, host })),
    recipientIds,
    tags,
    allMonitors,
    template,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
