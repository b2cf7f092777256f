import type { Box } from "#schemas/diff.ts";
import { type RowPair, rowPairOf, type RowRun } from "./alignRows.ts";

/** Which pixels of a comparison changed, a bit each; a byte is eight columns, so an 8×8 cell is eight bytes of one column. */
export type ChangeMap = {
  width: number;
  rows: number;
  /** Bytes of a row. */
  stride: number;
  bits: Uint8Array;
};

export function createChangeMap(width: number, rows: number): ChangeMap {
  const stride = Math.ceil(width / 8);
  return { width, rows, stride, bits: new Uint8Array(stride * rows) };
}

/** Marks the pixels of a row whose value in `changed` is not 0; `changed` holds a value for each column. */
export function markRow(map: ChangeMap, row: number, changed: Uint32Array): void {
  const start = row * map.stride;
  for (let x = 0; x < map.width; x += 1) {
    if (changed[x] !== 0) map.bits[start + (x >> 3)] = (map.bits[start + (x >> 3)] ?? 0) | (1 << (x & 7));
  }
}

/** Marks a whole row but the columns to be ignored. */
export function markWholeRow(map: ChangeMap, row: number, ignored: readonly Span[]): void {
  const changed = new Uint32Array(map.width).fill(1);
  for (const { from, to } of ignored) changed.fill(0, from, to);
  markRow(map, row, changed);
}

export function isMarked({ stride, bits }: ChangeMap, row: number, x: number): boolean {
  return (((bits[row * stride + (x >> 3)] ?? 0) >> (x & 7)) & 1) === 1;
}

export function hasMarks({ stride, bits }: ChangeMap, row: number): boolean {
  return bits.subarray(row * stride, (row + 1) * stride).some((byte) => byte !== 0);
}

/** Marked pixels of a row, in the columns from `from` up to and without `to`. */
export function countMarked({ stride, bits }: ChangeMap, row: number, { from, to }: Span): number {
  let count = 0;
  for (let column = from >> 3; column << 3 < to; column += 1) {
    const left = Math.max(0, from - (column << 3));
    const right = Math.min(8, to - (column << 3));
    count += onesIn((bits[row * stride + column] ?? 0) & (0xff << left) & (0xff >> (8 - right)));
  }
  return count;
}

/** Marked pixels of the rows from `from` up to and without `to`. */
export function countRows({ stride, bits }: ChangeMap, { from, to }: { from: number; to: number }): number {
  let count = 0;
  for (let at = from * stride; at < to * stride; at += 1) count += onesIn(bits[at] ?? 0);
  return count;
}

/** Bits set in a byte. */
export function onesIn(byte: number): number {
  const pairs = byte - ((byte >> 1) & 0x55);
  const fours = (pairs & 0x33) + ((pairs >> 2) & 0x33);
  return (fours + (fours >> 4)) & 0x0f;
}

/** Columns from `from` up to and without `to`. */
export type Span = { from: number; to: number };

/** The columns of a row that are left out of the comparison: those that an ignored region covers in either picture. In order, apart. */
export function ignoredSpans(regions: readonly Box[], { before, after }: RowPair, width: number): Span[] {
  const spans = regions
    .filter((region) => covers(region, before) || covers(region, after))
    .map(({ x, width: wide }) => ({ from: Math.max(0, x), to: Math.min(width, x + wide) }))
    .filter(({ from, to }) => from < to)
    .toSorted((one, other) => one.from - other.from);
  const apart: Span[] = [];
  for (const span of spans) {
    const last = apart.at(-1);
    if (last === undefined || last.to < span.from) apart.push(span);
    else last.to = Math.max(last.to, span.to);
  }
  return apart;
}

/** Pixels that are compared: those of all rows, less the ignored ones. */
export function countCompared(
  runs: readonly RowRun[],
  { width, ignoreRegions }: { width: number; ignoreRegions: readonly Box[] },
): number {
  let pixels = 0;
  for (const run of runs) {
    for (let row = 0; row < run.rows; row += 1) {
      const spans = ignoredSpans(ignoreRegions, rowPairOf(run, row), width);
      pixels += spans.reduce((left, { from, to }) => left - (to - from), width);
    }
  }
  return pixels;
}

function covers({ y, height }: Box, row: number | null): boolean {
  return row !== null && row >= y && row < y + height;
}
