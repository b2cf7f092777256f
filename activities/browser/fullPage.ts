import { RenderFailure } from "#activities/failures.ts";
import type { ImageFormat } from "#schemas/common.ts";
import type { JobPage } from "./jobPage.ts";

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
