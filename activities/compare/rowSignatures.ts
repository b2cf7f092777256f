import sharp from "sharp";
import { maxPixels } from "./pictures.ts";

/** Blocks a row is averaged in, and the bytes of its signature. */
export const rowBlocks = 32;
const signatureBytes = rowBlocks * 3;

/** A picture's rows, each as the mean colour of 32 blocks from left to right: `signatureBytes` a row. */
export type RowSignatures = { rows: number; bytes: Buffer };

/** Reads the rows' signatures off a picture's file, in one pass and little memory; noise of lossy formats mostly averages out. */
export async function readRowSignatures(file: string, rows: number): Promise<RowSignatures> {
  const bytes = await sharp(file, { limitInputPixels: maxPixels, sequentialRead: true })
    .autoOrient()
    .toColourspace("srgb")
    .flatten({ background: "white" })
    .resize(rowBlocks, rows, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  if (bytes.length !== rows * signatureBytes) throw new Error("The rows' signatures are incomplete.");
  return { rows, bytes };
}

/** Two averages this close count as the same: what encoding a picture as jpg does to them. */
const noise = 4;
/** Steps of colour that make a block's difference one larger, and the largest. */
const [step, maxPerBlock] = [8, 8];
/** The unlikeness of two rows of which every block differs much. */
export const maxUnlike = rowBlocks * maxPerBlock;

type RowPlace = { /** Row of the first picture. */ a: number; /** Row of the second. */ b: number };

/** How unlike a row of one picture is to a row of another, from 0 to `mostUnlike`. */
export function unlikeness(one: RowSignatures, other: RowSignatures, place: RowPlace): number {
  let sum = 0;
  for (let block = 0; block < rowBlocks; block += 1) {
    const apart = blockDifference(one, other, { ...place, block });
    if (apart > noise) sum += Math.min(maxPerBlock, Math.ceil(apart / step));
  }
  return sum;
}

/** How many blocks differ between a row of one picture and a row of another, of `rowBlocks`. */
export function differingBlocks(one: RowSignatures, other: RowSignatures, place: RowPlace): number {
  let count = 0;
  for (let block = 0; block < rowBlocks; block += 1) {
    if (blockDifference(one, other, { ...place, block }) > noise) count += 1;
  }
  return count;
}

/** The largest difference among red, green and blue. */
function blockDifference(one: RowSignatures, other: RowSignatures, { a, b, block }: RowPlace & { block: number }) {
  const [from, to] = [a * signatureBytes + block * 3, b * signatureBytes + block * 3];
  const apart = (channel: number) => Math.abs((one.bytes[from + channel] ?? 0) - (other.bytes[to + channel] ?? 0));
  return Math.max(apart(0), apart(1), apart(2));
}

/** Offsets that are looked into at most; a page with more insertions and removals than that changed beyond telling. */
const maxOffsets = 24;
/** Rows that look alike in one picture, above which they say nothing about where a row went: blank ones, mostly. */
const maxAlike = 8;
/** Votes an offset needs. */
const minVotes = 4;

/**
 * Offsets (row after less row before) at which rows of the two pictures are alike, ascending; 0 and the heights' difference are always there.
 * Rows vote by their exact signature and, because a lossy format changes that, by a coarse one.
 */
export function candidateOffsets(before: RowSignatures, after: RowSignatures): number[] {
  const votes = new Map<number, number>();
  for (const dropped of [0, 4]) vote(votes, { before, after, dropped });
  const best = [...votes]
    .filter(([, count]) => count >= minVotes)
    .toSorted(([one, ones], [other, others]) => others - ones || one - other)
    .map(([offset]) => offset);
  const offsets = new Set([0, after.rows - before.rows, ...best]);
  return [...offsets].slice(0, maxOffsets).toSorted((one, other) => one - other);
}

type Ballot = {
  before: RowSignatures;
  after: RowSignatures;
  /** Low bits of each byte that are left out. */
  dropped: number;
};

function vote(votes: Map<number, number>, { before, after, dropped }: Ballot): void {
  const [ones, others] = [rowsByLook(before, dropped), rowsByLook(after, dropped)];
  for (const [look, rows] of ones) {
    const alike = others.get(look) ?? [];
    if (rows.length > maxAlike || alike.length > maxAlike) continue;
    for (const row of rows) {
      for (const other of alike) votes.set(other - row, (votes.get(other - row) ?? 0) + 1);
    }
  }
}

function rowsByLook({ rows, bytes }: RowSignatures, dropped: number): Map<string, number[]> {
  const looks = dropped === 0 ? bytes : bytes.map((byte) => byte >> dropped);
  const found = new Map<string, number[]>();
  for (let row = 0; row < rows; row += 1) {
    const look = Buffer.from(looks.buffer, looks.byteOffset + row * signatureBytes, signatureBytes).toString("latin1");
    const alike = found.get(look);
    if (alike === undefined) found.set(look, [row]);
    else alike.push(row);
  }
  return found;
}
