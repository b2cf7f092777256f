import sharp from "sharp";
import { mostPixels } from "./decode.ts";

/** Blocks a row is averaged in, and the bytes of its signature. */
const blocks = 32;
export const signatureBytes = blocks * 3;

/** A picture's rows, each as the mean colour of 32 blocks from left to right: `signatureBytes` a row. */
export type RowSignatures = { rows: number; bytes: Buffer };

/** Reads the rows' signatures off a picture's file, in one pass and little memory; noise of lossy formats mostly averages out. */
export async function readRowSignatures(file: string, rows: number): Promise<RowSignatures> {
  const bytes = await sharp(file, { limitInputPixels: mostPixels, sequentialRead: true })
    .autoOrient()
    .toColourspace("srgb")
    .flatten({ background: "white" })
    .resize(blocks, rows, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  if (bytes.length !== rows * signatureBytes) throw new Error("The rows' signatures are incomplete.");
  return { rows, bytes };
}

/** Two averages this close count as the same: what encoding a picture as jpg does to them. */
const noise = 4;
/** Steps of colour that make a block's difference one larger, and the largest. */
const [step, mostOfBlock] = [8, 8];
/** The unlikeness of two rows of which every block differs much. */
export const mostUnlike = blocks * mostOfBlock;

/** How unlike row `a` of one picture is to row `b` of another, from 0 to `mostUnlike`. */
export function unlikeness(one: RowSignatures, other: RowSignatures, { a, b }: { a: number; b: number }): number {
  const [from, to] = [a * signatureBytes, b * signatureBytes];
  let sum = 0;
  for (let block = 0; block < signatureBytes; block += 3) {
    let most = 0;
    for (let channel = block; channel < block + 3; channel += 1) {
      most = Math.max(most, Math.abs((one.bytes[from + channel] ?? 0) - (other.bytes[to + channel] ?? 0)));
    }
    if (most > noise) sum += Math.min(mostOfBlock, Math.ceil(most / step));
  }
  return sum;
}
