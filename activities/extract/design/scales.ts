import { type CssNode, parse, walk } from "css-tree";
import type { Design } from "#schemas/extracts/appearance.ts";
import { sumByKey } from "../color/pageColors.ts";
import type { DesignRead, Tally } from "../page/readDesign.ts";

type Bound = Design["breakpoints"][number]["bound"];
type WidthQuery = { width: number; bound: Bound };

const maxBreakpoints = 50;
/** In media queries, `em` and `rem` refer to the browser's font size, whatever the page sets. */
const pixelsPer: Readonly<Record<string, number>> = { px: 1, em: 16, rem: 16 };

/** The widths in media queries, and the number of rules inside each. */
export function breakpointsOf(media: readonly (readonly [condition: string, rules: number])[]): Design["breakpoints"] {
  const queries = media.flatMap(([condition, rules]) =>
    widthsIn(condition).map(({ width, bound }) => [`${bound} ${width}`, rules] as const),
  );
  return sumByKey(queries)
    .slice(0, maxBreakpoints)
    .map(([key, count]) => {
      const [bound = "", width] = key.split(" ");
      return { width: Number(width), bound: bound === "min" ? ("min" as const) : ("max" as const), count };
    })
    .toSorted((a, b) => a.width - b.width || b.bound.localeCompare(a.bound));
}

/** The widths in a media condition, in both notations: `(min-width: 40em)` and `(40em <= width < 60em)`. */
function widthsIn(condition: string): WidthQuery[] {
  const widths: WidthQuery[] = [];
  const addWidth = (node: CssNode | null, bound: Bound | null) => {
    const width =
      node?.type === "Dimension" ? Number(node.value) * (pixelsPer[node.unit.toLowerCase()] ?? Number.NaN) : Number.NaN;
    if (bound !== null && Number.isFinite(width)) widths.push({ width: pixels(String(width)), bound });
  };
  walk(parse(condition, { context: "mediaQueryList", onParseError: () => undefined }), (node) => {
    if (node.type === "Feature") addWidth(node.value, boundOf(node.name));
    if (node.type !== "FeatureRange") return;
    if (isWidth(node.left)) addWidth(node.middle, rangeBound(node.leftComparison, "after"));
    if (!isWidth(node.middle)) return;
    addWidth(node.left, rangeBound(node.leftComparison, "before"));
    addWidth(node.right, rangeBound(node.rightComparison, "after"));
  });
  return widths;
}

function isWidth(node: CssNode): boolean {
  return node.type === "Identifier" && node.name === "width";
}

function boundOf(feature: string): Bound | null {
  return feature === "min-width" ? "min" : feature === "max-width" ? "max" : null;
}

/** The bound that a comparison sets on the width, if the number is before or after it. */
function rangeBound(comparison: string | null, side: "before" | "after"): Bound | null {
  if (comparison === null || comparison === "=") return null;
  return comparison.startsWith("<") === (side === "before") ? "min" : "max";
}

const maxValues = 24;

/** Durations, easings and animations of the page. */
export function motionOf({ durations, easings, animations, sheets }: DesignRead): Design["motion"] {
  return {
    durations: countItems(durations)
      .map(({ value, count }) => ({ milliseconds: Math.round(Number.parseFloat(value) * 1000), count }))
      .filter(({ milliseconds }) => milliseconds > 0),
    easings: countItems(easings),
    animations: countItems(animations).filter(({ value }) => value !== "none"),
    keyframes: sheets.keyframes.slice(0, 100),
    reducedMotion: sheets.media.some(([condition]) => condition.includes("prefers-reduced-motion")),
  };
}

/** Items of computed lists, by the number of elements that have them. */
function countItems(tally: Tally): { value: string; count: number }[] {
  return sumByKey(
    tally.flatMap(([text, count]) => [...new Set(splitList(text))].map((value) => [value, count] as const)),
  )
    .slice(0, maxValues)
    .map(([value, count]) => ({ value, count }));
}

/** A computed length in CSS pixels with two decimals; 0 if it is not a length. */
export function pixels(length: string): number {
  const value = Number.parseFloat(length);
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
}

/** The items of a computed list. Commas in parentheses do not separate. */
function splitList(value: string): string[] {
  return (value.match(/(?:[^,(]|\([^)]*(?:\)|$))+/gu) ?? []).map((part) => part.trim()).filter((part) => part !== "");
}

const maxSteps = 24;
/** Larger distances are layout, not rhythm. By eye. */
const maxDistance = 256;

/** The distances in margins, paddings and gaps. `base` divides at least four fifths of them (by eye). */
export function spacingOf(distances: Tally): Design["spacing"] {
  const values = sumByKey(
    distances.flatMap(([text, count]) => [...new Set(distancesIn(text))].map((value) => [value, count] as const)),
  );
  const total = values.reduce((sum, [, count]) => sum + count, 0);
  const fits = (base: number) =>
    values.reduce((sum, [value, count]) => sum + (value % base === 0 ? count : 0), 0) >= total * 0.8;
  const base = total === 0 ? undefined : [8, 6, 5, 4].find(fits);
  const scale = values.slice(0, maxSteps).map(([value, count]) => ({ value, count }));
  return { base: base ?? null, scale: scale.toSorted((a, b) => a.value - b.value) };
}

/** The distances in a text such as `margin 8px 0px`: a property with its computed value. */
function distancesIn(text: string): number[] {
  const [property = "", ...lengths] = text.split(" ");
  const [first = 0, second = first, third = first, fourth = second] = lengths.map(pixels);
  const sides = property === "gap" ? [first, ...(lengths.length > 1 ? [second] : [])] : [first, second, third, fourth];
  // A margin of `auto` computes to the space left over, equal on both sides.
  const isCentred = property === "margin" && second === fourth;
  const kept = isCentred ? [first, third] : sides;
  return kept.filter((value) => value > 0 && value <= maxDistance);
}
