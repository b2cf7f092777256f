import type { Preset } from "#schemas/preset.ts";
import type { RenderOption } from "./schema.ts";
import { textsOf } from "./values.ts";

/** The options with a preset's values as their defaults, because a request then sends only what differs from them. */
export function withPreset(options: readonly RenderOption[], preset: Preset | undefined): readonly RenderOption[] {
  if (preset === undefined) return options;
  const texts = textsOf(preset.options);
  return options.map((option) => {
    const text = texts[option.name];
    // An object of a request replaces that of the preset, so its parts keep their own defaults.
    return text === undefined || option.kind === "object" ? option : { ...option, standard: text };
  });
}
