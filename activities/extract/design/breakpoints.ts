import { type CssNode, parse, walk } from "css-tree";
import type { Design } from "#schemas/extracts/design.ts";
import { summed } from "../color/shares.ts";
import { pixels } from "./numbers.ts";

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
