import { Type } from "typebox";
import type { ObjectStore } from "#data/objects.ts";
import { keysOf, literals } from "#schemas/common.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { ApiError } from "../http/errors.ts";
import { canHold, encode, type Format, formats, type PictureForm, sizeOfForm } from "./encode.ts";
import { fitInto, fitQuery, type FitQuery, type Fitted, maxScaledPx } from "./fit.ts";
import { createVariantCache } from "./variantCache.ts";
import { createWorkQueue, type Share } from "../http/workQueue.ts";

/** Widths in pixels that the console asks for. Only these are stored, so that a picture has few variants in the bucket. */
const storedWidths: readonly number[] = [160, 320, 480, 640, 960, 1280, 1920, 2560];
/** Rows of a slice: the default, and smaller ones for models, which see at most 1,568 pixels a side. */
const sliceRows = { default: 2048, choices: [768, 1536, 2048] };

/** Query of a variant of a picture. */
export const variantQuery = {
  width: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxScaledPx,
      description: `Scales a picture down to this width in pixels. Narrower pictures keep their width. Variants of ${storedWidths.slice(0, -1).join(", ")} and ${storedWidths.at(-1)} pixels are stored, so later requests are faster.`,
    }),
  ),
  ...fitQuery,
  as: Type.Optional(
    literals(keysOf(formats), {
      description:
        "Converts a picture to this format. webp takes up to 16,383 pixels a side and 32 million in all, avif as many a side and 8 million in all, jpg 65,535 a side.",
    }),
  ),
  slice: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: `Cuts ${sliceRows.default} rows out of a picture, after scaling. 0 is the topmost slice.`,
    }),
  ),
  rows: Type.Optional(
    Type.Integer({ enum: sliceRows.choices, description: `Rows of a slice. Default: ${sliceRows.default}.` }),
  ),
};

type VariantQuery = FitQuery & { width?: number; as?: Format; slice?: number; rows?: number };

/** A picture's place in the bucket. Pictures that were fetched from other servers have no format. */
type StoredPicture = Pick<OutputRecord, "key" | "sha256" | "width" | "height" | "format">;

/** A variant of a picture: what it is, and the keys of the picture and of the variant. A null `key` is never stored. */
export type Variant = { contentType: string; etag: string; form: PictureForm; originalKey: string; key: string | null };

/**
 * The variant of a picture that a query names; null if it names none.
 * @throws ApiError `validation_failed` if there can be no such variant, `not_found` beyond the last slice.
 */
export function variantOf(picture: StoredPicture, query: VariantQuery): Variant | null {
  const given = keysOf(variantQuery).filter((name) => query[name] !== undefined);
  if (given.length === 0) return null;
  const { key: originalKey, sha256, width, height, format } = picture;
  // Only the comparer's processes, which have no secrets, decode files of strangers.
  if (originalKey === undefined || format === undefined || width === undefined || height === undefined)
    throw refused(given, "is only for pictures that the service made itself; leave it out");
  const form: PictureForm = { ...partOf({ width, height }, query), as: query.as ?? format };
  if (!canHold(form)) throw refused(["as"], remedyOf(form));
  const { scaled, part } = form;
  const isFitted = fitNamesIn(query).length > 0;
  const name = `w${scaled.width}-t${part.top}-r${part.height}${isFitted ? nameOfFit(form) : ""}.${form.as}`;
  const { contentType } = formats[form.as];
  const isStored = !isFitted && (scaled.width === width || storedWidths.includes(scaled.width));
  const key = isStored ? `${originalKey}.${name}` : null;
  return { contentType, etag: `"${sha256}-${name}"`, form, originalKey, key };
}

function refused(names: readonly string[], message: string): ApiError {
  return new ApiError("validation_failed", { fields: names.map((field) => ({ field, message })) });
}

function nameOfFit({ scaled, part, border }: PictureForm): string {
  const { left, right, top, bottom } = border;
  return `-h${scaled.height}-l${part.left}-c${part.width}-b${[left, right, top, bottom].join("_")}`;
}

function remedyOf(form: PictureForm): string {
  const { as } = form;
  const { maxSidePx, maxMegapixels } = formats[as];
  const { width, height } = sizeOfForm(form);
  const total = Number.isFinite(maxMegapixels) ? ` and ${maxMegapixels} million in all` : "";
  return `is ${as}, which takes at most ${maxSidePx} pixels a side${total}, and this is ${width} × ${height}; add slice or a smaller width, or use png`;
}

