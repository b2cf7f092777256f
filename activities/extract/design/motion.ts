import type { Design } from "#schemas/extracts/design.ts";
import { summed } from "../color/shares.ts";
import type { DesignRead, Tally } from "../page/readDesign.ts";
import { listed } from "./numbers.ts";

const maxValues = 24;

/** What moves on the page, how long and how. */
export function motionOf({ durations, easings, animations, sheets }: DesignRead): Design["motion"] {
  return {
    durations: counted(durations)
      .map(({ value, count }) => ({ milliseconds: Math.round(Number.parseFloat(value) * 1000), count }))
      .filter(({ milliseconds }) => milliseconds > 0),
    easings: counted(easings),
    animations: counted(animations).filter(({ value }) => value !== "none"),
    keyframes: sheets.keyframes.slice(0, 100),
    reducedMotion: sheets.media.some(([condition]) => condition.includes("prefers-reduced-motion")),
  };
}

/** Values of computed lists by how many elements have them. */
function counted(tally: Tally): { value: string; count: number }[] {
  return summed(tally.flatMap(([text, count]) => [...new Set(listed(text))].map((value) => [value, count] as const)))
    .slice(0, maxValues)
    .map(([value, count]) => ({ value, count }));
}
