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
function onesIn(byte: number): number {
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

/** A group of marked pixels near each other: its bounds in the map, the last row and column included, and their number. */
export type Cluster = { left: number; top: number; right: number; bottom: number; pixels: number };

/** Pixels between two marks, in either direction, up to which they belong together: about a line of text. */
const nearby = 16;
/** Side of a cell, pixels: a byte of the map. */
const side = 8;
/** Cells in which a mark near one in this cell can lie, in either direction. */
const window = Math.floor(nearby / side) + 1;

/** Groups the marks of the rows that `belongs` takes. */
export function findClusters(map: ChangeMap, belongs: (row: number) => boolean): Cluster[] {
  const cells = readCells(map, belongs);
  const clusters: Cluster[] = [];
  for (let index = 0; index < cells.pixels.length; index += 1) {
    if (cells.pixels[index] !== 0) clusters.push(growFrom(cells, index));
  }
  return clusters;
}

/** For each cell, its marks' bounds within it and their number; 0 where there are none, or once they are in a cluster. */
type Cells = {
  columns: number;
  rows: number;
  pixels: Uint8Array;
  left: Uint8Array;
  right: Uint8Array;
  top: Uint8Array;
  bottom: Uint8Array;
};

function readCells({ rows, stride, bits }: ChangeMap, belongs: (row: number) => boolean): Cells {
  const lines = Math.ceil(rows / side);
  const table = () => new Uint8Array(lines * stride);
  const cells = { columns: stride, rows: lines, pixels: table(), left: table().fill(side), right: table() };
  const [top, bottom] = [table().fill(side), table()];
  for (let row = 0; row < rows; row += 1) {
    if (!belongs(row)) continue;
    for (let column = 0; column < stride; column += 1) {
      const byte = bits[row * stride + column] ?? 0;
      if (byte === 0) continue;
      const at = Math.floor(row / side) * stride + column;
      cells.pixels[at] = (cells.pixels[at] ?? 0) + onesIn(byte);
      cells.left[at] = Math.min(cells.left[at] ?? side, lowestBit(byte));
      cells.right[at] = Math.max(cells.right[at] ?? 0, highestBit(byte));
      top[at] = Math.min(top[at] ?? side, row % side);
      bottom[at] = row % side;
    }
  }
  return { ...cells, top, bottom };
}

/** Takes a cell's marks out of the table. */
function take(cells: Cells, at: number): Cluster {
  const cluster = clusterAt(cells, at);
  cells.pixels[at] = 0;
  return cluster;
}

function clusterAt({ columns, pixels, left, right, top, bottom }: Cells, at: number): Cluster {
  const [x, y] = [(at % columns) * side, Math.floor(at / columns) * side];
  return {
    left: x + (left[at] ?? 0),
    right: x + (right[at] ?? 0),
    top: y + (top[at] ?? 0),
    bottom: y + (bottom[at] ?? 0),
    pixels: pixels[at] ?? 0,
  };
}

function growFrom(cells: Cells, start: number): Cluster {
  const cluster = take(cells, start);
  const edge = [start];
  const grow = (from: number, cell: Cluster) => {
    const [row, column] = [Math.floor(from / cells.columns), from % cells.columns];
    for (let y = Math.max(0, row - window); y <= Math.min(cells.rows - 1, row + window); y += 1) {
      for (let x = Math.max(0, column - window); x <= Math.min(cells.columns - 1, column + window); x += 1) {
        const at = y * cells.columns + x;
        if (cells.pixels[at] === 0 || !near(cell, clusterAt(cells, at))) continue;
        add(cluster, take(cells, at));
        edge.push(at);
      }
    }
  };
  // A cell's bounds stay in the table when its marks are taken out.
  for (let from = edge.pop(); from !== undefined; from = edge.pop()) grow(from, clusterAt(cells, from));
  return cluster;
}

function near(one: Cluster, other: Cluster): boolean {
  const across = Math.max(one.left - other.right, other.left - one.right);
  const down = Math.max(one.top - other.bottom, other.top - one.bottom);
  return Math.max(across, down) - 1 <= nearby;
}

function add(cluster: Cluster, { left, top, right, bottom, pixels }: Cluster): void {
  cluster.left = Math.min(cluster.left, left);
  cluster.top = Math.min(cluster.top, top);
  cluster.right = Math.max(cluster.right, right);
  cluster.bottom = Math.max(cluster.bottom, bottom);
  cluster.pixels += pixels;
}

function lowestBit(byte: number): number {
  return highestBit(byte & -byte);
}

function highestBit(byte: number): number {
  return 31 - Math.clz32(byte);
}
