import { closeSync, openSync, readSync, writeSync } from "node:fs";
import sharp, { type Sharp } from "sharp";

/** Bytes per pixel: red, green, blue, alpha. */
export const channels = 4;

export type Size = { width: number; height: number };

/**
 * Decoded pixels in a file, so that only a band of them must be in memory. The file has libvips' own format `.v`: a
 * header of 64 bytes, then uncompressed rows. libvips reads and writes it as a stream.
 */
export type RawPicture = Size & {
  /** Fills `into` with whole rows, starting at row `top`. */
  read(top: number, into: Uint8Array): void;
  close(): void;
};

const headerBytes = 64;
const littleEndian = 0x08f2a6b6;
const [uncoded, unsigned8, sRgb] = [0, 0, 22];

/** The header, as `vips__write_header_bytes` of libvips writes it. */
function headerOf({ width, height }: Size): Buffer {
  const header = Buffer.alloc(headerBytes);
  const fields = [littleEndian, width, height, channels, 8, unsigned8, uncoded, sRgb];
  for (const [index, field] of fields.entries()) header.writeUInt32LE(field, index * 4);
  header.writeFloatLE(1, 32);
  header.writeFloatLE(1, 36);
  return header;
}

/** Opens a file that libvips wrote. @throws Error if its size or layout is another. */
function openRaw(file: string, size: Size): RawPicture {
  const descriptor = openSync(file, "r");
  const header = Buffer.alloc(headerBytes);
  readFully(descriptor, header, 0);
  const comparedBytes = 32;
  if (header.compare(headerOf(size), 0, comparedBytes, 0, comparedBytes) !== 0) {
    closeSync(descriptor);
    throw new Error(
      `A decoded picture is laid out unlike what is read here: ${header.toString("hex", 0, comparedBytes)}`,
    );
  }
  return {
    ...size,
    read: (top, into) => readFully(descriptor, into, headerBytes + top * size.width * channels),
    close: () => closeSync(descriptor),
  };
}

/** Writes a file for libvips row by row. The bytes of a row may be reused after it is written. */
export function writeRaw(file: string, size: Size, rows: Iterable<Uint8Array>): void {
  const descriptor = openSync(file, "w", 0o600);
  try {
    writeFully(descriptor, headerOf(size));
    for (const row of rows) writeFully(descriptor, row);
  } finally {
    closeSync(descriptor);
  }
}

function readFully(descriptor: number, into: Uint8Array, from: number): void {
  for (let done = 0; done < into.length;) {
    const read = readSync(descriptor, into, done, into.length - done, from + done);
    if (read === 0) throw new Error("A decoded picture is shorter than its header says.");
    done += read;
  }
}

function writeFully(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

/** Formats that are decoded. All other decoders of libvips stay disabled. */
const formats: ReadonlySet<string> = new Set(["png", "jpeg", "webp", "gif"]);

/** Pictures with more pixels are treated as decompression bombs: 1280 columns by about 105,000 rows. */
export const maxPixels = 134_217_728;

/** A file that is not a picture, or not of a supported format. */
export class Undecodable extends Error {
  override readonly name = "Undecodable";
  readonly file: string;

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options);
    this.file = file;
  }
}

/** A picture's size from its header, after rotation by its orientation. @throws Undecodable */
export async function readSize(file: string): Promise<Size> {
  const { format, autoOrient } = await withImage(file, (image) => image.metadata());
  if (!formats.has(format)) throw new Undecodable(file, `${format} is not decoded.`);
  return { width: autoOrient.width, height: autoOrient.height };
}

/**
 * Decodes a picture, or the first frame of an animation, into `raw`: sRGB with alpha, 8 bits each, optionally on white.
 * It streams from file to file in a few MB. @throws Undecodable, also if the picture has too many pixels.
 */
export async function decode(file: string, { raw, onWhite }: { raw: string; onWhite: boolean }): Promise<RawPicture> {
  const size = await readSize(file);
  await withImage(file, (image) => {
    const upright = image.autoOrient().toColourspace("srgb");
    return (onWhite ? upright.flatten({ background: "white" }) : upright).ensureAlpha().toFile(raw);
  });
  return openRaw(raw, size);
}

async function withImage<Result>(file: string, work: (image: Sharp) => Promise<Result>): Promise<Result> {
  try {
    return await work(sharp(file, { limitInputPixels: maxPixels, sequentialRead: true }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason.includes("No space left")) throw error;
    throw new Undecodable(file, reason, { cause: error });
  }
}

/** Rows of both pictures that belong together, RGBA. */
export type RowsPair = { before: Uint8Array; after: Uint8Array; width: number; rows: number };
