import { Type } from "typebox";
import { findMonitorDefaults } from "#data/monitorDefaults.ts";
import { MonitorDefaultsList, MonitorDefaultsPatch, MonitorDefaultsReply } from "#schemas/monitor/defaults.ts";
import { Tag } from "#schemas/monitor/monitor.ts";
import { keyWith } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";
import { changeMonitorDefaults, removeMonitorDefaults } from "./commands.ts";
import { presentMonitorDefaults } from "./present.ts";
import { defaultsRules } from "./validate.ts";

const routeDefaults = { tag: "Monitor defaults", errorShape: "submit" } as const;
const TagPath = Type.Object({ tag: Tag }, { additionalProperties: false });
const howItHolds =
  "Sets the given settings; null removes one. Monitors have them from their next run and message on. A monitor's own settings win, then the defaults of its tags in their order, then the account's. A default that does not fit a monitor's other settings is left out there.";

/** The defaults of the account and of its tags. */
export const listMonitorDefaults = defineRoute({
  ...routeDefaults,
  id: "listMonitorDefaults",
  client: { resource: "monitorDefaults", method: "list", unwrap: "monitorDefaults" },
  method: "GET",
  path: "/monitor-defaults",
  summary: "List the defaults of monitors",
  description: "The account's come first, with `tag: null`, and those of tags follow by name.",
  auth: keyWith("read", "monitor"),
  responses: { 200: { description: "All defaults that were set.", json: MonitorDefaultsList } },
  errors: [],
  async handle({ caller: { accountId } }, { database }) {
    const records = await findMonitorDefaults(database, accountId);
    return { status: 200, json: { success: true, monitorDefaults: records.map(presentMonitorDefaults) } };
  },
});

/** Changes the account's defaults. */
export const updateMonitorDefaults = defineRoute({
  ...routeDefaults,
  id: "updateMonitorDefaults",
  client: { resource: "monitorDefaults", method: "update", unwrap: "monitorDefaults" },
  method: "PATCH",
  path: "/monitor-defaults",
  summary: "Set defaults of all monitors",
  description: howItHolds,
  auth: keyWith("monitor"),
  body: MonitorDefaultsPatch,
  example: { changeThreshold: 0.001, alerts: { digest: "daily" } },
  rules: defaultsRules,
  responses: { 200: { description: "The account's defaults as they are now.", json: MonitorDefaultsReply } },
  errors: [],
  async handle({ body, caller: { accountId } }, ports) {
    const record = await changeMonitorDefaults(ports, { accountId, tag: null }, body);
    return { status: 200, json: { success: true, monitorDefaults: presentMonitorDefaults(record) } };
  },
});

/** Removes the account's defaults. */
export const deleteMonitorDefaults = defineRoute({
  ...routeDefaults,
  id: "deleteMonitorDefaults",
  client: { resource: "monitorDefaults", method: "delete", unwrap: "monitorDefaults" },
  method: "DELETE",
  path: "/monitor-defaults",
  summary: "Remove the defaults of all monitors",
  description: "Monitors keep their own settings, and inherit those of their tags.",
  auth: keyWith("monitor"),
  responses: { 200: { description: "The defaults as they were.", json: MonitorDefaultsReply } },
  errors: ["not_found"],
  async handle({ caller: { accountId } }, ports) {
    const record = await removeMonitorDefaults(ports, { accountId, tag: null });
    return { status: 200, json: { success: true, monitorDefaults: presentMonitorDefaults(record) } };
  },
});

/** Changes the defaults of a tag. */
export const updateTagDefaults = defineRoute({
  ...routeDefaults,
  id: "updateTagDefaults",
  client: { resource: "monitorDefaults", method: "updateTag", unwrap: "monitorDefaults" },
  method: "PATCH",
  path: "/monitor-defaults/:tag",
  summary: "Set defaults of the monitors with a tag",
  description: `${howItHolds} An account has defaults for at most 50 tags.`,
  auth: keyWith("monitor"),
  params: TagPath,
  body: MonitorDefaultsPatch,
  example: { capture: { blockCookieBanners: true, hideSelectors: [".countdown"] } },
  rules: defaultsRules,
  responses: { 200: { description: "The tag's defaults as they are now.", json: MonitorDefaultsReply } },
  errors: ["too_many_monitor_defaults"],
  async handle({ params: { tag }, body, caller: { accountId } }, ports) {
    const record = await changeMonitorDefaults(ports, { accountId, tag: tag.trim() }, body);
    return { status: 200, json: { success: true, monitorDefaults: presentMonitorDefaults(record) } };
  },
});

/** Removes the defaults of a tag. */
export const deleteTagDefaults = defineRoute({
  ...routeDefaults,
  id: "deleteTagDefaults",
  client: { resource: "monitorDefaults", method: "deleteTag", unwrap: "monitorDefaults" },
  method: "DELETE",
  path: "/monitor-defaults/:tag",
  summary: "Remove the defaults of the monitors with a tag",
  description: "Monitors keep their own settings, and inherit those of other tags and of the account.",
  auth: keyWith("monitor"),
  params: TagPath,
  responses: { 200: { description: "The defaults as they were.", json: MonitorDefaultsReply } },
  errors: ["not_found"],
  async handle({ params: { tag }, caller: { accountId } }, ports) {
    const record = await removeMonitorDefaults(ports, { accountId, tag: tag.trim() });
    return { status: 200, json: { success: true, monitorDefaults: presentMonitorDefaults(record) } };
  },
});
