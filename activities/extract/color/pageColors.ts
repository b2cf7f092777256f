import type { ColorsRead, ControlRead, TextRead } from "../page/readColors.ts";
import {
  alphaOf,
  composite,
  isChromatic,
  type Layer,
  parseColor,
  resolveLayers,
  toHex,
  withOpacity,
} from "./compositing.ts";

/** Colors (`#rrggbb`) with their amounts, the largest first. */
export type WeightedColors = [hex: string, amount: number][];

/** Visible text of one look. `hex` is its color and `on` its background; null if a picture or gradient affects it. */
export type TextColor = { hex: string | null; on: string | null; large: boolean; characters: number };

/** The colors of a page as shown on the screen, by use. */
export type PageColors = {
  backgrounds: WeightedColors;
  borders: WeightedColors;
  texts: TextColor[];
  /** The most distinctive color of each link or button. */
  accents: WeightedColors;
  /** Text of links without a background or border. */
  links: WeightedColors;
  /** Backgrounds of buttons. */
  buttons: WeightedColors;
};

/** Computes the colors on the screen from the computed styles. */
export function pageColors(reading: ColorsRead): PageColors {
  const layers = resolveLayers(reading.layers);
  const controls = reading.controls.map((control) => ({ ...control, ...controlColors(control, layers) }));
  const colorsBy = (pick: (control: (typeof controls)[number]) => string | null) =>
    weightedColors(controls.map((control) => [pick(control), control.area]));
  return {
    backgrounds: weightedColors(
      reading.layers.flatMap(({ area }, index) => {
        const shown = layers[index]?.shownColors ?? [];
        return shown.map((paint) => [toHex(paint), area / shown.length] as const);
      }),
    ),
    borders: weightedColors(
      reading.borders.map(({ color, layer: ground, area }) => [colorOnLayer(color, layers[ground]), area]),
    ),
    texts: reading.texts.map((text) => textColorOn(text, reading, layers)),
    accents: colorsBy(({ accent }) => accent),
    links: colorsBy(({ kind, text }) => (kind === "link" ? text : null)),
    buttons: colorsBy(({ kind, fill }) => (kind === "button" ? fill : null)),
  };
}

function weightedColors(entries: (readonly [hex: string | null, amount: number])[]): WeightedColors {
  return sumByKey(entries.flatMap(([hex, amount]) => (hex === null || amount <= 0 ? [] : [[hex, amount] as const])));
}

/** A color drawn on a layer. On a gradient, its first color counts. Null on a picture. */
function colorOnLayer(color: string, layer: Layer | undefined): string | null {
  const paint = parseColor(color);
  const [blended] = paint === null ? [] : (composite([paint], layer?.shownColors ?? null) ?? []);
  return blended === undefined ? null : toHex(blended);
}

function textColorOn(text: TextRead, { layers: reads }: ColorsRead, layers: readonly Layer[]): TextColor {
  const { large, characters } = text;
  const paint = parseColor(text.color);
  const layer = text.layer === null ? undefined : layers[text.layer];
  const shownColors = layer?.shownColors ?? null;
  if (paint === null || layer === undefined || shownColors === null) {
    const isPlain = paint !== null && alphaOf(paint) >= 1 && text.opacity >= 1;
    return { hex: isPlain ? toHex(paint) : null, on: null, large, characters };
  }
  const layerOpacity = text.layer === null ? 1 : (reads[text.layer]?.opacity ?? 1);
  const inGroup = composite([withOpacity(paint, layerOpacity > 0 ? text.opacity / layerOpacity : 1)], layer.inGroup);
  const [blendedColor] =
    (layer.groupBackdrop === null
      ? inGroup
      : composite(
          inGroup?.map((each) => withOpacity(each, layer.opacity)) ?? null,
          layers[layer.groupBackdrop]?.shownColors ?? null,
        )) ?? [];
  const [only, ...others] = shownColors;
  const on = only === undefined || others.length > 0 ? null : toHex(only);
  return { hex: blendedColor === undefined ? null : toHex(blendedColor), on, large, characters };
}

/** The colors of a link or button, and its accent: the first of background, border and text that is not grey. */
function controlColors(control: ControlRead, layers: readonly Layer[]) {
  const ownLayer = control.layer === null ? undefined : layers[control.layer];
  const fills = (ownLayer?.shownColors ?? []).map(toHex);
  const fill = fills.find(isChromatic) ?? fills[0] ?? null;
  const below = layers[control.layerBelow];
  const border = control.border === null ? null : colorOnLayer(control.border, below);
  const text = colorOnLayer(control.text, ownLayer ?? below);
  const accent = [fill, border, text].find((hex) => hex !== null && isChromatic(hex)) ?? null;
  return { fill, text, accent };
}

/** A part of a whole, to four decimals; 0 if the whole is 0. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.round((part / whole) * 10_000) / 10_000) : 0;
}

/** Sums of amounts by key, the largest first. Equal sums keep their order. */
export function sumByKey<Key>(entries: Iterable<readonly [Key, number]>): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const [key, amount] of entries) sums.set(key, (sums.get(key) ?? 0) + amount);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}
