import sharp, { type Sharp } from "sharp";

/** Rows of each letter, five columns as bits. Contains the letters that the tests use. */
const glyphs: Record<string, readonly number[]> = {
  "0": [14, 17, 19, 21, 25, 17, 14],
  "1": [4, 12, 4, 4, 4, 4, 14],
  "2": [14, 17, 1, 6, 8, 16, 31],
  "3": [30, 1, 1, 14, 1, 1, 30],
  "4": [2, 6, 10, 18, 31, 2, 2],
  "5": [31, 16, 30, 1, 1, 17, 14],
  "8": [14, 17, 17, 14, 17, 17, 14],
  A: [14, 17, 17, 31, 17, 17, 17],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  L: [16, 16, 16, 16, 16, 16, 31],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
};

/** A filled rectangle in a page's SVG. */
export function rect(x: number, y: number, [width, height, fill]: readonly [number, number, string]): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}

/** Text drawn in squares, independent of installed fonts: letters of 10×14 pixels, 12 apart. */
export function words(text: string, { x, y, fill = "#222" }: { x: number; y: number; fill?: string }): string {
  const squares = Array.from(text).flatMap((letter, index) =>
    (glyphs[letter] ?? []).flatMap((bits, row) =>
      [16, 8, 4, 2, 1].flatMap((bit, column) =>
        (bits & bit) === 0 ? [] : [`M${x + index * 12 + column * 2} ${y + row * 2}h2v2h-2z`],
      ),
    ),
  );
  return `<path fill="${fill}" d="${squares.join("")}"/>`;
}

/** Pixels of ink in a text. */
export function ink(text: string): number {
  return Array.from(text).reduce(
    (sum, letter) => sum + (glyphs[letter] ?? []).reduce((dots, bits) => dots + 4 * ones(bits), 0),
    0,
  );
}

/** Pixels in which two letters differ. */
export function unlike(one: string, other: string): number {
  const [ours, theirs] = [glyphs[one] ?? [], glyphs[other] ?? []];
  return ours.reduce((sum, bits, row) => sum + 4 * ones(bits ^ (theirs[row] ?? 0)), 0);
}

function ones(bits: number): number {
  return bits.toString(2).replaceAll("0", "").length;
}

/** Different lines of text, 30 pixels apart, from `from` to `to`. */
export function lines(from: number, to: number, { x = 40, fill }: { x?: number; fill?: string } = {}): string {
  const letters = Object.keys(glyphs);
  let all = "";
  for (let y = from; y + 14 <= to; y += 30) {
    const text = Array.from({ length: 20 }, (_, index) => letters[(y * 7 + index * (y + 5)) % letters.length]).join("");
    all += words(text, { x, y, ...(fill !== undefined && { fill }) });
  }
  return all;
}

/** A page as SVG, for `picture`. */
export function page([width, height]: readonly [number, number], body: string, background = "#fff"): Buffer {
  const ground = background === "none" ? "" : rect(0, 0, [width, height, background]);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}${body}</svg>`,
  );
}

/** A page drawn and encoded, by default as PNG. */
export function picture(svg: Buffer, encode = (image: Sharp): Sharp => image.png()): Promise<Buffer> {
  return encode(sharp(svg, { unlimited: true, limitInputPixels: false })).toBuffer();
}

/** Pixels that differ between two pictures of the same size, by plain comparison of bytes. */
export async function countDiffering(one: Buffer, other: Buffer): Promise<number> {
  const [ours, theirs] = await Promise.all(
    [one, other].map((file) => sharp(file).toColourspace("srgb").ensureAlpha().raw().toBuffer()),
  );
  let count = 0;
  for (let at = 0; at < (ours?.length ?? 0); at += 4) {
    if (ours?.compare(theirs ?? Buffer.alloc(0), at, at + 4, at, at + 4) !== 0) count += 1;
  }
  return count;
}
