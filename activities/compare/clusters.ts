import type { Box, DiffSide } from "#schemas/diff.ts";
import { type RowPair, rowPairOf, type RowRun } from "./alignRows.ts";

/** The changed pixels of a comparison, one bit each. A byte is eight columns of a row. */
export type ChangeMap = {
  width: number;
  rows: number;
  /** Bytes per row. */
  stride: number;
  bits: Uint8Array;
};

export function createChangeMap(width: number, rows: number): ChangeMap {
  const stride = Math.ceil(width / 8);
  return { width, rows, stride, bits: new Uint8Array(stride * rows) };
}

/** Marks the changed pixels of a row. `changed` has one value per column; not 0 for a changed pixel. */
export function markRow(map: ChangeMap, row: number, changed: Uint32Array): void {
  const start = row * map.stride;
  for (let x = 0; x < map.width; x += 1) {
    if (changed[x] !== 0) map.bits[start + (x >> 3)] = (map.bits[start + (x >> 3)] ?? 0) | (1 << (x & 7));
  }
}

/** Marks a whole row except the ignored columns. */
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

/** Marked pixels of a row, in the columns from `from` up to, not including, `to`. */
export function countMarked({ stride, bits }: ChangeMap, row: number, { from, to }: Span): number {
  let count = 0;
  for (let column = from >> 3; column << 3 < to; column += 1) {
    const left = Math.max(0, from - (column << 3));
    const right = Math.min(8, to - (column << 3));
    count += countBits((bits[row * stride + column] ?? 0) & (0xff << left) & (0xff >> (8 - right)));
  }
  return count;
}

/** Marked pixels of the rows from `from` up to, not including, `to`. */
export function countRows({ stride, bits }: ChangeMap, { from, to }: { from: number; to: number }): number {
  let count = 0;
  for (let index = from * stride; index < to * stride; index += 1) count += countBits(bits[index] ?? 0);
  return count;
}

/** Bits set in a byte. */
function countBits(byte: number): number {
  const pairs = byte - ((byte >> 1) & 0x55);
  const fours = (pairs & 0x33) + ((pairs >> 2) & 0x33);
  return (fours + (fours >> 4)) & 0x0f;
}

/** Columns from `from` up to, not including, `to`. */
export type Span = { from: number; to: number };

/** A box to leave out, in pixels of the picture `of`. Without `of` it is a box of either picture. */
export type IgnoredBox = Box & { of?: DiffSide };

/** The columns of a row that an ignored box covers, merged and in ascending order. */
export function ignoredSpans(boxes: readonly IgnoredBox[], { before, after }: RowPair, width: number): Span[] {
  const spans = boxes
    .filter((box) => (box.of !== "after" && coversRow(box, before)) || (box.of !== "before" && coversRow(box, after)))
    .map(({ x, width: wide }) => ({ from: Math.max(0, x), to: Math.min(width, x + wide) }))
    .filter(({ from, to }) => from < to)
    .toSorted((one, other) => one.from - other.from);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last === undefined || last.to < span.from) merged.push(span);
    else last.to = Math.max(last.to, span.to);
  }
  return merged;
}

/** Compared pixels: those of all rows, without the ignored ones. */
export function countCompared(
  runs: readonly RowRun[],
  { width, ignoreRegions }: { width: number; ignoreRegions: readonly IgnoredBox[] },
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

function coversRow({ y, height }: Box, row: number | null): boolean {
  return row !== null && row >= y && row < y + height;
}

/** A group of marked pixels near each other: its bounds in the map, the last row and column included, and their number. */
export type Cluster = { left: number; top: number; right: number; bottom: number; pixels: number };

/** Marks up to this many pixels apart, in either direction, belong to one cluster. About a line of text. */
const maxGapPx = 16;
/** Side of a cell. A cell is one byte wide. */
const cellPx = 8;
/** Cells around a cell that can contain a mark near one of its own. */
const reachCells = Math.floor(maxGapPx / cellPx) + 1;

/** Groups the marks of the rows that `includesRow` accepts. */
export function findClusters(map: ChangeMap, includesRow: (row: number) => boolean): Cluster[] {
  const cells = readCells(map, includesRow);
  const clusters: Cluster[] = [];
  for (let index = 0; index < cells.pixels.length; index += 1) {
    if (cells.pixels[index] !== 0) clusters.push(growFrom(cells, index));
  }
  return clusters;
}

/**
 * For each cell, the number of its marks and their bounds within it. The number is 0 once the marks are in a cluster.
 */
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
  const cellRows = Math.ceil(rows / cellPx);
  const table = () => new Uint8Array(cellRows * stride);
  const cells = { columns: stride, rows: cellRows, pixels: table(), left: table().fill(cellPx), right: table() };
  const [top, bottom] = [table().fill(cellPx), table()];
  for (let row = 0; row < rows; row += 1) {
    if (!belongs(row)) continue;
    for (let column = 0; column < stride; column += 1) {
      const byte = bits[row * stride + column] ?? 0;
      if (byte === 0) continue;
      const at = Math.floor(row / cellPx) * stride + column;
      cells.pixels[at] = (cells.pixels[at] ?? 0) + countBits(byte);
      cells.left[at] = Math.min(cells.left[at] ?? cellPx, lowestBit(byte));
      cells.right[at] = Math.max(cells.right[at] ?? 0, highestBit(byte));
      top[at] = Math.min(top[at] ?? cellPx, row % cellPx);
      bottom[at] = row % cellPx;
    }
  }
  return { ...cells, top, bottom };
}

/** Removes a cell's marks from the table. */
function takeCell(cells: Cells, at: number): Cluster {
  const cluster = clusterAt(cells, at);
  cells.pixels[at] = 0;
  return cluster;
}

function clusterAt({ columns, pixels, left, right, top, bottom }: Cells, at: number): Cluster {
  const [x, y] = [(at % columns) * cellPx, Math.floor(at / columns) * cellPx];
  return {
    left: x + (left[at] ?? 0),
    right: x + (right[at] ?? 0),
    top: y + (top[at] ?? 0),
    bottom: y + (bottom[at] ?? 0),
    pixels: pixels[at] ?? 0,
  };
}

function growFrom(cells: Cells, start: number): Cluster {
  const cluster = takeCell(cells, start);
  const stack = [start];
  const grow = (from: number, cell: Cluster) => {
    const [row, column] = [Math.floor(from / cells.columns), from % cells.columns];
    for (let y = Math.max(0, row - reachCells); y <= Math.min(cells.rows - 1, row + reachCells); y += 1) {
      for (let x = Math.max(0, column - reachCells); x <= Math.min(cells.columns - 1, column + reachCells); x += 1) {
        const at = y * cells.columns + x;
        if (cells.pixels[at] === 0 || !isNear(cell, clusterAt(cells, at))) continue;
        mergeInto(cluster, takeCell(cells, at));
        stack.push(at);
      }
    }
  };
  // A cell's bounds stay in the table when its marks are taken.
  for (let current = stack.pop(); current !== undefined; current = stack.pop())
    grow(current, clusterAt(cells, current));
  return cluster;
}

function isNear(one: Cluster, other: Cluster): boolean {
  const across = Math.max(one.left - other.right, other.left - one.right);
  const down = Math.max(one.top - other.bottom, other.top - one.bottom);
  return Math.max(across, down) - 1 <= maxGapPx;
}

function mergeInto(cluster: Cluster, { left, top, right, bottom, pixels }: Cluster): void {
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
