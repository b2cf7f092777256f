import type { ColorsRead, ControlRead, TextRead } from "../page/readColors.ts";
import { type Ground, layered, resolveGrounds } from "./grounds.ts";
import { alphaOf, faded, hexOf, isChromatic, paintFrom } from "./mix.ts";

/** Amounts by colour (`#rrggbb`), the largest first. */
export type Weighed = [hex: string, amount: number][];

/** Visible words of one look: their colour, and what they stand on; null where a picture or gradient has a say in it. */
export type Words = { hex: string | null; on: string | null; large: boolean; characters: number };

/** The colours of a page as the screen shows them, by what they are used for. */
export type PageColors = {
  backgrounds: Weighed;
  borders: Weighed;
  words: Words[];
  /** The most telling colour of each link or button. */
  accents: Weighed;
  /** Text of links that are text alone. */
  links: Weighed;
  /** Backgrounds of buttons. */
  buttons: Weighed;
};

/** Works out colours on the screen from computed ones. */
export function pageColors(read: ColorsRead): PageColors {
  const grounds = resolveGrounds(read.grounds);
  const controls = read.controls.map((control) => ({ ...control, ...controlColors(control, grounds) }));
  const weigh = (pick: (control: (typeof controls)[number]) => string | null) =>
    weighed(controls.map((control) => [pick(control), control.area]));
  return {
    backgrounds: weighed(
      read.grounds.flatMap(({ area }, index) => {
        const shown = grounds[index]?.shown ?? [];
        return shown.map((paint) => [hexOf(paint), area / shown.length] as const);
      }),
    ),
    borders: weighed(read.borders.map(({ color, ground, area }) => [colorOn(color, grounds[ground]), area])),
    words: read.texts.map((text) => wordsOn(text, read, grounds)),
    accents: weigh(({ accent }) => accent),
    links: weigh(({ kind, words }) => (kind === "link" ? words : null)),
    buttons: weigh(({ kind, fill }) => (kind === "button" ? fill : null)),
  };
}

function weighed(entries: (readonly [hex: string | null, amount: number])[]): Weighed {
  return summed(entries.flatMap(([hex, amount]) => (hex === null || amount <= 0 ? [] : [[hex, amount] as const])));
}

/** A colour drawn on a ground; on the first colour of a gradient. Null where a picture shows through. */
function colorOn(color: string, ground: Ground | undefined): string | null {
  const paint = paintFrom(color);
  const [mixed] = paint === null ? [] : (layered([paint], ground?.shown ?? null) ?? []);
  return mixed === undefined ? null : hexOf(mixed);
}

function wordsOn(text: TextRead, { grounds: reads }: ColorsRead, grounds: readonly Ground[]): Words {
  const { large, characters } = text;
  const paint = paintFrom(text.color);
  const ground = text.ground === null ? undefined : grounds[text.ground];
  const shown = ground?.shown ?? null;
  if (paint === null || ground === undefined || shown === null) {
    const isPlain = paint !== null && alphaOf(paint) >= 1 && text.opacity >= 1;
    return { hex: isPlain ? hexOf(paint) : null, on: null, large, characters };
  }
  const around = text.ground === null ? 1 : (reads[text.ground]?.opacity ?? 1);
  const drawn = layered([faded(paint, around > 0 ? text.opacity / around : 1)], ground.inside);
  const [mixed] =
    (ground.outside === null
      ? drawn
      : layered(drawn?.map((each) => faded(each, ground.opacity)) ?? null, grounds[ground.outside]?.shown ?? null)) ??
    [];
  const [only, ...others] = shown;
  const on = only === undefined || others.length > 0 ? null : hexOf(only);
  return { hex: mixed === undefined ? null : hexOf(mixed), on, large, characters };
}

/** What a link or button looks like, and the colour that tells it from the text around it. */
function controlColors(control: ControlRead, grounds: readonly Ground[]) {
  const own = control.ground === null ? undefined : grounds[control.ground];
  const fills = (own?.shown ?? []).map(hexOf);
  const fill = fills.find(isChromatic) ?? fills[0] ?? null;
  const beneath = grounds[control.beneath];
  const border = control.border === null ? null : colorOn(control.border, beneath);
  const words = colorOn(control.text, own ?? beneath);
  const accent = [fill, border, words].find((hex) => hex !== null && isChromatic(hex)) ?? null;
  return { fill, words, accent };
}

/** What a part is of a whole, to four decimals; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.round((part / whole) * 10_000) / 10_000) : 0;
}

/** Sums of amounts by key, the largest first; equals in the order they came in. */
export function summed<Key>(entries: Iterable<readonly [Key, number]>): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const [key, amount] of entries) sums.set(key, (sums.get(key) ?? 0) + amount);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}
