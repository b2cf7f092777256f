import { type RowSignatures, signatureBytes } from "./rowSignatures.ts";

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
