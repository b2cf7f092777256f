import sharp from "sharp";
import { RenderFailure } from "#activities/failures.ts";
import type { CapturedScreenshot } from "#activities/ports.ts";
import type { ScreenshotSpec } from "#schemas/render.ts";
import type { JobPage } from "./jobPage.ts";

/** What the browser drew, before it is brought into the format asked for. */
export type RawScreenshot = { data: Buffer; extent: { width: number; height: number } };

/**
 * Takes one picture: of the viewport as it is scrolled, or of a whole extent. jpg comes ready from the browser; png comes
 * fast and large, because encoding it again here is quicker and the result smaller than the browser's own.
 */
export async function shoot(
  { session }: JobPage,
  spec: ScreenshotSpec,
  of: { whole: boolean; extent: { width: number; height: number } },
): Promise<RawScreenshot> {
  const { data } = await session.send("Page.captureScreenshot", {
    format: spec.format === "jpg" ? "jpeg" : "png",
    ...(spec.format === "jpg" && { quality: spec.quality }),
    optimizeForSpeed: true,
    ...(of.whole && { captureBeyondViewport: true, clip: { x: 0, y: 0, ...of.extent, scale: 1 } }),
  });
  return { data: Buffer.from(data, "base64"), extent: of.extent };
}

/** The picture in its format, checked to be whole. */
export async function finishScreenshot(
  { data, extent }: RawScreenshot,
  spec: ScreenshotSpec,
  scale: number,
): Promise<CapturedScreenshot> {
  const incomplete = (detail: string) =>
    new RenderFailure(spec.fullPage ? "full_page_incomplete" : "page_crashed", detail);
  // Too tall a jpg is empty, without an error.
  if (data.length === 0) throw incomplete("The picture came out empty.");
  const image = sharp(data, { limitInputPixels: 268_435_456, sequentialRead: true });
  const { width, height } = await image.metadata();
  if (spec.fullPage && Math.abs(height - extent.height * scale) > 1)
    throw incomplete("The picture is not as high as the page.");
  const bytes = spec.format === "jpg" ? data : await image.png({ compressionLevel: 6 }).toBuffer();
  return { bytes, format: spec.format, width, height };
}
