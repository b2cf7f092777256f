import sharp from "sharp";
import { maxPixels } from "./pictures.ts";

/** Blocks into which a row is divided, and the bytes of its signature. */
export const rowBlocks = 32;
const signatureBytes = rowBlocks * 3;

/** The rows of a picture, each as the mean colors of 32 blocks from left to right. */
export type RowSignatures = { rows: number; bytes: Buffer };

/**
 * Reads the signatures of a picture's rows in one pass and little memory. Noise of lossy formats mostly averages out.
 */
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

/** Averages this close count as equal. Encoding a picture as jpg shifts them about this far. */
const maxNoise = 4;
/** Difference per point of unlikeness, and the largest unlikeness of a block. */
const [stepPerPoint, maxPerBlock] = [8, 8];
/** The unlikeness of two rows in which every block differs strongly. */
export const maxUnlike = rowBlocks * maxPerBlock;

type RowIndices = { /** Row of the first picture. */ a: number; /** Row of the second. */ b: number };

/** The unlikeness of two rows, 0 to `maxUnlike`. */
export function unlikeness(one: RowSignatures, other: RowSignatures, rows: RowIndices): number {
  let sum = 0;
  for (let block = 0; block < rowBlocks; block += 1) {
    const difference = blockDifference(one, other, { ...rows, block });
    if (difference > maxNoise) sum += Math.min(maxPerBlock, Math.ceil(difference / stepPerPoint));
  }
  return sum;
}

/** The number of blocks that differ between two rows, 0 to `rowBlocks`. */
export function differingBlocks(one: RowSignatures, other: RowSignatures, rows: RowIndices): number {
  let count = 0;
  for (let block = 0; block < rowBlocks; block += 1) {
    if (blockDifference(one, other, { ...rows, block }) > maxNoise) count += 1;
  }
  return count;
}

/** The largest difference among red, green and blue. */
function blockDifference(one: RowSignatures, other: RowSignatures, { a, b, block }: RowIndices & { block: number }) {
  const [from, to] = [a * signatureBytes + block * 3, b * signatureBytes + block * 3];
  const channelDifference = (channel: number) =>
    Math.abs((one.bytes[from + channel] ?? 0) - (other.bytes[to + channel] ?? 0));
  return Math.max(channelDifference(0), channelDifference(1), channelDifference(2));
}

/** Offsets that are considered. A page with more insertions and removals changed too much to align. */
const maxOffsets = 24;
/** Rows with more equals in one picture, mostly blank ones, do not vote. */
const maxAlike = 8;
/** Votes that an offset needs. By eye. */
const minVotes = 4;

/**
 * Offsets (row after minus row before) at which rows of the two pictures are alike, ascending. 0 and the difference of
 * heights are always included. Rows vote by their exact signature and, because lossy formats change it, by a coarse
 * one.
 */
export function candidateOffsets(before: RowSignatures, after: RowSignatures): number[] {
  const votes = new Map<number, number>();
  for (const droppedBits of [0, 4]) vote(votes, { before, after, droppedBits });
  const best = [...votes]
    .filter(([, count]) => count >= minVotes)
    .toSorted(([one, ones], [other, others]) => others - ones || one - other)
    .map(([offset]) => offset);
  const offsets = new Set([0, after.rows - before.rows, ...best]);
  return [...offsets].slice(0, maxOffsets).toSorted((one, other) => one - other);
}

type VoteInput = {
  before: RowSignatures;
  after: RowSignatures;
  /** Low bits of each byte that are ignored. */
  droppedBits: number;
};

function vote(votes: Map<number, number>, { before, after, droppedBits }: VoteInput): void {
  const [ones, others] = [rowsBySignature(before, droppedBits), rowsBySignature(after, droppedBits)];
  for (const [signature, rows] of ones) {
    const alike = others.get(signature) ?? [];
    if (rows.length > maxAlike || alike.length > maxAlike) continue;
    for (const row of rows) {
      for (const other of alike) votes.set(other - row, (votes.get(other - row) ?? 0) + 1);
    }
  }
}

function rowsBySignature({ rows, bytes }: RowSignatures, droppedBits: number): Map<string, number[]> {
  const signatures = droppedBits === 0 ? bytes : bytes.map((byte) => byte >> droppedBits);
  const rowLists = new Map<string, number[]>();
  for (let row = 0; row < rows; row += 1) {
    const signature = Buffer.from(
      signatures.buffer,
      signatures.byteOffset + row * signatureBytes,
      signatureBytes,
    ).toString("latin1");
    const alike = rowLists.get(signature);
    if (alike === undefined) rowLists.set(signature, [row]);
    else alike.push(row);
  }
  return rowLists;
}
