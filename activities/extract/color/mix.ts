import { blend, converter, formatHex, formatHex8, type Oklab, parse, type Rgb, wcagContrast } from "culori";

/** A colour in sRGB, translucent where `alpha` is below 1. */
export type Paint = Rgb;

const toRgb = converter("rgb");
const toOklch = converter("oklch");
const parseOklab = converter("oklab");

/** A computed CSS colour, of whatever colour space; null where the text is none. */
export function paintFrom(css: string): Paint | null {
  return toRgb(parse(css)) ?? null;
}

/** One colour over another. */
export function over(top: Paint, bottom: Paint): Paint {
  return alphaOf(top) >= 1 ? top : blend([bottom, top], "normal", "rgb");
}

/** The same colour, so much more translucent. */
export function faded(paint: Paint, opacity: number): Paint {
  return opacity >= 1 ? paint : { ...paint, alpha: alphaOf(paint) * opacity };
}

/** How much of what is beneath a colour hides; 1 for all. */
export function alphaOf(paint: Paint): number {
  return paint.alpha ?? 1;
}

/** `#rrggbb`; what sRGB can't show is cut off, as on the screen. */
export function hexOf(paint: Paint): string {
  return formatHex(paint);
}

/** `#rrggbb`, with two digits more where it is translucent. */
export function hexWithAlpha(paint: Paint): string {
  return alphaOf(paint) >= 1 ? formatHex(paint) : formatHex8(paint);
}

/** Contrast ratio of two opaque colours by WCAG 2.x. */
export function contrastOf(one: string, other: string): number {
  return wcagContrast(one, other);
}

/** Perceived lightness, 0 to 1 (OKLCH). */
export function lightnessOf(hex: string): number {
  return toOklch(hex)?.l ?? 0;
}

/** Whether a colour is one, rather than a grey (OKLCH). */
export function isChromatic(hex: string): boolean {
  return (toOklch(hex)?.c ?? 0) >= 0.04;
}

/** Where a colour lies among all as people see them (OKLab): what lies closer than 0.02 can hardly be told apart. */
export function oklabOf(hex: string): Oklab {
  return parseOklab(hex) ?? { mode: "oklab", l: 0, a: 0, b: 0 };
}

/** Whether two colours can hardly be told apart side by side. */
export function isAlike(one: Oklab, other: Oklab): boolean {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b) < 0.02;
}
