import type { Colors, ContrastPair, PaletteColor } from "#schemas/extracts/appearance.ts";
import { contrastOf, isAlike, lightnessOf, oklabOf } from "./color/mix.ts";
import { pageColors, type PageColors, shareOf, summed, type Weighed, type Words } from "./color/pageColors.ts";
import { defineExtractor, whatWasCut } from "./extractor.ts";
import type { ColorsRead } from "./page/readColors.ts";
import { sharedColors, sharing } from "./page/shared.ts";

/** Colours of one role, and pairs; a page with more has no palette. */
const maxColors = 24;
const maxPairs = 50;

/** `colors`: what the page is painted with. */
export const colors = defineExtractor({
  contentType: "application/json",
  read: sharedColors,
  uses: sharing,
  finish(read) {
    const { value, cut } = toColors(read);
    return { bytes: Buffer.from(JSON.stringify(value)), ...whatWasCut([...read.cut, ...cut]) };
  },
});

/** The colours of a page out of what was read from it. */
function toColors(read: ColorsRead): { value: Colors; cut: string[] } {
  const found = pageColors(read);
  const cut: string[] = [];
  const palette = paletteOf(found, read.area, () => cut.push("palette"));
  const contrast = contrastIn(found.words);
  if (contrast.pairs.length > maxPairs) cut.push("pairs");
  const theme = isDark(found.backgrounds) ? "dark" : "light";
  return { value: { palette, theme, contrast: { ...contrast, pairs: contrast.pairs.slice(0, maxPairs) } }, cut };
}

/** Text colours by visible characters, the largest first. */
export function textColors(words: readonly Words[]): Weighed {
  return summed(words.flatMap(({ hex, characters }) => (hex === null ? [] : [[hex, characters] as const])));
}

function paletteOf(found: PageColors, area: number, noteCut: () => void): PaletteColor[] {
  const characters = found.words.reduce((total, words) => total + words.characters, 0);
  const roles = [
    { role: "background", weighed: found.backgrounds, whole: area },
    { role: "text", weighed: textColors(found.words), whole: characters },
    { role: "border", weighed: found.borders, whole: amountOf(found.borders) },
    { role: "accent", weighed: found.accents, whole: amountOf(found.accents) },
  ] as const;
  return roles.flatMap(({ role, weighed, whole }) => {
    const merged = joined(weighed);
    if (merged.length > maxColors) noteCut();
    const shares = merged.slice(0, maxColors).map(([hex, amount]) => ({ hex, role, share: shareOf(amount, whole) }));
    return shares.filter(({ share }) => share > 0);
  });
}

function amountOf(weighed: Weighed): number {
  return weighed.reduce((total, [, amount]) => total + amount, 0);
}

/** Colours that can hardly be told apart count as the most frequent of them. */
export function joined(weighed: Weighed): Weighed {
  const found: { hex: string; amount: number; place: ReturnType<typeof oklabOf> }[] = [];
  // Rare colours of pages that have thousands change nothing.
  for (const [hex, amount] of weighed.slice(0, 1000)) {
    const place = oklabOf(hex);
    const alike = found.find((known) => isAlike(known.place, place));
    if (alike === undefined) found.push({ hex, amount, place });
    else alike.amount += amount;
  }
  return found.toSorted((a, b) => b.amount - a.amount).map(({ hex, amount }) => [hex, amount]);
}

/** Dark where what the page is painted with is, on the average of its area, nearer to black than to white. */
function isDark(backgrounds: Weighed): boolean {
  const whole = amountOf(backgrounds);
  const lightness = backgrounds.reduce((sum, [hex, area]) => sum + lightnessOf(hex) * area, 0);
  return whole > 0 && lightness / whole < 0.5;
}

function contrastIn(words: readonly Words[]): Colors["contrast"] {
  const pairs = new Map<string, { pair: Omit<ContrastPair, "share">; characters: number }>();
  for (const { hex, on, large, characters } of words) {
    if (hex === null || on === null) continue;
    const key = `${hex} ${on} ${large}`;
    const known = pairs.get(key);
    if (known === undefined) pairs.set(key, { pair: pairOf(hex, on, large), characters });
    else known.characters += characters;
  }
  const all = words.reduce((sum, { characters }) => sum + characters, 0);
  const measured = [...pairs.values()].reduce((sum, { characters }) => sum + characters, 0);
  const shares = [...pairs.values()]
    .map(({ pair, characters }) => ({ ...pair, share: shareOf(characters, measured) }))
    .toSorted((a, b) => b.share - a.share);
  const passing = [...pairs.values()].reduce(
    (sum, { pair, characters }) => sum + (pair.level === "fail" ? 0 : characters),
    0,
  );
  return {
    lowest: shares.length === 0 ? null : Math.min(...shares.map(({ ratio }) => ratio)),
    passing: shares.length === 0 ? null : shareOf(passing, measured),
    unmeasured: shareOf(all - measured, all),
    pairs: shares,
  };
}

/** WCAG 2.x, success criteria 1.4.3 and 1.4.6. */
function pairOf(text: string, background: string, large: boolean): Omit<ContrastPair, "share"> {
  const exact = contrastOf(text, background);
  const level = exact >= (large ? 4.5 : 7) ? "AAA" : exact >= (large ? 3 : 4.5) ? "AA" : "fail";
  // Not rounded up: 4.499 fails, and must not read 4.5.
  return { text, background, ratio: Math.floor(exact * 100) / 100, large, level };
}
