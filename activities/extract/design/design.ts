import type { Design } from "#schemas/extracts/appearance.ts";
import { contrastOf, hexOf, isAlike, isChromatic, oklabOf, paintFrom } from "../color/mix.ts";
import { pageColors, type PageColors, summed, type Weighed } from "../color/pageColors.ts";
import { joined, textColors } from "../colors.ts";
import { defineExtractor, whatWasCut } from "../extractor.ts";
import { familyResolver } from "../fonts.ts";
import { type DesignRead, readDesign, readingDesign, type Tally } from "../page/readDesign.ts";
import { sharing } from "../page/shared.ts";
import { breakpointsOf, motionOf, spacingOf } from "./scales.ts";
import { componentsOf, typographyOf } from "./styles.ts";

const maxVariables = 500;
const maxValues = 24;

/** `design`: the tokens that the page's look is made of. */
export const design = defineExtractor({
  contentType: "application/json",
  read: readDesign,
  uses: [...sharing, ...readingDesign],
  finish(read) {
    const { value, cut } = toDesign(read);
    return { bytes: Buffer.from(JSON.stringify(value)), ...whatWasCut([...read.cut, ...cut]) };
  },
});

/** The tokens of a page out of what was read from it. */
function toDesign(read: DesignRead): { value: Design; cut: string[] } {
  const resolveFamily = familyResolver(read.fonts);
  const { area } = read.colors;
  const cssVariables = variablesOf(read);
  const value: Design = {
    colors: colorTokens(pageColors(read.colors), { area, variables: read.rootVariables }),
    typography: typographyOf(read, resolveFamily),
    spacing: spacingOf(read.distances),
    radii: commonest(read.radii),
    shadows: commonest(read.shadows),
    breakpoints: breakpointsOf(read.sheets.media),
    cssVariables: cssVariables.slice(0, maxVariables),
    components: componentsOf(read.components, resolveFamily),
    motion: motionOf(read),
    stylesheets: { read: read.sheets.read, skipped: read.sheets.skipped },
  };
  return { value, cut: cssVariables.length > maxVariables ? ["cssVariables"] : [] };
}

/** Variables of the root as they compute, then those that rules declare elsewhere; each once a selector. */
function variablesOf({ rootVariables, sheets }: DesignRead): Design["cssVariables"] {
  const root = rootVariables.map(([name, value]) => ({ name, value, selector: null }));
  const scoped = sheets.variables.filter(({ selector }) => !/^(?::root|html|:host)$/u.test(selector));
  const once = new Map(scoped.map((variable) => [`${variable.selector} ${variable.name}`, variable]));
  return [...root, ...once.values()];
}

/** Values as they are, those most elements have first. */
function commonest(tally: Tally): { value: string; count: number }[] {
  return summed(tally)
    .slice(0, maxValues)
    .map(([value, count]) => ({ value, count }));
}

type Token = Design["colors"][number];

/** The colours of a page by what they are for, each with a root variable that holds it. */
function colorTokens(
  found: PageColors,
  { area, variables }: { area: number; variables: readonly (readonly [name: string, value: string])[] },
): Token[] {
  const [background, ...surfaces] = joined(found.backgrounds).map(([hex]) => hex);
  const shareOfArea = new Map(joined(found.backgrounds));
  const surface = surfaces.find((hex) => (shareOfArea.get(hex) ?? 0) >= area / 100);
  // What is written on the page itself, rather than on the bands and buttons over it.
  const plain = found.words.filter(({ on }) => on === background);
  const texts = joined(textColors(plain.length > 0 ? plain : found.words));
  const text = texts[0]?.[0];
  const filled = joined(found.buttons.filter(([hex]) => isChromatic(hex)));
  const primary = filled[0]?.[0] ?? joined(found.accents)[0]?.[0];
  const roles: [Token["role"], string | undefined][] = [
    ["background", background],
    ["surface", surface],
    ["text", text],
    ["mutedText", mutedText(texts, background)],
    ["border", joined(found.borders)[0]?.[0]],
    ["primary", primary],
    ["secondary", filled.find(([hex]) => hex !== primary)?.[0]],
    ["link", joined(found.links)[0]?.[0]],
  ];
  const names = namesByColor(variables);
  return roles.flatMap(([role, hex]) => (hex === undefined ? [] : [{ role, hex, variable: names.get(hex) ?? null }]));
}

/** The grey that the page uses for lesser text: like its text, and weaker against its background. */
function mutedText([main, ...others]: Weighed, background: string | undefined): string | undefined {
  if (main === undefined || background === undefined) return undefined;
  const [strongest] = main;
  return others.find(
    ([hex]) =>
      !isChromatic(hex) &&
      !isAlike(oklabOf(hex), oklabOf(background)) &&
      contrastOf(hex, background) < contrastOf(strongest, background),
  )?.[0];
}

function namesByColor(variables: readonly (readonly [name: string, value: string])[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, value] of variables) {
    const paint = paintFrom(value);
    const hex = paint === null ? null : hexOf(paint);
    if (hex !== null && !names.has(hex)) names.set(hex, name);
  }
  return names;
}
