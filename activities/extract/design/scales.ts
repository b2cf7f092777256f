import { type CssNode, parse, walk } from "css-tree";
import type { Design } from "#schemas/extracts/appearance.ts";
import { summed } from "../color/pageColors.ts";
import type { DesignRead, Tally } from "../page/readDesign.ts";

type Bound = Design["breakpoints"][number]["bound"];
type Asked = { width: number; bound: Bound };

const maxBreakpoints = 50;
/** In media queries both are of the reader's font size, whatever the page sets. */
const pixelsPer: Readonly<Record<string, number>> = { px: 1, em: 16, rem: 16 };

/** The widths that media queries ask for, and how many rules stand under each. */
export function breakpointsOf(media: readonly (readonly [condition: string, rules: number])[]): Design["breakpoints"] {
  const asked = media.flatMap(([condition, rules]) =>
    widthsIn(condition).map(({ width, bound }) => [`${bound} ${width}`, rules] as const),
  );
  return summed(asked)
    .slice(0, maxBreakpoints)
    .map(([key, count]) => {
      const [bound = "", width] = key.split(" ");
      return { width: Number(width), bound: bound === "min" ? ("min" as const) : ("max" as const), count };
    })
    .toSorted((a, b) => a.width - b.width || b.bound.localeCompare(a.bound));
}

/** The widths in a media condition, in both its notations: `(min-width: 40em)` and `(40em <= width < 60em)`. */
function widthsIn(condition: string): Asked[] {
  const found: Asked[] = [];
  const take = (node: CssNode | null, bound: Bound | null) => {
    const width =
      node?.type === "Dimension" ? Number(node.value) * (pixelsPer[node.unit.toLowerCase()] ?? Number.NaN) : Number.NaN;
    if (bound !== null && Number.isFinite(width)) found.push({ width: pixels(String(width)), bound });
  };
  walk(parse(condition, { context: "mediaQueryList", onParseError: () => undefined }), (node) => {
    if (node.type === "Feature") take(node.value, boundOf(node.name));
    if (node.type !== "FeatureRange") return;
    if (isWidth(node.left)) take(node.middle, rangeBound(node.leftComparison, "after"));
    if (!isWidth(node.middle)) return;
    take(node.left, rangeBound(node.leftComparison, "before"));
    take(node.right, rangeBound(node.rightComparison, "after"));
  });
  return found;
}

function isWidth(node: CssNode): boolean {
  return node.type === "Identifier" && node.name === "width";
}

function boundOf(feature: string): Bound | null {
  return feature === "min-width" ? "min" : feature === "max-width" ? "max" : null;
}

/** What a comparison says of the width, by the side of it that the number stands on. */
function rangeBound(comparison: string | null, side: "before" | "after"): Bound | null {
  if (comparison === null || comparison === "=") return null;
  return comparison.startsWith("<") === (side === "before") ? "min" : "max";
}

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

/** Number of a computed length in CSS pixels, two decimals; 0 where it is none. */
export function pixels(length: string): number {
  const number = Number.parseFloat(length);
  return Number.isFinite(number) ? Math.round(number * 100) / 100 : 0;
}

/** Parts of a computed list, parted by commas outside parentheses. */
function listed(value: string): string[] {
  return (value.match(/(?:[^,(]|\([^)]*\))+/gu) ?? []).map((part) => part.trim()).filter((part) => part !== "");
}

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
