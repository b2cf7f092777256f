import sharp, { type Sharp } from "sharp";
import type { ImageFormat } from "#schemas/common.ts";
import type { ScreenshotSpec } from "#schemas/renders/render.ts";
import { RenderFailure } from "../../failures.ts";
import type { CapturedScreenshot } from "../../ports.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { raceNavigation } from "./hangRecovery.ts";

/**
 * What to take a picture of: the viewport as it is scrolled, or a whole page; and where the latter has videos that its viewport
 * does not show. CSS pixels, and device pixels for each.
 */
export type ScreenshotSubject = { whole: boolean; extent: PageExtent; scale: number; hiddenVideos: Span | null };

/** From where to where something reaches, CSS pixels from the page's top. */
export type Span = { top: number; bottom: number };

/** What the browser drew, from top to bottom, before it is brought into the format asked for. */
export type RawScreenshot = { parts: Buffer[]; subject: ScreenshotSubject };

/**
 * A larger picture is drawn in parts, device pixels: in one piece the browser takes some 16 bytes for each, and one message
 * of the protocol would be too long for a string. A GPU's surface ends at 16,384 px.
 */
const maxPartPixels = 20_000_000;
const maxPartHeight = 16_000;
/** Every device's scale times this is a whole number: parts meet at whole pixels. */
const rowUnit = 8;

const decoding = { limitInputPixels: 268_435_456, sequentialRead: true } as const;

/** How many parts a subject is drawn in. */
export function partsOf(subject: ScreenshotSubject): number {
  return subject.whole ? Math.ceil(subject.extent.height / partHeight(subject)) : 1;
}

/**
 * Takes one picture. jpg comes ready from the browser; png comes fast and large, because encoding it again here is quicker
 * and the result smaller than the browser's own. Parts are png whatever the format, so that they can be put together.
 */
export async function shoot(
  jobPage: JobPage,
  spec: ScreenshotSpec,
  subject: ScreenshotSubject,
): Promise<RawScreenshot> {
  const { whole, extent, hiddenVideos } = subject;
  const count = partsOf(subject);
  const height = Math.min(extent.height, partHeight(subject));
  const format =
    spec.format === "jpg" && count === 1
      ? ({ format: "jpeg", quality: spec.quality } as const)
      : ({ format: "png" } as const);
  const parts: Buffer[] = [];
  for (let y = 0; parts.length < count; y += height) {
    const clip = { x: 0, y, width: extent.width, height: Math.min(height, extent.height - y), scale: 1 };
    const take = () =>
      raceNavigation(
        jobPage,
        jobPage.session.send("Page.captureScreenshot", {
          ...format,
          optimizeForSpeed: true,
          ...(whole && { captureBeyondViewport: true, clip }),
        }),
      );
    // A video draws itself once it is shown, which the first picture does and does not wait for.
    if (hiddenVideos !== null && hiddenVideos.top < y + clip.height && hiddenVideos.bottom > y) await take();
    const { data } = await take();
    parts.push(Buffer.from(data, "base64"));
  }
  return { parts, subject };
}

/** The picture in its format, checked to be whole. */
export async function finishScreenshot(
  { parts, subject }: RawScreenshot,
  spec: ScreenshotSpec,
): Promise<CapturedScreenshot> {
  const incomplete = (detail: string) =>
    new RenderFailure(spec.fullPage ? "full_page_incomplete" : "page_crashed", detail);
  // Too tall a jpg is empty, without an error.
  if (parts.some(({ length }) => length === 0)) throw incomplete("The picture came out empty.");
  const { data, width, height } = await encode(parts, spec);
  const { extent, scale } = subject;
  if (spec.fullPage && Math.max(Math.abs(width - extent.width * scale), Math.abs(height - extent.height * scale)) > 1)
    throw incomplete("The picture is not of the page's size.");
  return { bytes: data, format: spec.format, width, height };
}

type Encoded = { data: Buffer; width: number; height: number };

async function encode([first, ...others]: Buffer[], { format, quality }: ScreenshotSpec): Promise<Encoded> {
  if (first === undefined) throw new Error("A picture has at least one part.");
  if (others.length > 0) return encodeWith(await join([first, ...others]), { format, quality });
  if (format === "png") return encodeWith(sharp(first, decoding), { format, quality });
  const { width, height } = await sharp(first, decoding).metadata();
  return { data: first, width, height };
}

async function encodeWith(
  image: Sharp,
  { format, quality }: Pick<ScreenshotSpec, "format" | "quality">,
): Promise<Encoded> {
  const encoder = format === "jpg" ? image.jpeg({ quality }) : image.png({ compressionLevel: 6 });
  const { data, info } = await encoder.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Parts one below the other. Each gets the height of the tallest, so what the last one lacks is cut off. */
async function join(parts: Buffer[]): Promise<Sharp> {
  const sizes = await Promise.all(parts.map((part) => sharp(part, decoding).metadata()));
  const width = Math.min(...sizes.map((size) => size.width));
  const height = sizes.reduce((sum, size) => sum + size.height, 0);
  return sharp(parts, { ...decoding, join: { across: 1 } }).extract({ left: 0, top: 0, width, height });
}

/** CSS pixels of the height of a part. */
function partHeight({ extent, scale }: ScreenshotSubject): number {
  const byPixels = maxPartPixels / (extent.width * scale * scale);
  return Math.max(rowUnit, Math.floor(Math.min(byPixels, maxPartHeight / scale) / rowUnit) * rowUnit);
}

/** Size of a page, CSS pixels. */
export type PageExtent = { width: number; height: number };

/** A jpg ends at this many pixels; Chromium then gives empty bytes and no error. */
const maxJpgSide = 65_535;
/** A png was seen to lose its lower part beyond 165,000; memory ends the matter sooner. */
const maxPngSide = 100_000;
const maxPixels = 140_000_000;

/** Size of the page as it is laid out now, CSS pixels. */
export async function measurePage({ session }: JobPage): Promise<PageExtent> {
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  return { width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
}

/** Refuses what the format or the machine can't hold. */
export function checkExtent(extent: PageExtent, of: { format: ImageFormat; scale: number }): void {
  const width = Math.round(extent.width * of.scale);
  const height = Math.round(extent.height * of.scale);
  const side = Math.max(width, height);
  if (side > maxPngSide || width * height > maxPixels) {
    throw new RenderFailure(
      "page_too_large",
      `It is ${width} × ${height} px; ${maxPngSide.toLocaleString("en")} px a side is the limit.`,
    );
  }
  if (of.format === "jpg" && side > maxJpgSide) {
    throw new RenderFailure(
      "full_page_incomplete",
      `It is ${height} px high and a jpg ends at ${maxJpgSide.toLocaleString("en")} px; ask for format png.`,
    );
  }
}
