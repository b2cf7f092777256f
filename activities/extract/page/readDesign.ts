import type { ColorsRead } from "./readColors.ts";
import { type ComponentRead, readComponents, componentDependencies } from "./readComponents.ts";
import type { FontsRead } from "./readFonts.ts";
import type { StyleSheetsRead } from "./readStyleSheets.ts";
import { type PageFunction, rootElement } from "./safeDom.ts";
import type { Shared } from "./shared.ts";
import type { PageItem } from "./survey.ts";

/** Computed values with the number of elements that have them. */
export type Tally = [value: string, count: number][];

/** Computed text style of an element. */
type TextStyleRead = {
  element: "body" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6";
  stack: string;
  size: string;
  weight: string;
  lineHeight: string;
  color: string;
};

/** Text of one setting, and whether it is in a heading or in code. */
export type TypeRead = {
  role: "heading" | "code" | "text";
  stack: string;
  size: string;
  weight: string;
  lineHeight: string;
  color: string;
  characters: number;
};

/** The page's data for `design`. */
export type DesignRead = {
  colors: ColorsRead;
  fonts: FontsRead;
  sheets: Omit<StyleSheetsRead, "fontFaces">;
  /** Computed custom properties of the root. */
  rootVariables: [name: string, value: string][];
  type: TypeRead[];
  styles: TextStyleRead[];
  distances: Tally;
  radii: Tally;
  shadows: Tally;
  durations: Tally;
  easings: Tally;
  animations: Tally;
  components: ComponentRead[];
  cut: string[];
};

/** Runs in the page. Reads everything that design tokens are made of. */
export function readDesign(shared: Shared): DesignRead {
  const { items } = shared.survey();
  const { fontFaces: _, ...sheets } = shared.styleSheets();
  const [colors, fonts] = [shared.colors(), shared.fonts()];
  const visible = items.filter((item) => item.visible);
  const variables = readRootVariables();
  const isCut = [colors.cut, fonts.cut].some((each) => each.length > 0) || sheets.cut;
  return {
    colors,
    fonts,
    sheets,
    rootVariables: variables.slice(0, 500),
    type: readType(visible),
    styles: readTextStyles(visible),
    ...readMeasures(visible),
    components: readComponents(items),
    cut: [...(isCut ? ["design"] : []), ...(variables.length > 500 ? ["cssVariables"] : [])],
  };
}

/** The computed custom properties of the root, whatever style sheet declares them. */
function readRootVariables(): [name: string, value: string][] {
  const root = rootElement();
  if (root === null) return [];
  const found: [string, string][] = [];
  for (const [name, [value]] of Element.prototype.computedStyleMap.call(root)) {
    if (name.startsWith("--")) found.push([name.slice(0, 200), String(value).trim().slice(0, 500)]);
  }
  return found;
}

/** The page's text by its setting. */
function readType(visible: readonly PageItem[]): TypeRead[] {
  const typesByKey = new Map<string, TypeRead>();
  const roles: TypeRead["role"][] = [];
  for (const { index, tag, parent, style, characters } of visible) {
    const inherited = parent === null ? "text" : (roles[parent.index] ?? "text");
    const role = /^h[1-6]$/u.test(tag) ? "heading" : /^(?:pre|code|kbd|samp|tt)$/u.test(tag) ? "code" : inherited;
    roles[index] = role;
    if (style === null || characters === 0) continue;
    const { fontFamily, fontSize, fontWeight, lineHeight, color } = style;
    const key = [role, fontSize, fontWeight, lineHeight, color, fontFamily].join("|");
    const known = typesByKey.get(key);
    const stack = fontFamily.slice(0, 1000);
    if (known !== undefined) known.characters += characters;
    else if (typesByKey.size < 2000)
      typesByKey.set(key, { role, stack, size: fontSize, weight: fontWeight, lineHeight, color, characters });
  }
  return [...typesByKey.values()];
}

/** The styles of the body and of the first heading of each level. */
function readTextStyles(visible: readonly PageItem[]): TextStyleRead[] {
  const styles: TextStyleRead[] = [];
  for (const element of ["body", "h1", "h2", "h3", "h4", "h5", "h6"] as const) {
    const style = visible.find(({ tag }) => tag === element)?.style ?? null;
    if (style === null) continue;
    const { fontFamily, fontSize, fontWeight, lineHeight, color } = style;
    styles.push({ element, stack: fontFamily.slice(0, 1000), size: fontSize, weight: fontWeight, lineHeight, color });
  }
  return styles;
}

/** Distances, radii, shadows and motion. */
function readMeasures(
  visible: readonly PageItem[],
): Pick<DesignRead, "distances" | "radii" | "shadows" | "durations" | "easings" | "animations"> {
  const tallies = {
    distances: new Map<string, number>(),
    radii: new Map<string, number>(),
    shadows: new Map<string, number>(),
    durations: new Map<string, number>(),
    easings: new Map<string, number>(),
    animations: new Map<string, number>(),
  };
  for (const { style } of visible) {
    if (style === null) continue;
    const { margin, padding, gap, borderRadius, boxShadow } = style;
    if (margin !== "0px") countValue(tallies.distances, `margin ${margin}`);
    if (padding !== "0px") countValue(tallies.distances, `padding ${padding}`);
    if (gap !== "normal") countValue(tallies.distances, `gap ${gap}`);
    if (borderRadius !== "0px") countValue(tallies.radii, borderRadius);
    if (boxShadow !== "none") countValue(tallies.shadows, boxShadow);
    countMotion(style, tallies);
  }
  return {
    distances: [...tallies.distances],
    radii: [...tallies.radii],
    shadows: [...tallies.shadows],
    durations: [...tallies.durations],
    easings: [...tallies.easings],
    animations: [...tallies.animations],
  };
}

/** Counts transitions and animations. */
function countMotion(
  style: CSSStyleDeclaration,
  tallies: Record<"durations" | "easings" | "animations", Map<string, number>>,
): void {
  const { transitionDuration, animationName } = style;
  if (transitionDuration !== "0s") {
    countValue(tallies.durations, transitionDuration);
    countValue(tallies.easings, style.transitionTimingFunction);
  }
  if (animationName === "none") return;
  countValue(tallies.animations, animationName);
  countValue(tallies.durations, style.animationDuration);
  countValue(tallies.easings, style.animationTimingFunction);
}

/** Counts a value. A page with thousands of values has no system in them. */
function countValue(tally: Map<string, number>, value: string): void {
  const known = tally.get(value);
  if (known !== undefined) tally.set(value, known + 1);
  else if (tally.size < 1000 && value.length <= 1000) tally.set(value, 1);
}

/** Dependencies of `readDesign` beyond `sharedDependencies`. */
export const designDependencies: readonly PageFunction[] = [
  ...componentDependencies,
  countValue,
  countMotion,
  readMeasures,
  readRootVariables,
  readTextStyles,
  readType,
];
