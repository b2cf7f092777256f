import { type CssNode, parse as parseCss, walk } from "css-tree";
import { blend, converter, formatHex, formatHex8, type Oklab, parse, type Rgb, wcagContrast } from "culori";
import type { LayerRead } from "../page/paint.ts";

/** A color in sRGB. It is translucent if `alpha` is below 1. */
export type Color = Rgb;

/** The colors of a layer: one, or those of a gradient. Null if the layer is a picture. */
export type LayerColors = Color[] | null;

/**
 * The colors of a layer on the screen (`shown`), and within its group before the group's opacity applies (`inGroup`).
 * A group is the outermost translucent element around the layer. `groupBackdrop` is the index of the layer behind the
 * group; null without a group.
 */
export type Layer = { shownColors: LayerColors; inGroup: LayerColors; groupBackdrop: number | null; opacity: number };

const white: Color = { mode: "rgb", r: 1, g: 1, b: 1 };
const transparent: Color = { mode: "rgb", r: 0, g: 0, b: 0, alpha: 0 };
/** Colors of one layer. By eye: more colors of a gradient add nothing. */
const maxColors = 16;

/** Computes the colors of every layer. Each layer must come after the layer below it. */
export function resolveLayers(reads: readonly LayerRead[]): Layer[] {
  const layers: Layer[] = [];
  for (const read of reads) layers.push(resolveLayer(read, reads, layers));
  return layers;
}

function resolveLayer(reading: LayerRead, reads: readonly LayerRead[], layers: readonly Layer[]): Layer {
  const { below, groupBackdrop, opacity } = reading;
  const layerBelow = below === null ? null : (layers[below] ?? null);
  const readBelow = below === null ? null : (reads[below] ?? null);
  const isUngrouped = groupBackdrop === null;
  // Within a group, layers blend as if the group were opaque. The group's opacity then applies once to the result.
  const isSameGroup = readBelow !== null && readBelow.groupBackdrop === groupBackdrop;
  const groupColors = isSameGroup && layerBelow !== null ? layerBelow.inGroup : [transparent];
  const backdrop = layerBelow === null ? [white] : isUngrouped ? layerBelow.shownColors : groupColors;
  const ownOpacity = !isUngrouped && isSameGroup && readBelow.opacity > 0 ? opacity / readBelow.opacity : 1;
  const groupOpacity = isUngrouped ? 1 : isSameGroup && layerBelow !== null ? layerBelow.opacity : opacity;
  const own = reading.picture ? null : ownColors(reading).map((color) => withOpacity(color, ownOpacity));
  const inGroup = composite(own, backdrop);
  const shownColors = isUngrouped
    ? inGroup
    : composite(
        inGroup?.map((color) => withOpacity(color, groupOpacity)) ?? null,
        layers[groupBackdrop]?.shownColors ?? null,
      );
  return { shownColors, inGroup, groupBackdrop, opacity: groupOpacity };
}

/** Composites each color on top over each color at the bottom. Opaque colors on top stay as they are. */
export function composite(top: LayerColors, bottom: LayerColors): LayerColors {
  if (top === null) return null;
  if (top.every((color) => alphaOf(color) >= 1)) return top;
  if (bottom === null) return null;
  return top.flatMap((color) => bottom.map((below) => compositeOver(color, below))).slice(0, maxColors);
}

/** A layer's own colors, from its computed background. */
function ownColors({ color, gradient }: LayerRead): Color[] {
  const background = parseColor(color) ?? transparent;
  const stops = gradient === "" ? [] : colorsInCss(gradient);
  return stops.length === 0 ? [background] : stops.map((stop) => compositeOver(stop, background));
}

/** The colors in a CSS value. */
function colorsInCss(value: string): Color[] {
  const colors: Color[] = [];
  const tree = parseCss(value, { context: "value", positions: true, onParseError: () => undefined });
  walk(tree, (node) => {
    if (!isColorNode(node) || colors.length >= maxColors) return;
    const color = parseColor(value.slice(node.loc?.start.offset ?? 0, node.loc?.end.offset ?? 0));
    if (color !== null) colors.push(color);
  });
  return colors;
}

/** Computed values contain colors only as functions. */
function isColorNode(node: CssNode): boolean {
  return node.type === "Function" && /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)$/iu.test(node.name);
}

const toRgb = converter("rgb");
const toOklch = converter("oklch");
const parseOklab = converter("oklab");

/** A computed CSS color of any color space; null if the text is not a color. */
export function parseColor(css: string): Color | null {
  return toRgb(parse(css)) ?? null;
}

function compositeOver(top: Color, bottom: Color): Color {
  return alphaOf(top) >= 1 ? top : blend([bottom, top], "normal", "rgb");
}

/** The color with its alpha multiplied by `opacity`. */
export function withOpacity(color: Color, opacity: number): Color {
  return opacity >= 1 ? color : { ...color, alpha: alphaOf(color) * opacity };
}

/** 0 (transparent) to 1 (opaque). */
export function alphaOf(color: Color): number {
  return color.alpha ?? 1;
}

/** `#rrggbb`. Values outside sRGB are clipped, as on the screen. */
export function toHex(color: Color): string {
  return formatHex(color);
}

/** `#rrggbb`, or `#rrggbbaa` if the color is translucent. */
export function toHexWithAlpha(color: Color): string {
  return alphaOf(color) >= 1 ? formatHex(color) : formatHex8(color);
}

/** Contrast ratio of two opaque colors by WCAG 2.x, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return wcagContrast(one, other);
}

/** Perceived lightness in OKLCH, 0 to 1. */
export function lightnessOf(hex: string): number {
  return toOklch(hex)?.l ?? 0;
}

/** Whether a color is not grey. The smallest chroma in OKLCH that looks colored was chosen by eye. */
export function isChromatic(hex: string): boolean {
  return (toOklch(hex)?.c ?? 0) >= 0.04;
}

/** The color in OKLab, a space in which distances match how different two colors look. */
export function toOklab(hex: string): Oklab {
  return parseOklab(hex) ?? { mode: "oklab", l: 0, a: 0, b: 0 };
}

/** Whether two colors look alike side by side. The distance in OKLab was chosen by eye. */
export function looksAlike(one: Oklab, other: Oklab): boolean {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b) < 0.02;
}
