import type { DiffMode } from "#schemas/diff.ts";
import { rowPairOf, type RowRun, rowsOf } from "./alignRows.ts";
import { type ChangeMap, createChangeMap, type IgnoredBox, ignoredSpans, markRow, markWholeRow } from "./clusters.ts";
import { modes } from "./modes.ts";
import { channels, type RawPicture, type RowsPair } from "./pictures.ts";

/** Two pictures of the same width, and which of their rows belong together. */
export type AlignedPair = { before: RawPicture; after: RawPicture; runs: readonly RowRun[] };

/** How pictures are compared. */
export type CompareRules = { mode: DiffMode; ignoreRegions: readonly IgnoredBox[] };

/** Pixels of each picture in memory at once. */
const bandPixels = 1_048_576;

/** Compares the pictures band by band and marks the changed pixels. */
export async function markChanges(pair: AlignedPair, rules: CompareRules): Promise<ChangeMap> {
  const map = createChangeMap(pair.after.width, rowsOf(pair.runs));
  let first = 0;
  for (const run of pair.runs) {
    if (run.kind === "both") await markPairedRun({ pair, run, rules }, { map, first });
    else markUnpairedRun(run, rules, { map, first });
    first += run.rows;
  }
  return map;
}

/** Marks rows that only one picture has. */
function markUnpairedRun(run: RowRun, { ignoreRegions }: CompareRules, { map, first }: MapSection): void {
  for (let row = 0; row < run.rows; row += 1) {
    markWholeRow(map, first + row, ignoredSpans(ignoreRegions, rowPairOf(run, row), map.width));
  }
}

type PairedRun = { pair: AlignedPair; run: Extract<RowRun, { kind: "both" }>; rules: CompareRules };
/** The map, and the row where a run begins in it. */
type MapSection = { map: ChangeMap; first: number };

async function markPairedRun({ pair, run, rules }: PairedRun, { map, first }: MapSection): Promise<void> {
  const bandRows = Math.max(16, Math.floor(bandPixels / map.width));
  const { reach: reachRows, changed: changedOf } = modes[rules.mode];
  for (let top = 0; top < run.rows; top += bandRows) {
    const core = { from: top, to: Math.min(run.rows, top + bandRows) };
    const withReach = { from: Math.max(0, core.from - reachRows), to: Math.min(run.rows, core.to + reachRows) };
    const rows = readRows({ pair, run, rules }, withReach);
    for (const dirty of dirtyRanges(rows, reachRows)) {
      const changed = await changedOf(sliceRows(rows, dirty));
      for (let row = dirty.from; row < dirty.to; row += 1) {
        const at = withReach.from + row;
        if (at < core.from || at >= core.to) continue;
        const offset = (row - dirty.from) * map.width;
        markRow(map, first + at, changed.subarray(offset, offset + map.width));
      }
    }
  }
}

type RowRange = { from: number; to: number };

/**
 * Rows of a run in both pictures. Ignored columns get the same pixels in both, so they cannot affect their neighbors.
 */
function readRows({ pair, run, rules }: PairedRun, { from, to }: RowRange): RowsPair {
  const { width } = pair.after;
  const rows = to - from;
  const stride = width * channels;
  const before = Buffer.allocUnsafe(rows * stride);
  const after = Buffer.allocUnsafe(rows * stride);
  pair.before.read(run.before + from, before);
  pair.after.read(run.after + from, after);
  for (let row = 0; row < rows; row += 1) {
    for (const span of ignoredSpans(rules.ignoreRegions, rowPairOf(run, from + row), width)) {
      const start = row * stride;
      before.copy(after, start + span.from * channels, start + span.from * channels, start + span.to * channels);
    }
  }
  return { before, after, width, rows };
}

/** Rows that differ at all, with the rows around them that the mode looks at. */
function dirtyRanges({ before, after, width, rows }: RowsPair, reach: number): RowRange[] {
  const stride = width * channels;
  const [beforeBytes, others] = [Buffer.from(before.buffer, before.byteOffset, before.length), after];
  const ranges: RowRange[] = [];
  for (let row = 0; row < rows; row += 1) {
    const [from, to] = [row * stride, (row + 1) * stride];
    if (beforeBytes.compare(others, from, to, from, to) === 0) continue;
    const last = ranges.at(-1);
    const end = Math.min(rows, row + reach + 1);
    if (last !== undefined && row - reach <= last.to) last.to = end;
    else ranges.push({ from: Math.max(0, row - reach), to: end });
  }
  return ranges;
}

function sliceRows({ before, after, width }: RowsPair, { from, to }: RowRange): RowsPair {
  const [start, end] = [from * width * channels, to * width * channels];
  return { before: before.subarray(start, end), after: after.subarray(start, end), width, rows: to - from };
}
