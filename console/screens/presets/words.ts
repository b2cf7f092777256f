import type { Preset } from "#schemas/preset.ts";
import { labelOf } from "../renders/playground/groups.ts";
import { textsOf } from "../renders/playground/values.ts";

/** The options of a preset as one text: "Width 800, Full page". */
export function describePreset({ options, hidden }: Preset): string {
  const shown = Object.entries(textsOf(options)).map(([name, text]) => {
    const label = labelOf({ name });
    if (text === "true") return label;
    return text === "false" ? `${label} off` : `${label} ${text.replaceAll("\n", " ")}`;
  });
  return [...shown, ...hidden.map((name) => labelOf({ name }))].join(", ") || "No options";
}
