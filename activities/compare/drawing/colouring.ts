import type { AreaStatus } from "#schemas/diff.ts";
import { channels } from "../pictures.ts";

export type Colour = readonly [red: number, green: number, blue: number];

/** The colour of what became of an area, in tints and frames. */
export const statusColours = {
  changed: [230, 0, 92],
  added: [0, 140, 60],
  removed: [215, 20, 20],
} satisfies Record<AreaStatus, Colour>;

export function brightness(pixels: Uint8Array, x: number): number {
  return 0.299 * onWhite(pixels, x, 0) + 0.587 * onWhite(pixels, x, 1) + 0.114 * onWhite(pixels, x, 2);
}

/** A colour's share as it looks on white. */
export function onWhite(pixels: Uint8Array, x: number, channel: number): number {
  const alpha = (pixels[x * channels + 3] ?? 0) / 255;
  return 255 - alpha * (255 - (pixels[x * channels + channel] ?? 0));
}

/** Lays a colour over a pixel. */
export function blend(pixels: Uint8Array, x: number, { colour, opacity }: { colour: Colour; opacity: number }): void {
  const mixed = (channel: 0 | 1 | 2) => onWhite(pixels, x, channel) * (1 - opacity) + colour[channel] * opacity;
  put(pixels, x, [mixed(0), mixed(1), mixed(2)]);
}

export function put(pixels: Uint8Array, x: number, [red, green, blue]: Colour): void {
  const at = x * channels;
  pixels[at] = red;
  pixels[at + 1] = green;
  pixels[at + 2] = blue;
  pixels[at + 3] = 255;
}
