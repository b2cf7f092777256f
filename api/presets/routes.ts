import { Type } from "typebox";
import { PresetName } from "#schemas/common.ts";
import { PresetList, PresetPatch, PresetReply, PresetRequest } from "#schemas/preset.ts";
import { keyWith } from "../http/auth.ts";
import { pageOf, readBefore, listQuery } from "../http/params.ts";
import { defineRoute } from "../http/route.ts";
import { acceptPreset, changePreset } from "./commands.ts";
import { presentPreset } from "./present.ts";
import { findPresets, readPreset } from "./store.ts";
import { presetRules } from "./validate.ts";

const routeDefaults = { tag: "Presets", errorShape: "submit" } as const;
const PresetPath = Type.Object({ name: PresetName }, { additionalProperties: false });
const links = {
  getPreset: "$response.body#/preset/name",
  updatePreset: "$response.body#/preset/name",
  deletePreset: "$response.body#/preset/name",
} as const;

/** Makes a preset. */
export const createPreset = defineRoute({
  ...routeDefaults,
  id: "createPreset",
  client: { resource: "presets", method: "create", unwrap: "preset" },
  method: "POST",
  idempotent: true,
  path: "/presets",
  summary: "Create a preset",
  description:
    "Keeps options of renders under a name. A request with `preset` gets them, except those that it gives itself. The options hold from the moment of the request: a later change of the preset changes no accepted work. `css` and `script` are never returned. An account has at most 100 presets.",
  auth: keyWith("render"),
  body: PresetRequest,
  example: { name: "press", options: { width: 1440, hideSelectors: [".banner"], format: "png" } },
  rules: presetRules,
  responses: { 201: { description: "The preset was created.", json: PresetReply, links } },
  errors: ["preset_exists", "too_many_presets"],
  async handle({ body, caller: { accountId }, reservation }, ports) {
    const preset = presentPreset(await acceptPreset(ports, { accountId, request: body, reservation }));
    return { status: 201, json: { success: true, preset } };
  },
});

const PresetsQuery = listQuery({ items: "Presets", standard: 20 }, {});

/** The account's presets. */
export const listPresets = defineRoute({
  ...routeDefaults,
  id: "listPresets",
  client: { resource: "presets", method: "list", list: "presets" },
  method: "GET",
  path: "/presets",
  summary: "List presets by name",
  auth: keyWith("read", "render"),
  query: PresetsQuery,
  responses: {
    200: {
      description: "One page of presets.",
      json: PresetList,
      links: { getPreset: "$response.body#/presets/0/name" },
    },
  },
  errors: [],
  async handle({ query: { limit, cursor }, caller: { accountId } }, ports) {
    const scope = ["presets", accountId];
    const after = readBefore(ports.signingKey, scope, cursor);
    const records = await findPresets(ports.database, accountId, { after, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    return { status: 200, json: { success: true, presets: page.map(presentPreset), nextCursor } };
  },
});

/** One preset. */
export const getPreset = defineRoute({
  ...routeDefaults,
  id: "getPreset",
  client: { resource: "presets", method: "get", unwrap: "preset" },
  method: "GET",
  path: "/presets/:name",
  summary: "Get a preset",
  auth: keyWith("read", "render"),
  params: PresetPath,
  responses: { 200: { description: "The preset.", json: PresetReply } },
  errors: ["not_found"],
  async handle({ params, caller }, { database }) {
    const preset = presentPreset(await readPreset(database, caller.accountId, params.name));
    return { status: 200, json: { success: true, preset } };
  },
});

/** Changes options of a preset. */
export const updatePreset = defineRoute({
  ...routeDefaults,
  id: "updatePreset",
  client: {
    resource: "presets",
    method: "update",
    unwrap: "preset",
    args: { changes: "options" },
    help: "Sets the given options of the preset and removes those that are null.",
  },
  method: "PATCH",
  path: "/presets/:name",
  summary: "Change a preset",
  description: "Sets the given options and removes those that are null. Accepted work keeps the options that it had.",
  auth: keyWith("render"),
  params: PresetPath,
  body: PresetPatch,
  example: { options: { width: 1280, hideSelectors: null } },
  responses: { 200: { description: "The changed preset.", json: PresetReply } },
  errors: ["not_found"],
  async handle({ params, body: { options }, caller }, ports) {
    const record = await readPreset(ports.database, caller.accountId, params.name);
    return { status: 200, json: { success: true, preset: presentPreset(await changePreset(ports, record, options)) } };
  },
});

/** Deletes a preset. */
export const deletePreset = defineRoute({
  ...routeDefaults,
  id: "deletePreset",
  client: { resource: "presets", method: "delete", unwrap: "preset" },
  method: "DELETE",
  path: "/presets/:name",
  summary: "Delete a preset",
  description: "Accepted work keeps the options that it had. The reply shows the preset for the last time.",
  auth: keyWith("render"),
  params: PresetPath,
  responses: { 200: { description: "The preset as it was.", json: PresetReply } },
  errors: ["not_found"],
  async handle({ params, caller }, { database }) {
    const record = await readPreset(database, caller.accountId, params.name);
    await database.presets.deleteOne({ _id: record._id });
    return { status: 200, json: { success: true, preset: presentPreset(record) } };
  },
});
