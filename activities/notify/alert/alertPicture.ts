import sharp, { type Sharp } from "sharp";
import type { RunPicture, RunRecord } from "#schemas/monitor/run.ts";
import { runPrefix } from "../../monitor/runObjects.ts";
import type { ActivityPorts, Mail } from "../../ports.ts";

/** A picture in a mail. `width` and `height` are CSS pixels. */
export type MailPicture = {
  attachment: Mail["pictures"][number];
  width: number;
  height: number;
  alt: string;
  caption: string;
};

type PicturePorts = Pick<ActivityPorts, "objects" | "logger">;

/** Maximum width in pixels. The mail shows it at half that width, for screens with two pixels per CSS pixel. */
const maxWidthPx = 1088;
/** Maximum ratio of height to width. Of a longer page, the mail shows the part around its largest change. */
const maxAspectRatio = 1.25;
/** Target for the maximum size, as many people read mails over mobile networks. */
const maxBytes = 300_000;

/** The picture of a run with its changes marked. It is created once and stored with the run's pictures. Null if the run has no readable picture. */
export async function alertPicture(ports: PicturePorts, run: RunRecord): Promise<MailPicture | null> {
  const source = run.visualization ?? run.capture?.screenshot;
  if (source === undefined) return null;
  const crop = cropOf(source, run);
  const key = `${runPrefix(run._id)}mail.jpg`;
  const bytes = (await ports.objects.get(key)) ?? (await createPicture(ports, { source, crop, key }));
  if (bytes === null) return null;
  const width = Math.min(maxWidthPx / 2, crop.width);
  return {
    attachment: { cid: "capture", bytes, contentType: "image/jpeg" },
    width,
    height: Math.round((width * crop.height) / crop.width),
    alt: "The capture, changes marked",
    caption: crop.height === source.height ? "The whole capture." : partOf(crop, source),
  };
}

/** The picture of the changed part before and after, with its name in the mail. Null if it is gone. */
export async function pairPicture(
  { objects }: Pick<PicturePorts, "objects">,
  { key, width = 1, height = 1 }: RunPicture,
  cid = "changes",
): Promise<MailPicture | null> {
  const bytes = await objects.get(key);
  if (bytes === null) return null;
  const shownWidth = Math.min(maxWidthPx / 2, width);
  return {
    attachment: { cid, bytes, contentType: "image/jpeg" },
    width: shownWidth,
    height: Math.round((shownWidth * height) / width),
    alt: "The changed part of the page, before and after",
    caption: "The changed part of the page, before and after.",
  };
}

type Crop = { left: 0; top: number; width: number; height: number };

/** A drawing has the rows of both pictures, so its focus differs from the largest region's rows in the capture. */
function cropOf({ width = 1, height = 1 }: RunPicture, { findings, visualization }: RunRecord): Crop {
  const shownHeight = Math.min(height, Math.round(width * maxAspectRatio));
  const [largest] = findings?.regions ?? [];
  const middleOfCapture = largest === undefined ? 0 : largest.y + Math.min(largest.height, shownHeight) / 2;
  const middle = visualization?.focusRow ?? middleOfCapture;
  const top = Math.round(Math.max(0, Math.min(middle - shownHeight / 2, height - shownHeight)));
  return { left: 0, top, width, height: shownHeight };
}

function partOf({ top, height }: Crop, source: RunPicture): string {
  const [from, to, all] = [top, top + height, source.height ?? 0].map((pixels) => pixels.toLocaleString("en"));
  return `The part of the page from ${from} to ${to} of ${all} pixels.`;
}

type PictureSource = { source: RunPicture; crop: Crop; key: string };

async function createPicture(
  { objects, logger }: PicturePorts,
  { source, crop, key }: PictureSource,
): Promise<Buffer | null> {
  const original = await objects.get(source.key);
  if (original === null) return null;
  try {
    const bytes = await shrink(original, crop);
    await objects.put(key, bytes, "image/jpeg");
    return bytes;
  } catch (err) {
    // The mail is useful without its picture, so it is sent.
    logger.warn({ err, key }, "a mail's picture could not be created");
    return null;
  }
}

async function shrink(original: Buffer, crop: Crop): Promise<Buffer> {
  const small = sharp(original, { limitInputPixels: false })
    .extract(crop)
    .resize({ width: maxWidthPx, withoutEnlargement: true })
    .flatten({ background: "#fff" });
  return jpegWithin(small);
}

/** The picture as JPEG, at the best of four qualities with which it has at most 300 kB. */
export async function jpegWithin(small: Sharp): Promise<Buffer> {
  let bytes = await small.clone().jpeg({ quality: 82 }).toBuffer();
  for (const quality of [60, 40, 20]) {
    if (bytes.byteLength <= maxBytes) break;
    bytes = await small.clone().jpeg({ quality }).toBuffer();
  }
  return bytes;
}
