import { flatChildren } from "./flat/readFlatPage.ts";
import { isPermalink, itemText, shownPart, statedName } from "./looks.ts";
import { type ColorsRead, readColors, readingColors } from "./readColors.ts";
import { type FontsRead, readFonts, readingFonts } from "./readFonts.ts";
import { readingStyleSheets, readStyleSheets, type StyleSheetsRead } from "./readStyleSheets.ts";
import {
  absoluteUrl,
  attribute,
  baseAddress,
  openRoots,
  ownGetter,
  type PageFunction,
  plainText,
  rootElement,
  selectAll,
} from "./safeDom.ts";
import { type Survey, surveying, surveyPage } from "./survey.ts";

/** What several extracts are made from, each read once and only where one asks for it. */
export type Shared = {
  survey(): Survey;
  styleSheets(): StyleSheetsRead;
  fonts(): FontsRead;
  colors(): ColorsRead;
};

/** Runs in the page, once. */
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

/** Runs in the page: what it gives for `fonts`. */
export function sharedFonts(shared: Shared): FontsRead {
  return shared.fonts();
}

/** Runs in the page: what it gives for `colors`. */
export function sharedColors(shared: Shared): ColorsRead {
  return shared.colors();
}

/** What every extract made from the survey uses. */
export const sharing: readonly PageFunction[] = [
  openShared,
  ...surveying,
  ...readingColors,
  ...readingFonts,
  ...readingStyleSheets,
  absoluteUrl,
  attribute,
  baseAddress,
  flatChildren,
  isPermalink,
  itemText,
  openRoots,
  ownGetter,
  plainText,
  rootElement,
  selectAll,
  shownPart,
  statedName,
];
