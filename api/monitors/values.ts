import type { Filter, FindCursor } from "mongodb";
import { onlyFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import type { RunValues } from "#schemas/monitor/values.ts";
import type { Part } from "./store.ts";

type RunWithValues = Pick<RunRecord, "_id" | "createdAt"> & {
  findings?: { changed: boolean };
  capture?: Pick<NonNullable<RunRecord["capture"]>, "values">;
};

/** Runs of a range of time, and the value that is wanted; null for all. */
type Range = { name: string | null; from: Date | null; to: Date | null };

/** Runs that are in memory at once. */
const batchSize = 100;

/** Completed runs of a monitor with the wanted values, newest first. Confirming runs are left out. */
export function findValues(
  { runs }: Database,
  monitorId: string,
  { name, from, to, before, limit }: Range & Part,
): FindCursor<RunWithValues> {
  const valuePath = name === null ? "capture.values" : `capture.values.${name}`;
  const query: Filter<RunRecord> = {
    monitorId,
    status: "completed",
    trigger: { $ne: "confirmation" },
    [valuePath]: { $exists: true },
    ...(before !== null && { _id: { $lt: before } }),
    ...((from !== null || to !== null) && {
      createdAt: { ...(from !== null && { $gte: from }), ...(to !== null && { $lt: to }) },
    }),
  };
  const projection = onlyFields("createdAt", "findings.changed", valuePath);
  return runs.find<RunWithValues>(query, { projection, batchSize }).sort({ _id: -1 }).limit(limit);
}

/** Characters of values from which a page ends before its limit. Values of one run have at most 44,000. */
const fullPageChars = 4_000_000;

/** At most `limit` runs for a page, and one more if there are further ones. */
export async function readValuesPage(
  runs: AsyncIterable<RunWithValues>,
  limit: number,
): Promise<{ records: RunWithValues[]; limit: number }> {
  const records: RunWithValues[] = [];
  let chars = 0;
  for await (const run of runs) {
    records.push(run);
    if (chars > fullPageChars) return { records, limit: records.length - 1 };
    chars += JSON.stringify(run.capture?.values ?? {}).length;
  }
  return { records, limit };
}

/** The values of a run as clients see them. */
export function toRunValues({ _id, createdAt, findings, capture }: RunWithValues): RunValues {
  const { values = {} } = capture ?? {};
  return { runId: _id, at: createdAt.toISOString(), changed: findings?.changed ?? false, values };
}

const columns = ["at", "runId", "name", "value", "text", "reason"] as const;

/** A table by RFC 4180, in parts as the runs are read. */
export async function* toCsv(runs: AsyncIterable<RunWithValues>): AsyncGenerator<string> {
  yield toRow(columns);
  for await (const run of runs) yield toRows(toRunValues(run));
}

function toRows({ at, runId, values }: RunValues): string {
  const rows = Object.entries(values).map(([name, { value, text, reason }]) =>
    toRow([at, runId, name, Array.isArray(value) ? value.join("\n") : value, text, reason ?? null]),
  );
  return rows.join("");
}

function toRow(cells: readonly (number | boolean | string | null)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/**
 * Begins of text that a spreadsheet takes for a formula. It may part cells at semicolons, tabs and line breaks, also those
 * inside quotes.
 */
const formula = /(^|[;\t\r\n])(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/gu;

/** A cell. A text of the page that a spreadsheet would take for a formula gets an apostrophe before it. */
function toCell(value: number | boolean | string | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = value.replaceAll(formula, "$1'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
