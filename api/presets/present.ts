import { keysOf } from "#schemas/common.ts";
import type { Preset } from "#schemas/preset.ts";
import type { ListedPreset } from "./store.ts";

/** A preset as clients see it. */
export function presentPreset({ name, options, texts = {}, createdAt, updatedAt }: ListedPreset): Preset {
  // The schema had checked the options before they were stored.
  const shown: Preset["options"] = JSON.parse(options);
  return {
    name,
    options: shown,
    hidden: keysOf({ css: 0, script: 0 }).filter((field) => texts[field] !== undefined),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
