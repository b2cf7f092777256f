import { alignRows, rowPairOf, type RowRun } from "./alignRows.ts";
import { type ChangeMap, hasMarks, ignoredSpans } from "./clusters.ts";
import { type AlignedPair, type CompareRules, markChanges } from "./markChanges.ts";
import type { RawPicture } from "./pictures.ts";
import { readRowSignatures } from "./rowSignatures.ts";

/** Two files with their decoded pictures, and how to compare them. */
type Files = CompareRules & { before: string; after: string };
type Pictures = { before: RawPicture; after: RawPicture };

/** Pictures with their paired rows, and their changed pixels. */
export type MarkedPair = { pair: AlignedPair; map: ChangeMap };

/** Rows of an insertion within a page of equal height. Text may move by fewer rows in place. By eye. */
const minMovedRows = 8;
/** Share of the changed rows that an alignment at equal heights must save. By eye. */
const minSavedShare = 0.5;

/**
 * Pairs the rows of two pictures and marks their changes. At different heights rows are paired by content. At equal heights
 * they are paired by position, unless the same by content leaves far fewer rows changed: one row was inserted and another one
 * removed. Only pictures with many changed rows are compared twice.
 */
export async function markAligned(files: Files, pictures: Pictures): Promise<MarkedPair> {
  const { before, after } = pictures;
  if (before.height !== after.height) return mark(files, { ...pictures, runs: await alignFiles(files, pictures) });
  const runs: RowRun[] = [{ kind: "both", before: 0, after: 0, rows: after.height }];
  const inPlace = await mark(files, { ...pictures, runs });
  const changedRows = countChangedRows(inPlace.map);
  if (changedRows < 2 * minMovedRows) return inPlace;
  const moved = await alignFiles(files, pictures);
  const unpaired = moved.filter(({ kind }) => kind !== "both");
  const unpairedRows = unpaired.reduce((sum, { rows }) => sum + rows, 0);
  const maxChangedRows = changedRows * (1 - minSavedShare);
  const mayFit = unpaired.length > 0 && unpairedRows < maxChangedRows;
  if (!mayFit || unpaired.some((run) => run.rows < minMovedRows || isIgnored(run, files))) return inPlace;
  const aligned = await mark(files, { ...pictures, runs: moved });
  return countChangedRows(aligned.map) < maxChangedRows ? aligned : inPlace;

  /** Rows that only one picture has are changed as a whole, also beside an ignored box that moved them. */
  function isIgnored(run: RowRun, { ignoreRegions }: Files): boolean {
    const rows = Array.from({ length: run.rows }, (_, row) => rowPairOf(run, row));
    return rows.some((row) => ignoredSpans(ignoreRegions, row, after.width).length > 0);
  }
}

async function mark(files: Files, pair: AlignedPair): Promise<MarkedPair> {
  return { pair, map: await markChanges(pair, files) };
}

async function alignFiles(files: Files, { before, after }: Pictures): Promise<RowRun[]> {
  const [signaturesBefore, signaturesAfter] = await Promise.all([
    readRowSignatures(files.before, before.height),
    readRowSignatures(files.after, after.height),
  ]);
  return alignRows(signaturesBefore, signaturesAfter);
}

function countChangedRows(map: ChangeMap): number {
  let count = 0;
  for (let row = 0; row < map.rows; row += 1) if (hasMarks(map, row)) count += 1;
  return count;
}
