import { converter, parse } from "culori";
import sharp from "sharp";
import type { CapturedScreenshot } from "#activities/ports.ts";
import type { RenderSpec, ScreenshotSpec } from "#schemas/renders/render.ts";
import { lineHeight, margin, type SketchPage, Undrawable } from "./sketchPage.ts";

type Look = { screenshot: ScreenshotSpec; viewport: RenderSpec["viewport"]; scale: number };
type Color = [red: number, green: number, blue: number];
type Pixels = { data: Buffer; width: number; height: number };

/** CSS pixels of the width of a character. */
const charWidth = 9;
const toRgb = converter("rgb");

/** Draws a page: its background, and a pattern of its own for each character. */
export async function drawSketch(page: SketchPage, { screenshot, viewport, scale }: Look): Promise<CapturedScreenshot> {
  const { format, quality, fullPage } = screenshot;
  const { top: lastTop, height: lastHeight } = page.blocks.at(-1) ?? { top: margin, height: 0 };
  const content = lastTop + lastHeight + margin;
  const width = Math.round(viewport.width * scale);
  const height = Math.round((fullPage ? Math.max(viewport.height, content) : viewport.height) * scale);
  const background = bytesOf(page.background);
  const pixels: Pixels = { data: Buffer.alloc(width * height * 3, Buffer.from(background)), width, height };
  for (const block of page.blocks) {
    const behind = block.background === null ? background : bytesOf(block.background);
    if (block.background !== null) {
      fill(
        pixels,
        { left: 0, top: block.top * scale, right: width, bottom: (block.top + block.height) * scale },
        behind,
      );
    }
    // Text is black, and white on a dark block.
    const ink: Color = behind[0] + behind[1] + behind[2] < 384 ? [255, 255, 255] : [0, 0, 0];
    const top = block.top + Math.max(0, block.height - lineHeight) / 2;
    for (const [column, char] of Array.from(block.text).entries()) {
      drawChar(pixels, { char, ink, scale, x: margin + column * charWidth, y: top });
    }
  }
  const image = sharp(pixels.data, { raw: { width, height, channels: 3 } });
  const bytes = await (format === "png" ? image.png({ compressionLevel: 1 }) : image.jpeg({ quality })).toBuffer();
  return { bytes, format, width, height };
}

type Area = { left: number; top: number; right: number; bottom: number };

/** Fills the part of an area that lies in the picture. */
function fill({ data, width, height }: Pixels, area: Area, color: Color): void {
  const [left, top] = [Math.round(area.left), Math.round(area.top)];
  const right = Math.min(Math.round(area.right), width);
  const bottom = left < right ? Math.min(Math.round(area.bottom), height) : top;
  for (let line = top; line < bottom; line += 1) {
    data.fill(Buffer.from(color), (line * width + left) * 3, (line * width + right) * 3);
  }
}

type Glyph = { char: string; ink: Color; scale: number; x: number; y: number };

/** Draws a character as 4 by 8 squares of 2 CSS pixels. Two characters differ in about half of the squares. */
function drawChar(pixels: Pixels, { char, ink, scale, x, y }: Glyph): void {
  if (char === " ") return;
  const bits = Math.imul((char.codePointAt(0) ?? 0) + 1, 2_654_435_761) >>> 0;
  for (let square = 0; square < 32; square += 1) {
    if (((bits >>> square) & 1) === 0) continue;
    const left = (x + (square % 4) * 2) * scale;
    const top = (y + Math.floor(square / 4) * 2) * scale;
    fill(pixels, { left, top, right: left + 2 * scale, bottom: top + 2 * scale }, ink);
  }
}

/** A CSS color in bytes of red, green and blue. */
function bytesOf(css: string): Color {
  const color = toRgb(parse(css));
  if (color === undefined) throw new Undrawable(`the color ${css}`);
  const byte = (share: number) => Math.round(share * 255);
  return [byte(color.r), byte(color.g), byte(color.b)];
}
