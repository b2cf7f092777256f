import type { PresetPatch, PresetRequest } from "#clients/typescript/src/index.ts";
import type { Preset } from "#schemas/preset.ts";
import type { RenderOption } from "../renders/playground/schema.ts";
import { changesBetween } from "../renders/playground/changes.ts";
import { optionsOf, textsOf, type Values } from "../renders/playground/values.ts";

type HiddenName = Preset["hidden"][number];

/** A preset as a person edits it. */
export type PresetForm = {
  name: string;
  values: Values;
  /** Hidden options to remove. The API never shows them, so an empty field keeps them. */
  removedNames: readonly HiddenName[];
};

export const emptyPreset: PresetForm = { name: "", values: {}, removedNames: [] };

export function formOf({ name, options }: Preset): PresetForm {
  return { name, values: textsOf(options), removedNames: [] };
}

/** The body that creates the preset. */
export function requestOf(options: readonly RenderOption[], { name, values }: PresetForm): PresetRequest {
  return { name: name.trim(), options: optionsOf(options, values) };
}

/** The changed options. Null removes one. */
export function patchOf(options: readonly RenderOption[], form: PresetForm, saved: Preset): PresetPatch["options"] {
  const given = optionsOf(options, form.values);
  const removed = form.removedNames.filter((name) => given[name] === undefined);
  return { ...Object.fromEntries(removed.map((name) => [name, null])), ...changesBetween(saved.options, given) };
}
