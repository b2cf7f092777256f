import sharp, { type Sharp } from "sharp";
import type { Fitted } from "./fit.ts";

/**
 * Limits of each format. Encoders of webp and avif keep the whole picture in memory, 6 and 28 bytes per pixel, so
 * their pixels are limited. Those of jpg and png need a few rows.
 */
export const formats = {
  webp: { contentType: "image/webp", maxSidePx: 16_383, maxMegapixels: 32 },
  avif: { contentType: "image/avif", maxSidePx: 16_383, maxMegapixels: 8 },
  jpg: { contentType: "image/jpeg", maxSidePx: 65_535, maxMegapixels: Number.POSITIVE_INFINITY },
  png: { contentType: "image/png", maxSidePx: Number.POSITIVE_INFINITY, maxMegapixels: Number.POSITIVE_INFINITY },
} as const;
export type Format = keyof typeof formats;

/** A form of a picture: what is kept of it, and the format. */
export type PictureForm = Fitted & { as: Format };

/** The size of a form in pixels. */
export function sizeOfForm({ part, border }: Fitted): { width: number; height: number } {
  return {
    width: border.left + part.width + border.right,
    height: border.top + part.height + border.bottom,
  };
}

/** Whether a format can hold a form. */
export function canHold(form: PictureForm): boolean {
  const { maxSidePx, maxMegapixels } = formats[form.as];
  const { width, height } = sizeOfForm(form);
  return Math.max(width, height) <= maxSidePx && width * height <= maxMegapixels * 1_000_000;
}

// Every original is read once, so libvips' cache would only use memory.
sharp.cache(false);

/** Drawings have the rows of two pictures of 134 million pixels. */
const maxInputPixels = 268_435_456;

/** Makes a form of a picture. Rows above and below it are decoded, but not kept. */
export function encode(original: Buffer, { scaled, part, border, as }: PictureForm): Promise<Buffer> {
  const picture = sharp(original, { sequentialRead: true, limitInputPixels: maxInputPixels })
    .resize({ ...scaled, fit: "fill" })
    .extract(part)
    .extend({ ...border, background: "#fff" });
  return encoderOf(picture, as).toBuffer();
}

/** Optimized tables of jpg would need the whole picture in memory. */
function encoderOf(picture: Sharp, format: Format): Sharp {
  switch (format) {
    case "webp":
      return picture.webp({ quality: 82, effort: 2 });
    case "avif":
      return picture.avif({ quality: 60, effort: 2 });
    case "jpg":
      return picture.flatten({ background: "#fff" }).jpeg({ quality: 85, optimiseCoding: false });
    case "png":
      return picture.png({ compressionLevel: 6 });
  }
}
