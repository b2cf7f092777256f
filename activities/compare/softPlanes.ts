import sharp from "sharp";
import { channels } from "./pictures.ts";

/**
 * A picture in soft focus: brightness, and two color planes that are softer, because the eye sees less detail in color.
 * The color planes are null if they are not needed. Values are quarters of a level. A margin of one pixel repeats the
 * edge, so that every pixel has neighbors.
 */
export type SoftPlanes = { y: Int16Array; color: { i: Int16Array; q: Int16Array } | null };

/** Plane values per level of color. */
export const precision = 4;

/** Standard deviations of the soft focus. Checked by `npm run bench -- alarms`. */
const sigmaPx = { brightness: 1.5, color: 3 };

type Rows = { pixels: Uint8Array; width: number; rows: number };

/** Puts rows of an opaque picture into soft focus. */
export async function softPlanes(rows: Rows, { inColor: withColor }: { inColor: boolean }): Promise<SoftPlanes> {
  const [fine, coarse] = await Promise.all([
    soften(rows, sigmaPx.brightness),
    withColor ? soften(rows, sigmaPx.color) : null,
  ]);
  return {
    y: plane(fine, rows, [0.29889531, 0.58662247, 0.11448223]),
    color: coarse && {
      i: plane(coarse, rows, [0.59597799, -0.2741761, -0.32180189]),
      q: plane(coarse, rows, [0.21147017, -0.52261711, 0.31114694]),
    },
  };
}

/** Red, green and blue of each pixel. */
function soften({ pixels, width, rows }: Rows, sigma: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height: rows, channels } })
    .removeAlpha()
    .blur(sigma)
    .raw()
    .toBuffer();
}

/** The weighted sum of red, green and blue, with its margin. */
function plane(soft: Uint8Array, { width, rows }: Rows, [red, green, blue]: [number, number, number]): Int16Array {
  const stride = width + 2;
  const values = new Int16Array(stride * (rows + 2));
  for (let row = 0; row < rows; row += 1) {
    const start = (row + 1) * stride + 1;
    for (let x = 0, at = row * width * 3; x < width; x += 1, at += 3) {
      values[start + x] =
        precision * (red * (soft[at] ?? 0) + green * (soft[at + 1] ?? 0) + blue * (soft[at + 2] ?? 0));
    }
    values[start - 1] = values[start] ?? 0;
    values[start + width] = values[start + width - 1] ?? 0;
  }
  values.copyWithin(0, stride, 2 * stride);
  values.copyWithin((rows + 1) * stride, rows * stride, (rows + 1) * stride);
  return values;
}

/** The largest possible distance: from black to white. */
const maxDistance = 35_215;

/**
 * How different two colors look, as the square of a distance, from their differences in brightness (y) and color (i,
 * q). Source: Kotsarenko and Ramos, "Measuring perceived color difference using YIQ NTSC transmission color space in
 * mobile applications", 2010. pixelmatch uses the same measure, so thresholds mean the same.
 */
export function yiqDistance(y: number, i: number, q: number): number {
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}

/** The same distance from the differences of red, green and blue. */
export function colorDistance(red: number, green: number, blue: number): number {
  return yiqDistance(
    red * 0.29889531 + green * 0.58662247 + blue * 0.11448223,
    red * 0.59597799 - green * 0.2741761 - blue * 0.32180189,
    red * 0.21147017 - green * 0.52261711 + blue * 0.31114694,
  );
}

/** The distance for a threshold of 0 to 1. */
export function distanceAt(threshold: number): number {
  return maxDistance * threshold * threshold;
}

/** The threshold, 0 to 1, for a distance. */
export function strengthOf(distance: number): number {
  return Math.min(1, Math.sqrt(distance / maxDistance));
}
