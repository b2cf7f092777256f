import { Type } from "typebox";
import { findAlertTargets } from "#data/alertTargets.ts";
import { AlertTargetList, AlertTargetPatch, AlertTargetReply, AlertTargetRequest } from "#schemas/alertTarget.ts";
import { Uuid } from "#schemas/common.ts";
import { keyWith } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";
import { ChannelPath } from "../monitors/channelRoutes.ts";
import { sampleReply, sendSample } from "../monitors/sendSample.ts";
import { acceptAlertTarget, changeAlertTarget } from "./commands.ts";
import { presentAlertTarget } from "./present.ts";
import { readAlertTarget, removeAlertTarget } from "./store.ts";

const routeDefaults = { tag: "Alert targets", errorShape: "submit" } as const;
const TargetPath = Type.Object({ id: Uuid }, { additionalProperties: false });
const links = {
  getAlertTarget: "$response.body#/alertTarget/id",
  updateAlertTarget: "$response.body#/alertTarget/id",
  deleteAlertTarget: "$response.body#/alertTarget/id",
} as const;

/** Keeps an alert target. */
export const createAlertTarget = defineRoute({
  ...routeDefaults,
  id: "createAlertTarget",
  client: { resource: "alertTargets", method: "create", unwrap: "alertTarget" },
  method: "POST",
  idempotent: true,
  path: "/alert-targets",
  summary: "Create an alert target",
  description:
    "Keeps channels and recipients under a name. Monitors tell them as well as their own: those whose `alerts.targetIds` names the target, those with one of its `tags`, or all with `allMonitors`. A new address is then one change, however many monitors tell it. An account has at most 50 targets.",
  auth: keyWith("monitor"),
  body: AlertTargetRequest,
  example: {
    name: "shop-team",
    tags: ["shop"],
    channels: [{ type: "slack", url: "https://hooks.slack.com/services/T0/B0/x" }],
  },
  responses: { 201: { description: "The target was created.", json: AlertTargetReply, links } },
  errors: ["alert_target_exists", "too_many_alert_targets"],
  async handle({ body, caller: { accountId }, reservation }, ports) {
    const record = await acceptAlertTarget(ports, { accountId, request: body, reservation });
    return { status: 201, json: { success: true, alertTarget: presentAlertTarget(record) } };
  },
});

/** The account's alert targets. */
export const listAlertTargets = defineRoute({
  ...routeDefaults,
  id: "listAlertTargets",
  client: { resource: "alertTargets", method: "list", unwrap: "alertTargets" },
  method: "GET",
  path: "/alert-targets",
  summary: "List alert targets by name",
  auth: keyWith("read", "monitor"),
  responses: {
    200: {
      description: "Every target.",
      json: AlertTargetList,
      links: { getAlertTarget: "$response.body#/alertTargets/0/id" },
    },
  },
  errors: [],
  async handle({ caller: { accountId } }, { database }) {
    const records = await findAlertTargets(database, accountId);
    return { status: 200, json: { success: true, alertTargets: records.map(presentAlertTarget) } };
  },
});

/** One alert target. */
export const getAlertTarget = defineRoute({
  ...routeDefaults,
  id: "getAlertTarget",
  client: { resource: "alertTargets", method: "get", unwrap: "alertTarget" },
  method: "GET",
  path: "/alert-targets/:id",
  summary: "Get an alert target",
  auth: keyWith("read", "monitor"),
  params: TargetPath,
  responses: { 200: { description: "The target.", json: AlertTargetReply } },
  errors: ["not_found"],
  async handle({ params, caller }, { database }) {
    const record = await readAlertTarget(database, caller.accountId, params.id);
    return { status: 200, json: { success: true, alertTarget: presentAlertTarget(record) } };
  },
});

/** Changes an alert target. */
export const updateAlertTarget = defineRoute({
  ...routeDefaults,
  id: "updateAlertTarget",
  client: { resource: "alertTargets", method: "update", unwrap: "alertTarget" },
  method: "PATCH",
  path: "/alert-targets/:id",
  summary: "Change an alert target",
  description:
    "Sets the given fields; a list replaces the present one. The next message of every monitor that tells the target goes to it as it is then.",
  auth: keyWith("monitor"),
  params: TargetPath,
  body: AlertTargetPatch,
  example: { channels: [{ type: "slack", url: "https://hooks.slack.com/services/T0/B0/new" }] },
  responses: { 200: { description: "The changed target.", json: AlertTargetReply } },
  errors: ["not_found", "alert_target_exists"],
  async handle({ params, body, caller }, ports) {
    const record = await readAlertTarget(ports.database, caller.accountId, params.id);
    const changed = await changeAlertTarget(ports, record, body);
    return { status: 200, json: { success: true, alertTarget: presentAlertTarget(changed) } };
  },
});

/** Sends a sample to one channel of an alert target. */
export const testAlertTarget = defineRoute({
  ...routeDefaults,
  id: "testAlertTarget",
  client: { resource: "alertTargets", method: "testChannel", unwrap: "delivery" },
  method: "POST",
  idempotent: true,
  path: "/alert-targets/:id/channels/:channel/test",
  summary: "Send a sample to a channel of an alert target",
  description:
    "The sample is delivered and retried like any message. The delivery's tries say what the service answered.",
  auth: keyWith("monitor"),
  params: ChannelPath,
  responses: { 202: sampleReply },
  errors: ["not_found"],
  async handle({ params, caller, reservation }, ports) {
    const from = await readAlertTarget(ports.database, caller.accountId, params.id);
    return { status: 202, json: await sendSample(ports, { from, channelId: params.channel, reservation }) };
  },
});

/** Deletes an alert target. */
export const deleteAlertTarget = defineRoute({
  ...routeDefaults,
  id: "deleteAlertTarget",
  client: { resource: "alertTargets", method: "delete", unwrap: "alertTarget" },
  method: "DELETE",
  path: "/alert-targets/:id",
  summary: "Delete an alert target",
  description: "Its channels and recipients hear nothing more through it. Messages that wait for them are not sent.",
  auth: keyWith("monitor"),
  params: TargetPath,
  responses: { 200: { description: "The target as it was.", json: AlertTargetReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readAlertTarget(ports.database, caller.accountId, params.id);
    await removeAlertTarget(ports.database, record, ports.now());
    return { status: 200, json: { success: true, alertTarget: presentAlertTarget(record) } };
  },
});
