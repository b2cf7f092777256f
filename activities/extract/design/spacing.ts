import type { Design } from "#schemas/extracts/design.ts";
import { summed } from "../color/shares.ts";
import type { Tally } from "../page/readDesign.ts";
import { pixels } from "./numbers.ts";

const maxSteps = 24;
/** More is layout rather than rhythm. */
const maxDistance = 256;

/** The distances that margins, paddings and gaps keep. */
export function spacingOf(distances: Tally): Design["spacing"] {
  const values = summed(
    distances.flatMap(([text, count]) => [...new Set(distancesIn(text))].map((value) => [value, count] as const)),
  );
  const all = values.reduce((sum, [, count]) => sum + count, 0);
  const fits = (base: number) =>
    values.reduce((sum, [value, count]) => sum + (value % base === 0 ? count : 0), 0) >= all * 0.8;
  const base = all === 0 ? undefined : [8, 6, 5, 4].find(fits);
  const scale = values.slice(0, maxSteps).map(([value, count]) => ({ value, count }));
  return { base: base ?? null, scale: scale.toSorted((a, b) => a.value - b.value) };
}

/** The distances in `margin 8px 0px`, a property and its computed value. */
function distancesIn(text: string): number[] {
  const [property = "", ...lengths] = text.split(" ");
  const [first = 0, second = first, third = first, fourth = second] = lengths.map(pixels);
  const sides = property === "gap" ? [first, ...(lengths.length > 1 ? [second] : [])] : [first, second, third, fourth];
  // Margins of `auto` compute to what is left over, the same on both sides.
  const isCentred = property === "margin" && second === fourth;
  const kept = isCentred ? [first, third] : sides;
  return kept.filter((value) => value > 0 && value <= maxDistance);
}
