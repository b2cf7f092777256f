import sharp from "sharp";
import type { RunPicture, RunRecord } from "#schemas/run.ts";
import { runPrefix } from "../../monitor/captureRun.ts";
import type { ActivityPorts } from "../../ports.ts";
import type { Mail } from "../mailer.ts";

/** A picture in a mail; `width` and `height` are those it is shown at, `part` says which part of the page it is, null for all. */
export type AlertPicture = {
  attachment: NonNullable<Mail["picture"]>;
  width: number;
  height: number;
  part: string | null;
};

type PicturePorts = Pick<ActivityPorts, "objects" | "logger">;

/** Pixels across at most, shown at half of that: screens of today have two for one. */
const across = 1088;
/** How much taller than wide a picture is at most; of a longer page the part around its largest change is shown. */
const tallest = 1.25;
/** Bytes a picture has at most: readers pay for them on their phones. */
const maxBytes = 300_000;

/** The picture of a run's mail, made once and kept with the run's others; null where the run has none, or none that can be read. */
export async function alertPicture(ports: PicturePorts, run: RunRecord): Promise<AlertPicture | null> {
  const source = run.visualization ?? run.capture?.screenshot;
  if (source === undefined) return null;
  const place = windowOf(source, run);
  const key = `${runPrefix(run._id)}mail.jpg`;
  const bytes = (await ports.objects.get(key)) ?? (await make(ports, { source, place, key }));
  if (bytes === null) return null;
  const width = Math.min(across / 2, place.width);
  return {
    attachment: { cid: "capture", bytes, contentType: "image/jpeg" },
    width,
    height: Math.round((width * place.height) / place.width),
    part: place.height === source.height ? null : partOf(place, source),
  };
}

type Window = { left: 0; top: number; width: number; height: number };

function windowOf({ width = 1, height = 1 }: RunPicture, { findings }: RunRecord): Window {
  const shown = Math.min(height, Math.round(width * tallest));
  const [largest] = findings?.regions ?? [];
  const middle = largest === undefined ? 0 : largest.y + Math.min(largest.height, shown) / 2;
  const top = Math.round(Math.max(0, Math.min(middle - shown / 2, height - shown)));
  return { left: 0, top, width, height: shown };
}

function partOf({ top, height }: Window, source: RunPicture): string {
  const [from, to, all] = [top, top + height, source.height ?? 0].map((pixels) => pixels.toLocaleString("en"));
  return `The part of the page from ${from} to ${to} of ${all} pixels.`;
}

type Order = { source: RunPicture; place: Window; key: string };

async function make({ objects, logger }: PicturePorts, { source, place, key }: Order): Promise<Buffer | null> {
  const original = await objects.get(source.key);
  if (original === null) return null;
  try {
    const bytes = await shrink(original, place);
    await objects.put(key, bytes, "image/jpeg");
    return bytes;
  } catch (err) {
    // A mail without its picture still says what is to be said.
    logger.warn({ err, key }, "a mail's picture could not be made");
    return null;
  }
}

async function shrink(original: Buffer, place: Window): Promise<Buffer> {
  const small = sharp(original, { limitInputPixels: false })
    .extract(place)
    .resize({ width: across, withoutEnlargement: true })
    .flatten({ background: "#fff" });
  let bytes = await small.clone().jpeg({ quality: 82 }).toBuffer();
  for (const quality of [60, 40, 20]) {
    if (bytes.byteLength <= maxBytes) break;
    bytes = await small.clone().jpeg({ quality }).toBuffer();
  }
  return bytes;
}
