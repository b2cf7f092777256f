import { hiddenIn } from "#schemas/options/index.ts";
import type { Preset } from "#schemas/preset.ts";
import type { ListedPreset } from "./store.ts";

/** A preset as clients see it. */
export function presentPreset({ name, options, texts = {}, createdAt, updatedAt }: ListedPreset): Preset {
  // The schema had checked the options before they were stored.
  const shown: Preset["options"] = JSON.parse(options);
  return {
    name,
    options: shown,
    hidden: hiddenIn("preset").filter((field) => texts[field] !== undefined),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
