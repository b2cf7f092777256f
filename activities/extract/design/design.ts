import type { Design } from "#schemas/extracts/appearance.ts";
import { contrastOf, toHex, looksAlike, isChromatic, toOklab, parseColor } from "../color/compositing.ts";
import { pageColors, type PageColors, sumByKey, type WeightedColors } from "../color/pageColors.ts";
import { mergeAlike, textColors } from "../colors.ts";
import { defineExtractor, truncation } from "../extractor.ts";
import { familyResolver } from "../fonts.ts";
import { type DesignRead, readDesign, designDependencies, type Tally } from "../page/readDesign.ts";
import { sharedDependencies } from "../page/shared.ts";
import { breakpointsOf, motionOf, spacingOf } from "./scales.ts";
import { componentsOf, typographyOf } from "./styles.ts";

/** Limits on custom properties, and on values in each list of the result. */
const maxVariables = 500;
const maxValues = 24;

/** `design`: the design tokens of the page. */
export const design = defineExtractor({
  contentType: "application/json",
  read: readDesign,
  dependencies: [...sharedDependencies, ...designDependencies],
  finish(read) {
    const { value, cut } = toDesign(read);
    return { bytes: Buffer.from(JSON.stringify(value)), ...truncation([...read.cut, ...cut]) };
  },
});

/** The tokens of a page, and the names of the parts that were cut. */
function toDesign(designRead: DesignRead): { value: Design; cut: string[] } {
  const resolveFamily = familyResolver(designRead.fonts);
  const { area } = designRead.colors;
  const cssVariables = variablesOf(designRead);
  const value: Design = {
    colors: colorTokens(pageColors(designRead.colors), { area, variables: designRead.rootVariables }),
    typography: typographyOf(designRead, resolveFamily),
    spacing: spacingOf(designRead.distances),
    radii: byFrequency(designRead.radii),
    shadows: byFrequency(designRead.shadows),
    breakpoints: breakpointsOf(designRead.sheets.media),
    cssVariables: cssVariables.slice(0, maxVariables),
    components: componentsOf(designRead.components, resolveFamily),
    motion: motionOf(designRead),
    stylesheets: { read: designRead.sheets.read, skipped: designRead.sheets.skipped },
  };
  return { value, cut: cssVariables.length > maxVariables ? ["cssVariables"] : [] };
}

/** Computed variables of the root, then variables that rules declare elsewhere. Each appears once per selector. */
function variablesOf({ rootVariables, sheets }: DesignRead): Design["cssVariables"] {
  const root = rootVariables.map(([name, value]) => ({ name, value, selector: null }));
  const scoped = sheets.variables.filter(({ selector }) => !/^(?::root|html|:host)$/u.test(selector));
  const once = new Map(scoped.map((variable) => [`${variable.selector} ${variable.name}`, variable]));
  return [...root, ...once.values()];
}

/** Values by the number of elements that have them, the largest first. */
function byFrequency(tally: Tally): { value: string; count: number }[] {
  return sumByKey(tally)
    .slice(0, maxValues)
    .map(([value, count]) => ({ value, count }));
}

type Token = Design["colors"][number];

/** The colors of a page by role, each with a root variable of the same value. */
function colorTokens(
  foundColors: PageColors,
  { area, variables }: { area: number; variables: readonly (readonly [name: string, value: string])[] },
): Token[] {
  const [background, ...surfaces] = mergeAlike(foundColors.backgrounds).map(([hex]) => hex);
  const shareOfArea = new Map(mergeAlike(foundColors.backgrounds));
  const surface = surfaces.find((hex) => (shareOfArea.get(hex) ?? 0) >= area / 100);
  // Prefer text on the page's own background to text on bands and buttons.
  const onBackground = foundColors.texts.filter(({ on }) => on === background);
  const texts = mergeAlike(textColors(onBackground.length > 0 ? onBackground : foundColors.texts));
  const text = texts[0]?.[0];
  const buttonColors = mergeAlike(foundColors.buttons.filter(([hex]) => isChromatic(hex)));
  const primary = buttonColors[0]?.[0] ?? mergeAlike(foundColors.accents)[0]?.[0];
  const roles: [Token["role"], string | undefined][] = [
    ["background", background],
    ["surface", surface],
    ["text", text],
    ["mutedText", mutedText(texts, background)],
    ["border", mergeAlike(foundColors.borders)[0]?.[0]],
    ["primary", primary],
    ["secondary", buttonColors.find(([hex]) => hex !== primary)?.[0]],
    ["link", mergeAlike(foundColors.links)[0]?.[0]],
  ];
  const names = namesByColor(variables);
  return roles.flatMap(([role, hex]) => (hex === undefined ? [] : [{ role, hex, variable: names.get(hex) ?? null }]));
}

/** The grey of secondary text: like the main text, with less contrast to the background. */
function mutedText([main, ...others]: WeightedColors, background: string | undefined): string | undefined {
  if (main === undefined || background === undefined) return undefined;
  const [strongest] = main;
  return others.find(
    ([hex]) =>
      !isChromatic(hex) &&
      !looksAlike(toOklab(hex), toOklab(background)) &&
      contrastOf(hex, background) < contrastOf(strongest, background),
  )?.[0];
}

function namesByColor(variables: readonly (readonly [name: string, value: string])[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, value] of variables) {
    const paint = parseColor(value);
    const hex = paint === null ? null : toHex(paint);
    if (hex !== null && !names.has(hex)) names.set(hex, name);
  }
  return names;
}