function partOf(picture: { width: number; height: number }, query: VariantQuery): Fitted {
  const { slice, rows = sliceRows.default } = query;
  refuseUseless(query);
  const fitted = fitInto(picture, query);
  if (slice === undefined) return fitted;
  const { scaled } = fitted;
  const top = slice * rows;
  if (top >= scaled.height)
    throw new ApiError("not_found", { message: `The picture has ${scaled.height} rows, so no such slice.` });
  return { ...fitted, part: { left: 0, top, width: scaled.width, height: Math.min(rows, scaled.height - top) } };
}

function fitNamesIn(query: FitQuery): (keyof FitQuery)[] {
  return keysOf(fitQuery).filter((name) => query[name] !== undefined);
}

/** @throws ApiError `validation_failed` for a part of a query that means nothing beside the others. */
function refuseUseless(query: VariantQuery): void {
  const { width, height, fit, position, slice, rows } = query;
  const fitted = fitNamesIn(query);
  if (slice === undefined && rows !== undefined) throw refused(["rows"], "is only for a slice; add slice");
  if (slice !== undefined && fitted.length > 0) throw refused(fitted, "is not for a slice; leave it or slice out");
  if (fit !== undefined && (width === undefined || height === undefined))
    throw refused(["fit"], "is for a box; add width and height");
  if (position !== undefined && fit !== "cover" && fit !== "pad")
    throw refused(["position"], "is only for fit=cover and fit=pad");
}

/** Variants that a process makes at once, each in up to 250 MB. */
const queue = createWorkQueue({
  atOnce: 2,
  refusal: "pictures of one client wait to be made; ask for fewer at once.",
});

/** Variants of other widths than the stored ones. A picture may be removed while its variants are in memory. */
const cache = createVariantCache({ maxBytes: 67_108_864, maxNames: 5_000, maxAgeMs: 300_000 });

/** The caller of a variant. The account owns the picture. `address` is that of a client without a key, else null. */
export type VariantClient = { accountId: string; address: string | null };

/** A variant of a picture that is removed at `expiresAt`. `signal` aborts when the bytes are not needed any more. */
export type VariantOrder = {
  variant: Variant;
  client: VariantClient;
  expiresAt: Date;
  now: Date;
  signal: AbortSignal;
};

/** Milliseconds before its removal in which a picture gets no more variants in the bucket. Nothing would remove them. */
const minKeptMs = 600_000;

/**
 * The bytes of a variant. The first call makes them. It stores those of a stored width beside the picture, so they are
 * removed with it. Those of another width stay in memory for a while if they are asked for again.
 * @throws ApiError `not_found` if the picture was removed; `unavailable` while the object store is, or if too many wait.
 */
export async function readVariant(objects: ObjectStore, { variant, client, expiresAt, now, signal }: VariantOrder) {
  const { originalKey, form } = variant;
  const isKept = expiresAt.getTime() - now.getTime() > minKeptMs;
  const made = await findMade(objects, variant);
  if (made !== null) return made;
  const make = async () => {
    // Another request may have made it during the wait.
    const madeMeanwhile = await findMade(objects, variant);
    if (madeMeanwhile !== null) return madeMeanwhile;
    const original = await objects.get(originalKey).catch(refuseAway);
    if (original === null) throw new ApiError("not_found", { message: "The picture was removed." });
    const bytes = await encode(original, form);
    if (isKept) await keepMade(objects, variant, bytes);
    return bytes;
  };
  return queue.run(make, { share: shareOf(client), signal });
}

/** A signed address is passed on, so its clients have a share of their own beside the account's keys. */
function shareOf({ accountId, address }: VariantClient): Share {
  if (address === null) return { path: [accountId, "key"], maxWaiting: 100 };
  return { path: [accountId, "address", address], maxWaiting: 20 };
}

const cacheNameOf = ({ originalKey, etag }: Variant): string => `${originalKey} ${etag}`;

async function findMade(objects: ObjectStore, variant: Variant): Promise<Buffer | null> {
  if (variant.key === null) return cache.find(cacheNameOf(variant));
  return objects.get(variant.key).catch(refuseAway);
}

async function keepMade(objects: ObjectStore, variant: Variant, bytes: Buffer): Promise<void> {
  if (variant.key === null) cache.keep(cacheNameOf(variant), bytes);
  else await objects.put(variant.key, bytes, variant.contentType).catch(refuseAway);
}

function refuseAway(cause: unknown): never {
  throw new ApiError("unavailable", { cause });
}
