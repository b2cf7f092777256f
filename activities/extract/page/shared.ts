import { flatChildren } from "./flat/writeFlat.ts";
import { isPermalink, itemText, renderedPart, accessibleName } from "./looks.ts";
import { type ColorsRead, readColors, colorDependencies } from "./readColors.ts";
import { type FontsRead, readFonts, fontDependencies } from "./readFonts.ts";
import { styleSheetDependencies, readStyleSheets, type StyleSheetsRead } from "./readStyleSheets.ts";
import {
  absoluteUrl,
  attribute,
  baseAddress,
  openRoots,
  ownGetter,
  type PageFunction,
  rootElement,
  selectAll,
  textDependencies,
} from "./safeDom.ts";
import { type Survey, surveyDependencies, surveyPage } from "./survey.ts";

/** Data that several extracts need. Each part is read once, when an extract first asks for it. */
export type Shared = {
  survey(): Survey;
  styleSheets(): StyleSheetsRead;
  fonts(): FontsRead;
  colors(): ColorsRead;
};

/** Runs once in the page. */
export function openShared(): Shared {
  let survey: Survey | null = null;
  let styleSheets: StyleSheetsRead | null = null;
  let fonts: FontsRead | null = null;
  let colors: ColorsRead | null = null;
  const shared: Shared = {
    survey: () => (survey ??= surveyPage()),
    styleSheets: () => (styleSheets ??= readStyleSheets()),
    fonts: () => (fonts ??= readFonts(shared.survey(), shared.styleSheets())),
    colors: () => (colors ??= readColors(shared.survey())),
  };
  return shared;
}

/** Runs in the page. Reads `fonts`. */
export function sharedFonts(shared: Shared): FontsRead {
  return shared.fonts();
}

/** Runs in the page. Reads `colors`. */
export function sharedColors(shared: Shared): ColorsRead {
  return shared.colors();
}

/** Dependencies of every extractor that uses `Shared`. */
export const sharedDependencies: readonly PageFunction[] = [
  openShared,
  ...surveyDependencies,
  ...colorDependencies,
  ...fontDependencies,
  ...styleSheetDependencies,
  absoluteUrl,
  attribute,
  baseAddress,
  flatChildren,
  isPermalink,
  itemText,
  openRoots,
  ownGetter,
  ...textDependencies,
  rootElement,
  selectAll,
  renderedPart,
  accessibleName,
];
