import type { Filter } from "mongodb";
import { onlyFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import type { RunValues } from "#schemas/monitor/values.ts";
import type { Part } from "./store.ts";

const fields = onlyFields("createdAt", "findings.changed", "capture.values");
type RunWithValues = Pick<RunRecord, "_id" | "createdAt"> & {
  findings?: { changed: boolean };
  capture?: Pick<NonNullable<RunRecord["capture"]>, "values">;
};

/** Runs of a range of time, and the value that is wanted; null for all. */
type Range = { name: string | null; from: Date | null; to: Date | null };

/** Completed runs of a monitor with values, newest first. Confirming runs are left out. */
export function listValues(
  { runs }: Database,
  monitorId: string,
  { name, from, to, before, limit }: Range & Part,
): Promise<RunWithValues[]> {
  const query: Filter<RunRecord> = {
    monitorId,
    status: "completed",
    trigger: { $ne: "confirmation" },
    [name === null ? "capture.values" : `capture.values.${name}`]: { $exists: true },
    ...(before !== null && { _id: { $lt: before } }),
    ...((from !== null || to !== null) && {
      createdAt: { ...(from !== null && { $gte: from }), ...(to !== null && { $lt: to }) },
    }),
  };
  return runs.find<RunWithValues>(query, { projection: fields }).sort({ _id: -1 }).limit(limit).toArray();
}

/** The values of a run as clients see them. */
export function toRunValues({ _id, createdAt, findings, capture }: RunWithValues, { name }: Range): RunValues {
  const all = Object.entries(capture?.values ?? {});
  const values = Object.fromEntries(all.filter(([key]) => name === null || key === name));
  return { runId: _id, at: createdAt.toISOString(), changed: findings?.changed ?? false, values };
}

const columns = ["at", "runId", "name", "value", "text", "reason"] as const;

/** A table by RFC 4180. */
export function toCsv(runs: readonly RunValues[]): string {
  const rows = runs.flatMap(({ at, runId, values }) =>
    Object.entries(values).map(([name, { value, text, reason }]) => [
      at,
      runId,
      name,
      Array.isArray(value) ? value.join("\n") : value,
      text,
      reason ?? null,
    ]),
  );
  return [columns, ...rows].map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

/** A cell. A text of the page that a spreadsheet would take for a formula gets an apostrophe before it. */
function toCell(value: number | boolean | string | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
