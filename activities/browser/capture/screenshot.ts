import sharp, { type Sharp } from "sharp";
import type { ImageFormat } from "#schemas/common.ts";
import type { Clip } from "#schemas/options/picture.ts";
import type { ScreenshotSpec } from "#schemas/renders/render.ts";
import { RenderFailure } from "../../failures.ts";
import type { CapturedScreenshot } from "../../ports.ts";
import type { JobPage } from "../pool/jobPage.ts";
import type { VerticalRange } from "../inPage/scrolling/fullPageScroller.ts";
import { raceNavigation } from "../watch/hangRecovery.ts";

/** Area of a screenshot. */
export type ScreenshotArea = {
  /** Part of the page, CSS pixels; null for the viewport as it is scrolled. */
  box: Clip | null;
  /** Device pixels per CSS pixel. */
  scale: number;
  /** Range of videos below the viewport of a full page; null without any. */
  hiddenVideos: VerticalRange | null;
};

/** Encoded parts as the browser drew them, from top to bottom, before the final encoding. */
export type RawScreenshot = { parts: Buffer[]; area: ScreenshotArea };

/**
 * Device pixels of one part. A larger screenshot is drawn in parts.
 * The browser needs some 16 bytes per pixel, and a longer protocol message would not fit into a string.
 */
const maxPartPixels = 20_000_000;
/** Height of one part, device pixels. Surfaces of a GPU end at 16,384 px. */
const maxPartHeightPx = 16_000;
/** Part heights are multiples of this, CSS pixels. Times any device's scale it is a whole number of device pixels. */
const partHeightStepPx = 8;

const decoding = { limitInputPixels: 268_435_456, sequentialRead: true } as const;

/** Number of parts in which an area is drawn. */
export function countParts(area: ScreenshotArea): number {
  return area.box === null ? 1 : Math.ceil(area.box.height / partHeight(area.box, area.scale));
}

/**
 * Captures the parts of one screenshot. A single jpg is final.
 * A png is encoded fast and large: encoding it again here is quicker and gives a smaller file.
 * Multiple parts are always png, so that they can be joined without loss.
 */
export async function captureParts(
  jobPage: JobPage,
  spec: ScreenshotSpec,
  area: ScreenshotArea,
): Promise<RawScreenshot> {
  const { box, scale, hiddenVideos } = area;
  const count = countParts(area);
  const format =
    spec.format === "jpg" && count === 1
      ? ({ format: "jpeg", quality: spec.quality } as const)
      : ({ format: "png" } as const);
  const parts: Buffer[] = [];
  for (const clip of box === null ? [null] : divideBox(box, scale, count)) {
    const capturePart = () =>
      raceNavigation(
        jobPage,
        jobPage.session.send("Page.captureScreenshot", {
          ...format,
          optimizeForSpeed: true,
          ...(clip !== null && { captureBeyondViewport: true, clip: { ...clip, scale: 1 } }),
        }),
      );
    // A video is drawn only once it is shown. The first capture shows it but does not wait for it.
    if (hiddenVideos !== null && clip !== null && overlaps(hiddenVideos, clip)) await capturePart();
    const { data } = await capturePart();
    parts.push(Buffer.from(data, "base64"));
  }
  return { parts, area };
}

/** Parts of a box from top to bottom, CSS pixels. */
function divideBox({ x, y, width, height }: Clip, scale: number, count: number): Clip[] {
  const step = partHeight({ width }, scale);
  return Array.from({ length: count }, (_, index) => {
    const top = index * step;
    return { x, y: y + top, width, height: Math.min(step, height - top) };
  });
}

function overlaps({ top, bottom }: VerticalRange, { y, height }: Clip): boolean {
  return top < y + height && bottom > y;
}

/**
 * Joins the parts and encodes the screenshot in its final format.
 * @throws RenderFailure when a part is empty or the picture does not have its expected size.
 */
