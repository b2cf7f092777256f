import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { Body } from "../../format/paths.ts";
import { type BulkAction, changeWith } from "../monitors/bulk.ts";
import type { ChannelEntry } from "../monitors/form/channels.ts";

/** Alert targets, recipients and a channel for monitors. */
export type Assignment = {
  mode: "add" | "remove";
  targetIds: readonly string[];
  recipientIds: readonly string[];
  /** Null for none. */
  channel: ChannelEntry | null;
};

/** Whether an assignment changes anything. */
export function assigns({ mode, targetIds, recipientIds, channel }: Assignment): boolean {
  return targetIds.length > 0 || recipientIds.length > 0 || (mode === "add" && channel !== null);
}

/** The action that gives monitors an assignment. Its undo gives each what it had before. */
export function assignmentOf(assignment: Assignment): BulkAction {
  return changeWith(
    (monitor) => ({ alerts: alertsAfter(assignment, monitor) }),
    (monitor) => ({ alerts: alertsBefore(monitor) }),
  );
}

/**
 * The action that removes a group's channels from monitors. It cannot be undone, as the settings are secret.
 */
export function removalOf({ type, host }: Pick<ChannelGroup, "type" | "host">): BulkAction {
  const isKept = (channel: Monitor["alerts"]["channels"][number]): boolean =>
    channel.type !== type || channel.host !== host;
  return {
    done: "Removed.",
    operationOf: ({ id, alerts }) => {
      const channels = alerts.channels.filter(isKept).map((channel) => ({ id: channel.id, type: channel.type }));
      return { action: "change", id, change: { alerts: { channels } } };
    },
  };
}

function alertsAfter({ mode, targetIds, recipientIds, channel }: Assignment, monitor: Monitor): Body {
  const { email, channels, targetIds: targetsBefore } = alertsBefore(monitor);
  const listAfter = (before: readonly string[], chosen: readonly string[]): string[] => {
    const others = before.filter((id) => !chosen.includes(id));
    return mode === "add" ? [...others, ...chosen] : others;
  };
  return {
    targetIds: listAfter(targetsBefore, targetIds),
    email: { recipientIds: listAfter(email.recipientIds, recipientIds) },
    ...(mode === "add" && channel !== null && { channels: [...channels, channel] }),
  };
}

/** The alert targets, recipients and channels of a monitor, as a request names them. */
function alertsBefore({ alerts: { email, channels, targetIds } }: Monitor) {
  return {
    targetIds,
    email: { recipientIds: email.recipientIds ?? [] },
    channels: channels.map(({ id, type }) => ({ id, type })),
  };
}

/** Channels of one service at one host, and the monitors that have them. */
export type ChannelGroup = { type: ChannelEntry["type"]; host: string; monitors: readonly Monitor[] };

/** The channels of all monitors, those of most monitors first. */
export function channelGroups(monitors: readonly Monitor[]): ChannelGroup[] {
  const groups = new Map<string, ChannelGroup>();
  for (const monitor of monitors) {
    for (const { type, host } of monitor.alerts.channels) {
      const key = `${type} ${host}`;
      const { monitors: others = [] } = groups.get(key) ?? {};
      groups.set(key, { type, host, monitors: others.includes(monitor) ? others : [...others, monitor] });
    }
  }
  return [...groups.values()].toSorted((a, b) => b.monitors.length - a.monitors.length);
}

/** Monitors that a form changes: all, those of a tag, or those on which its last change failed. */
export type Scope = "all" | "failed" | `tag ${string}`;

/** The monitors of a scope. `failed` has the ids of those on which the last change failed. */
export function monitorsIn(
  scope: Scope,
  { monitors, failedIds }: { monitors: readonly Monitor[]; failedIds: readonly string[] },
): readonly Monitor[] {
  if (scope === "all") return monitors;
  if (scope === "failed") return monitors.filter(({ id }) => failedIds.includes(id));
  return monitors.filter(({ tags }) => tags.includes(scope.slice("tag ".length)));
}
