import sharp, { type Sharp } from "sharp";
import { Type } from "typebox";
import type { ObjectStore } from "#data/objects.ts";
import { literals } from "#schemas/common.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { ApiError } from "./errors.ts";

/** Widths of scaled pictures in pixels. A fixed list bounds the number of stored variants. */
const widths = [160, 320, 480, 640, 960, 1280, 1920, 2560];
/** Rows of a slice. */
const sliceRows = 2048;
/** Maximum pixels of a side: that of WebP for webp and avif, that of JPEG for jpg. */
const maxSidePx = { webp: 16_383, avif: 16_383, jpg: 65_535, png: Number.POSITIVE_INFINITY } as const;
const contentTypes = { webp: "image/webp", avif: "image/avif", jpg: "image/jpeg", png: "image/png" } as const;
/** Variants that the process makes at once. Each uses up to 60 MB. */
const maxAtOnce = 2;

/** Media types of variants. */
export const variantTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

/** Query of a smaller form of a picture. */
export const variantQuery = {
  width: Type.Optional(
    Type.Integer({
      enum: widths,
      description: "Scales a picture down to this width in pixels. Narrower pictures keep their width.",
    }),
  ),
  as: Type.Optional(literals(["webp", "avif", "jpg", "png"], { description: "Converts a picture to this format." })),
  slice: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: `Cuts ${sliceRows} rows out of a picture, after scaling. 0 is the topmost slice.`,
    }),
  ),
};

type Format = keyof typeof maxSidePx;
type Variant = { width?: number; as?: Format; slice?: number };

/** A picture's place in the bucket. Pictures that were fetched from other servers have no format. */
export type StoredPicture = Pick<OutputRecord, "key" | "sha256" | "width" | "height" | "format">;

/** A variant: its name, its size, and how to get its bytes. */
export type PictureVariant = { contentType: string; etag: string; bytes: () => Promise<Buffer> };

/**
 * The variant of a picture that a query names; null if it names none. The first request makes the bytes and stores them
 * beside the picture, so they are removed with it.
 * @throws ApiError `validation_failed` if there can be no such variant, `not_found` behind the last slice.
 */
export function variantOf(objects: ObjectStore, picture: StoredPicture, query: Variant): PictureVariant | null {
  const { width, as, slice } = query;
  if (width === undefined && as === undefined && slice === undefined) return null;
  const { key, format } = picture;
  if (key === undefined || format === undefined || picture.width === undefined || picture.height === undefined) {
    throw refused(
      width !== undefined ? "width" : as !== undefined ? "as" : "slice",
      "is only for pictures that the service took itself",
    );
  }
  const size = sizeOf({ width: picture.width, height: picture.height }, query);
  const made: Made = { ...size, as: as ?? format };
  if (Math.max(made.width, made.rows) > maxSidePx[made.as])
    throw refused("as", `has at most ${maxSidePx[made.as]} pixels a side; add slice, or use png`);
  const name = `w${made.width}-t${made.top}-r${made.rows}.${made.as}`;
  return {
    contentType: contentTypes[made.as],
    etag: `"${picture.sha256}-${name}"`,
    bytes: async () => (await objects.get(`${key}.${name}`)) ?? make(objects, { key, name, made }),
  };
}

function refused(field: string, message: string): ApiError {
  return new ApiError("validation_failed", { fields: [{ field, message }] });
}

/** A variant's size in pixels: the scaled picture, and the rows to keep of it. */
type Size = { width: number; height: number; top: number; rows: number };
type Made = Size & { as: Format };

function sizeOf(picture: { width: number; height: number }, { width = picture.width, slice }: Variant): Size {
  const scaled = Math.min(width, picture.width);
  const height = Math.max(1, Math.round((picture.height * scaled) / picture.width));
  if (slice === undefined) return { width: scaled, height, top: 0, rows: height };
  const top = slice * sliceRows;
  if (top >= height) throw new ApiError("not_found", { message: "The picture has no such slice." });
  return { width: scaled, height, top, rows: Math.min(sliceRows, height - top) };
}

type Order = { key: string; name: string; made: Made };

async function make(objects: ObjectStore, { key, name, made }: Order): Promise<Buffer> {
  return oneOfFew(async () => {
    const original = await objects.get(key);
    if (original === null) throw new ApiError("not_found", { message: "The picture was removed." });
    const bytes = await encode(cut(sharp(original, { sequentialRead: true, limitInputPixels: false }), made), made.as);
    await objects.put(`${key}.${name}`, bytes, contentTypes[made.as]);
    return bytes;
  });
}

function cut(picture: Sharp, { width, height, top, rows }: Made): Sharp {
  return picture.resize({ width, height, fit: "fill" }).extract({ left: 0, top, width, height: rows });
}

function encode(picture: Sharp, format: Format): Promise<Buffer> {
  switch (format) {
    case "webp":
      return picture.webp({ quality: 82, effort: 2 }).toBuffer();
    case "avif":
      return picture.avif({ quality: 60, effort: 2 }).toBuffer();
    case "jpg":
      return picture.jpeg({ quality: 85 }).toBuffer();
    case "png":
      return picture.png({ compressionLevel: 6 }).toBuffer();
  }
}

const waiting: (() => void)[] = [];
let running = 0;

/** Runs the work when fewer than `maxAtOnce` others run. */
async function oneOfFew<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