export async function finishScreenshot(
  { parts, area }: RawScreenshot,
  spec: ScreenshotSpec,
): Promise<CapturedScreenshot> {
  const incomplete = (detail: string) =>
    new RenderFailure(spec.fullPage ? "full_page_incomplete" : "page_crashed", detail);
  // Chromium returns an empty jpg without an error when the page is too tall.
  if (parts.some(({ length }) => length === 0)) throw incomplete("The screenshot is empty.");
  const { data, width, height } = await encode(parts, spec);
  if (area.box !== null && !hasSize({ width, height }, area.box, area.scale))
    throw incomplete("The screenshot does not have the expected size.");
  return { bytes: data, format: spec.format, width, height };
}

/** Whether a picture has the size of a box, up to a pixel of rounding. */
function hasSize({ width, height }: PageSize, box: Clip, scale: number): boolean {
  return Math.max(Math.abs(width - box.width * scale), Math.abs(height - box.height * scale)) <= 1;
}

type Encoded = { data: Buffer; width: number; height: number };

async function encode([first, ...others]: Buffer[], { format, quality }: ScreenshotSpec): Promise<Encoded> {
  if (first === undefined) throw new Error("A screenshot has at least one part.");
  if (others.length > 0) return encodeImage(await joinParts([first, ...others]), { format, quality });
  if (format === "png") return encodeImage(sharp(first, decoding), { format, quality });
  const { width, height } = await sharp(first, decoding).metadata();
  return { data: first, width, height };
}

async function encodeImage(
  image: Sharp,
  { format, quality }: Pick<ScreenshotSpec, "format" | "quality">,
): Promise<Encoded> {
  const encoder = format === "jpg" ? image.jpeg({ quality }) : image.png({ compressionLevel: 6 });
  const { data, info } = await encoder.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Joins parts vertically. sharp pads each part to the tallest height, so the padding of the last one is cut off. */
async function joinParts(parts: Buffer[]): Promise<Sharp> {
  const sizes = await Promise.all(parts.map((part) => sharp(part, decoding).metadata()));
  const width = Math.min(...sizes.map((size) => size.width));
  const height = sizes.reduce((sum, size) => sum + size.height, 0);
  return sharp(parts, { ...decoding, join: { across: 1 } }).extract({ left: 0, top: 0, width, height });
}

/** Height of a part, CSS pixels. */
function partHeight({ width }: Pick<Clip, "width">, scale: number): number {
  const maxByPixels = maxPartPixels / (width * scale * scale);
  const steps = Math.floor(Math.min(maxByPixels, maxPartHeightPx / scale) / partHeightStepPx);
  return Math.max(partHeightStepPx, steps * partHeightStepPx);
}

/** Size of a page, CSS pixels. */
export type PageSize = { width: number; height: number };

/** Format limit of jpg, device pixels. */
const maxJpgSidePx = 65_535;
/** Longest side of any screenshot, device pixels. Chromium cut off a png beyond 165,000 px. */
const maxSidePx = 100_000;
/** Total device pixels of a screenshot, limited by memory. Chosen by eye. */
const maxPixels = 140_000_000;

/** Current size of the page's layout, rounded up to whole CSS pixels. */
export async function measurePage({ session }: JobPage): Promise<PageSize> {
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  return { width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
}

/** The part of the page that the viewport shows, CSS pixels. */
export async function measureViewport({ session }: JobPage): Promise<Clip> {
  const { pageX, pageY, clientWidth, clientHeight } = (await session.send("Page.getLayoutMetrics")).cssLayoutViewport;
  return { x: pageX, y: pageY, width: clientWidth, height: clientHeight };
}

/** @throws RenderFailure when the screenshot exceeds a limit of its format or of the machine. */
export function checkPageSize(pageSize: PageSize, output: { format: ImageFormat; scale: number }): void {
  const width = Math.round(pageSize.width * output.scale);
  const height = Math.round(pageSize.height * output.scale);
  const side = Math.max(width, height);
  if (side > maxSidePx || width * height > maxPixels) {
    throw new RenderFailure(
      "page_too_large",
      `It is ${width} × ${height} px; the limit is ${maxSidePx.toLocaleString("en")} px a side.`,
    );
  }
  if (output.format === "jpg" && side > maxJpgSidePx) {
    throw new RenderFailure(
      "page_too_large",
      `It is ${height} px high and the limit of jpg is ${maxJpgSidePx.toLocaleString("en")} px; use format png.`,
    );
  }
}
