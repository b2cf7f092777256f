import { type Static, Type } from "typebox";
import type { AlertTarget, AlertTargetList } from "#schemas/alertTarget.ts";
import type { MonitorDefaults, MonitorDefaultsList } from "#schemas/monitor/defaults.ts";
import { factsBlock, saidBlocks } from "../results.ts";
import { defineTool } from "../tool.ts";
import { hints } from "./shapes.ts";

/** The account's alert targets. */
export const listAlertTargets = defineTool({
  name: "watchframe_list_alert_targets",
  title: "List alert targets",
  description: "Lists chats and people that monitors tell, by target_ids or by a tag that both have. Free.",
  scopes: ["read", "monitor"],
  annotations: hints.read,
  arguments: Type.Object({}, { additionalProperties: false }),
  async run(_given, { api }) {
    const { alertTargets } = await api.json<Static<typeof AlertTargetList>>({ method: "GET", path: "/alert-targets" });
    const names = alertTargets.length === 0 ? undefined : alertTargets.map(namesOf);
    return [factsBlock({ targets: alertTargets.map(targetFacts) }), ...saidBlocks({ targets: names })];
  },
});

/** A target without its addresses, which no reply has, and without the words of its messages. */
function targetFacts({ id, channels, recipientIds, tags, allMonitors }: AlertTarget): Record<string, unknown> {
  return {
    target_id: id,
    channels: channels.map(({ type }) => type),
    recipients: recipientIds.length,
    tags,
    all_monitors: allMonitors,
  };
}

function namesOf({ id, name, channels }: AlertTarget): Record<string, unknown> {
  return { target_id: id, name, hosts: channels.map(({ host }) => host) };
}

/** Settings that monitors inherit. */
export const listDefaults = defineTool({
  name: "watchframe_list_monitor_defaults",
  title: "List defaults of monitors",
  description: "Lists settings that monitors inherit from the account or from their tags. Free.",
  scopes: ["read", "monitor"],
  annotations: hints.read,
  arguments: Type.Object({}, { additionalProperties: false }),
  async run(_given, { api }) {
    const { monitorDefaults } = await api.json<Static<typeof MonitorDefaultsList>>({
      method: "GET",
      path: "/monitor-defaults",
    });
    return [factsBlock({ defaults: monitorDefaults.map(defaultFacts) })];
  },
});

/** Tag is null for the defaults of the account. The settings have the names of the API. */
function defaultFacts({ updatedAt: _updatedAt, ...settings }: MonitorDefaults) {
  return settings;
}
