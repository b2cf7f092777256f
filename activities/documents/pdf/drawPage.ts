import sharp from "sharp";
import type { Pdfium } from "./openPdf.ts";

/** Width of a page's picture, in pixels. The page shows it with at most 960, so small letters stay sharp. */
const width = 1_200;
/** Pixels of a picture at most. A page of A4 has half as many. */
const maxPixels = 4_000_000;
/** Quality of a photograph. Signs of loss are hard to see. */
const quality = 90;
/** Distance of the pixels whose colors are counted, and the number of colors from which a page is a photograph. By eye. */
const colorStep = 101;
const minPhotographColors = 1_000;

/** PDFium's flags: draw annotations, and give red before blue. */
const flags = 0x01 | 0x10;
const white = 0xffffffff;

/** The picture of a page, and its type. */
export type PagePicture = { bytes: Buffer; type: "image/webp" | "image/jpeg" };

/**
 * The picture of a loaded page, whose size is in points. Letters and lines have no loss. A photograph has some, as it would take
 * seconds and megabytes without. The same page gives the same bytes.
 */
export async function drawPage(
  pdfium: Pdfium,
  pointer: number,
  size: { width: number; height: number },
): Promise<PagePicture> {
  const scale = Math.min(width / size.width, Math.sqrt(maxPixels / (size.width * size.height)));
  const pixels = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
  const bitmap = pdfium.FPDFBitmap_Create(pixels.width, pixels.height, 0);
  if (bitmap === 0) throw new Error("A page has no memory for its picture.");
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, pixels.width, pixels.height, white);
    pdfium.FPDF_RenderPageBitmap(bitmap, pointer, 0, 0, pixels.width, pixels.height, 0, flags);
    const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    // Copied, as the memory moves when it grows.
    const data = pdfium.pdfium.HEAPU8.slice(at, at + stride * pixels.height);
    const picture = sharp(data, { raw: { ...pixels, channels: 4 } }).removeAlpha();
    return isPhotograph(data)
      ? { bytes: await picture.jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer(), type: "image/jpeg" }
      : { bytes: await picture.webp({ lossless: true, effort: 1 }).toBuffer(), type: "image/webp" };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

/** Whether a picture of four bytes per pixel has many colors. */
function isPhotograph(data: Uint8Array): boolean {
  const colors = new Set<number>();
  for (let at = 0; at + 2 < data.length && colors.size < minPhotographColors; at += 4 * colorStep)
    colors.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
  return colors.size >= minPhotographColors;
}
