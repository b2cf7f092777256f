import type { Font } from "#schemas/extracts/font.ts";
import { shareOf } from "./color/shares.ts";
import { defineExtractor, whatWasCut } from "./extractor.ts";
import { sourcesOf } from "./fontSources.ts";
import { type FontsRead, familiesOf } from "./page/readFonts.ts";
import { sharedFonts, sharing } from "./page/shared.ts";

const maxFonts = 200;

/** `fonts`: the families that the page declares or that its text is set in. */
export const fonts = defineExtractor({
  contentType: "application/json",
  read: sharedFonts,
  uses: sharing,
  finish(read) {
    const value = toFonts(read);
    const cut = value.length > maxFonts ? ["fonts"] : [];
    return { bytes: Buffer.from(JSON.stringify(value.slice(0, maxFonts))), ...whatWasCut([...read.cut, ...cut]) };
  },
});

/** The fonts of a page out of what was read from it, the most used first. */
function toFonts(read: FontsRead): Font[] {
  const usedFamily = familyChooser(read);
  const all = read.uses.reduce((sum, { characters }) => sum + characters, 0);
  const found = new Map<string, { family: string; characters: number; weights: number[]; styles: string[] }>();
  const entry = (family: string) => {
    const known = found.get(family.toLowerCase()) ?? { family, characters: 0, weights: [], styles: [] };
    found.set(family.toLowerCase(), known);
    return known;
  };
  for (const { family } of read.faces) entry(family);
  for (const { stack, weight, style, characters } of read.uses.filter((use) => use.characters > 0)) {
    const font = entry(usedFamily(stack));
    font.characters += characters;
    font.weights.push(weight);
    font.styles.push(style);
  }
  return [...found.values()]
    .toSorted((a, b) => b.characters - a.characters)
    .map(({ family, characters, weights, styles }) => {
      const faces = read.faces.filter((face) => isSame(face.family, family));
      const isDeclared = faces.length > 0;
      return {
        family,
        weights: sortedOnce(isDeclared ? faces.flatMap(({ weight }) => weightsOf(weight)) : weights),
        styles: [...new Set(isDeclared ? faces.map(({ style }) => style) : styles)].toSorted(),
        sources: isDeclared ? sourcesOf(family, read.rules) : [],
        loaded: !isDeclared || faces.some(({ loaded }) => loaded),
        usedBy: shareOf(characters, all),
      };
    });
}

/**
 * Which family of a computed `font-family` the browser draws with: the first that has a loaded face or is installed.
 * Characters that the family lacks come from others; that is not looked at. `default` where none of those named is there.
 */
export function familyChooser({ faces, installed }: FontsRead): (stack: string) => string {
  const loaded = new Map(faces.filter((face) => face.loaded).map(({ family }) => [family.toLowerCase(), family]));
  const declared = new Set(faces.map(({ family }) => family.toLowerCase()));
  const here = new Set(installed.map((family) => family.toLowerCase()));
  return (stack) => {
    for (const family of familiesOf(stack)) {
      const name = family.toLowerCase();
      const web = loaded.get(name);
      if (web !== undefined) return web;
      if (!declared.has(name) && here.has(name)) return family;
    }
    return "default";
  };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The weights a face is declared with; of a range both ends. */
function weightsOf(weight: string): number[] {
  const names: Record<string, number> = { normal: 400, bold: 700 };
  return weight
    .split(/\s+/u)
    .map((each) => Math.round(names[each] ?? Number(each)))
    .filter((each) => Number.isFinite(each));
}

function sortedOnce(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}
