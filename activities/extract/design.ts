import type { Design } from "#schemas/extracts/design.ts";
import { pageColors } from "./color/pageColors.ts";
import { summed } from "./color/shares.ts";
import { breakpointsOf } from "./design/breakpoints.ts";
import { colorTokens } from "./design/colorTokens.ts";
import { componentsOf } from "./design/components.ts";
import { motionOf } from "./design/motion.ts";
import { spacingOf } from "./design/spacing.ts";
import { typographyOf } from "./design/typography.ts";
import { defineExtractor, whatWasCut } from "./extractor.ts";
import { familyChooser } from "./fonts.ts";
import { type DesignRead, readDesign, readingDesign, type Tally } from "./page/readDesign.ts";
import { sharing } from "./page/shared.ts";

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
  const usedFamily = familyChooser(read.fonts);
  const { area } = read.colors;
  const cssVariables = variablesOf(read);
  const value: Design = {
    colors: colorTokens(pageColors(read.colors), { area, variables: read.rootVariables }),
    typography: typographyOf(read, usedFamily),
    spacing: spacingOf(read.distances),
    radii: commonest(read.radii),
    shadows: commonest(read.shadows),
    breakpoints: breakpointsOf(read.sheets.media),
    cssVariables: cssVariables.slice(0, maxVariables),
    components: componentsOf(read.components, usedFamily),
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
