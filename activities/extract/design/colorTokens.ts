import type { Design } from "#schemas/extracts/design.ts";
import { contrastOf, hexOf, isAlike, isChromatic, paintFrom, oklabOf } from "../color/mix.ts";
import type { PageColors, Weighed } from "../color/pageColors.ts";
import { joined, textColors } from "../colors.ts";

type Token = Design["colors"][number];

/** The colours of a page by what they are for, each with a root variable that holds it. */
export function colorTokens(
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
