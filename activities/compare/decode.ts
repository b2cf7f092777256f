import sharp, { type Sharp } from "sharp";
import { openRaw, type RawPicture, type Size } from "./rawPicture.ts";

/** Formats that are decoded; whatever else libvips knows stays shut. */
const formats: ReadonlySet<string> = new Set(["png", "jpeg", "webp", "gif"]);

/** Pixels of a picture, above which it is taken for a decompression bomb: 1280 columns of 100,000 rows. */
export const maxPixels = 134_217_728;

/** A file that is no picture, or none that is decoded here. */
export class Undecodable extends Error {
  override readonly name = "Undecodable";
  readonly file: string;

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options);
    this.file = file;
  }
}

/** A picture's size by its header, turned as it is to be shown. Rejects with Undecodable. */
export async function readSize(file: string): Promise<Size> {
  const { format, autoOrient } = await reading(file, (image) => image.metadata());
  if (!formats.has(format)) throw new Undecodable(file, `${format} is not decoded.`);
  return { width: autoOrient.width, height: autoOrient.height };
}

/**
 * Decodes a picture, the first frame of a moving one, into `raw`: sRGB with alpha, 8 bits each, put on white if asked for. It streams from file to file, in a few MB.
 * Rejects with Undecodable, for a picture of too many pixels as well.
 */
export async function decode(file: string, { raw, onWhite }: { raw: string; onWhite: boolean }): Promise<RawPicture> {
  const size = await readSize(file);
  await reading(file, (image) => {
    const upright = image.autoOrient().toColourspace("srgb");
    return (onWhite ? upright.flatten({ background: "white" }) : upright).ensureAlpha().toFile(raw);
  });
  return openRaw(raw, size);
}

async function reading<Result>(file: string, work: (image: Sharp) => Promise<Result>): Promise<Result> {
  try {
    return await work(sharp(file, { limitInputPixels: maxPixels, sequentialRead: true }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason.includes("No space left")) throw error;
    throw new Undecodable(file, reason, { cause: error });
  }
}
