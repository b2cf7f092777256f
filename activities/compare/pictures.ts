import { closeSync, openSync, readSync, writeSync } from "node:fs";
import sharp, { type Sharp } from "sharp";

/** Bytes of a pixel: red, green, blue, alpha. */
export const channels = 4;

export type Size = { width: number; height: number };

/**
 * Decoded pixels in a file, so that no more of them than a band need be in memory. The file is of libvips' own format,
 * `.v`: a header of 64 bytes and the rows, without compression; libvips reads and writes it as a stream.
 */
export type RawPicture = Size & {
  /** Fills `into` with whole rows from `top` on. */
  read(top: number, into: Uint8Array): void;
  close(): void;
};

const headerBytes = 64;
const littleEndian = 0x08f2a6b6;
const [uncoded, unsigned8, sRgb] = [0, 0, 22];

/** The header, as `vips__write_header_bytes` of libvips lays it out. */
function headerOf({ width, height }: Size): Buffer {
  const header = Buffer.alloc(headerBytes);
  const fields = [littleEndian, width, height, channels, 8, unsigned8, uncoded, sRgb];
  for (const [index, field] of fields.entries()) header.writeUInt32LE(field, index * 4);
  header.writeFloatLE(1, 32);
  header.writeFloatLE(1, 36);
  return header;
}

/** Opens what libvips wrote; throws where it is not of that size or laid out otherwise. */
function openRaw(file: string, size: Size): RawPicture {
  const descriptor = openSync(file, "r");
  const header = Buffer.alloc(headerBytes);
  readFully(descriptor, header, 0);
  const same = 32;
  if (header.compare(headerOf(size), 0, same, 0, same) !== 0) {
    closeSync(descriptor);
    throw new Error(`A decoded picture is laid out unlike what is read here: ${header.toString("hex", 0, same)}`);
  }
  return {
    ...size,
    read: (top, into) => readFully(descriptor, into, headerBytes + top * size.width * channels),
    close: () => closeSync(descriptor),
  };
}

/** Writes a file of that size for libvips, row by row; a row's bytes may be used again once it is written. */
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

/** Rows of both pictures that belong together, RGBA. */
export type RowsPair = { before: Uint8Array; after: Uint8Array; width: number; rows: number };
