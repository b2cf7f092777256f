import type { Colors, ContrastPair, PaletteColor } from "#schemas/extracts/appearance.ts";
import { contrastOf, looksAlike, lightnessOf, toOklab } from "./color/compositing.ts";
import {
  pageColors,
  type PageColors,
  shareOf,
  sumByKey,
  type WeightedColors,
  type TextColor,
} from "./color/pageColors.ts";
import { defineExtractor, truncation } from "./extractor.ts";
import type { ColorsRead } from "./page/readColors.ts";
import { sharedColors, sharedDependencies } from "./page/shared.ts";

/** Colors per role and contrast pairs. By eye: a page with more colors has no palette. */
const maxColors = 24;
const maxPairs = 50;

/** `colors`: the page's palette, its theme and the contrast of its text. */
export const colors = defineExtractor({
  contentType: "application/json",
  read: sharedColors,
  dependencies: sharedDependencies,
  finish(read) {
    const { value, cut } = toColors(read);
    return { bytes: Buffer.from(JSON.stringify(value)), ...truncation([...read.cut, ...cut]) };
  },
});

/** The colors of a page, and the names of the parts that were cut. */
function toColors(read: ColorsRead): { value: Colors; cut: string[] } {
  const found = pageColors(read);
  const cut: string[] = [];
  const palette = paletteOf(found, read.area, () => cut.push("palette"));
  const contrast = measureContrast(found.texts);
  if (contrast.pairs.length > maxPairs) cut.push("pairs");
  const theme = isDark(found.backgrounds) ? "dark" : "light";
  return { value: { palette, theme, contrast: { ...contrast, pairs: contrast.pairs.slice(0, maxPairs) } }, cut };
}

/** Text colors by visible characters, the largest first. */
export function textColors(texts: readonly TextColor[]): WeightedColors {
  return sumByKey(texts.flatMap(({ hex, characters }) => (hex === null ? [] : [[hex, characters] as const])));
}

function paletteOf(found: PageColors, area: number, onCut: () => void): PaletteColor[] {
  const characters = found.texts.reduce((total, text) => total + text.characters, 0);
  const roles = [
    { role: "background", weighed: found.backgrounds, total: area },
    { role: "text", weighed: textColors(found.texts), total: characters },
    { role: "border", weighed: found.borders, total: amountOf(found.borders) },
    { role: "accent", weighed: found.accents, total: amountOf(found.accents) },
  ] as const;
  return roles.flatMap(({ role, weighed, total }) => {
    const mergedColors = mergeAlike(weighed);
    if (mergedColors.length > maxColors) onCut();
    const shares = mergedColors
      .slice(0, maxColors)
      .map(([hex, amount]) => ({ hex, role, share: shareOf(amount, total) }));
    return shares.filter(({ share }) => share > 0);
  });
}

function amountOf(weighed: WeightedColors): number {
  return weighed.reduce((total, [, amount]) => total + amount, 0);
}

/** Merges colors that look alike into the most frequent of them. */
export function mergeAlike(weighed: WeightedColors): WeightedColors {
  const mergedList: { hex: string; amount: number; oklab: ReturnType<typeof toOklab> }[] = [];
  // Comparisons grow with the square of this number. Rare colors change nothing.
  for (const [hex, amount] of weighed.slice(0, 1000)) {
    const oklab = toOklab(hex);
    const existing = mergedList.find((known) => looksAlike(known.oklab, oklab));
    if (existing === undefined) mergedList.push({ hex, amount, oklab });
    else existing.amount += amount;
  }
  return mergedList.toSorted((a, b) => b.amount - a.amount).map(({ hex, amount }) => [hex, amount]);
}

/** Whether the average lightness of the painted area is below one half. */
function isDark(backgrounds: WeightedColors): boolean {
  const total = amountOf(backgrounds);
  const lightness = backgrounds.reduce((sum, [hex, area]) => sum + lightnessOf(hex) * area, 0);
  return total > 0 && lightness / total < 0.5;
}

function measureContrast(texts: readonly TextColor[]): Colors["contrast"] {
  const pairs = new Map<string, { pair: Omit<ContrastPair, "share">; characters: number }>();
  for (const { hex, on, large, characters } of texts) {
    if (hex === null || on === null) continue;
    const key = `${hex} ${on} ${large}`;
    const known = pairs.get(key);
    if (known === undefined) pairs.set(key, { pair: pairOf(hex, on, large), characters });
    else known.characters += characters;
  }
  const totalCharacters = texts.reduce((sum, { characters }) => sum + characters, 0);
  const measuredChars = [...pairs.values()].reduce((sum, { characters }) => sum + characters, 0);
  const shares = [...pairs.values()]
    .map(({ pair, characters }) => ({ ...pair, share: shareOf(characters, measuredChars) }))
    .toSorted((a, b) => b.share - a.share);
  const passing = [...pairs.values()].reduce(
    (sum, { pair, characters }) => sum + (pair.level === "fail" ? 0 : characters),
    0,
  );
  return {
    lowest: shares.length === 0 ? null : Math.min(...shares.map(({ ratio }) => ratio)),
    passing: shares.length === 0 ? null : shareOf(passing, measuredChars),
    unmeasured: shareOf(totalCharacters - measuredChars, totalCharacters),
    pairs: shares,
  };
}

/** Levels by WCAG 2.x, success criteria 1.4.3 and 1.4.6. */
function pairOf(text: string, background: string, large: boolean): Omit<ContrastPair, "share"> {
  const exact = contrastOf(text, background);
  const level = exact >= (large ? 4.5 : 7) ? "AAA" : exact >= (large ? 3 : 4.5) ? "AA" : "fail";
  // Round down: a ratio of 4.499 fails and must not be shown as 4.5.
  return { text, background, ratio: Math.floor(exact * 100) / 100, large, level };
}
