import type { MonitorRun } from "#schemas/monitor/run.ts";

/** The kinds of runs that the chart marks, with their words and colours. */
export const markKinds = [
  { kind: "same", label: "No change", color: "var(--good)" },
  { kind: "changed", label: "Changed", color: "var(--changed-mark)" },
  { kind: "transient", label: "Transient", color: "var(--text-muted)" },
  { kind: "unconfirmed", label: "Unconfirmed", color: "var(--text-muted)" },
  { kind: "failed", label: "Failed", color: "var(--failed)" },
] as const;

export type MarkKind = (typeof markKinds)[number]["kind"];

/** A run in the chart. `percent` is its difference; null for a failed run, which `failed` puts at the bottom. */
export type Mark = { id: string; at: number; kind: MarkKind; percent: number | null; failed: number | null };

/** The runs that ended with a difference or failed, oldest first. A confirmation belongs to the run before it. */
export function marksOf(runs: readonly MonitorRun[]): Mark[] {
  return runs
    .flatMap((run): Mark[] => {
      const { id, status, trigger, differenceRatio, createdAt } = run;
      if (trigger === "confirmation") return [];
      if (status !== "failed" && differenceRatio === undefined) return [];
      const percent = differenceRatio === undefined ? null : differenceRatio * 100;
      return [{ id, at: Date.parse(createdAt), kind: kindOf(run), percent, failed: status === "failed" ? 0 : null }];
    })
    .toReversed();
}

function kindOf({ status, result }: MonitorRun): MarkKind {
  if (status === "failed") return "failed";
  if (result?.unconfirmed === true) return "unconfirmed";
  if (result?.transient === true) return "transient";
  return result?.changed === true ? "changed" : "same";
}

/** Points of the shape that marks a kind, around 0, 0, as the path of an SVG. */
export const markShapes: Readonly<Record<MarkKind, string>> = {
  same: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
  changed: "M0 -6L6 0L0 6L-6 0Z",
  transient: "M0 -5L5 4L-5 4Z",
  unconfirmed: "M-4 -4H4V4H-4Z",
  failed: "M-4 -4L4 4M4 -4L-4 4",
};

/** Kinds that are drawn as an outline, because nothing is certain about them. */
export const outlined: ReadonlySet<MarkKind> = new Set(["transient", "unconfirmed", "failed"]);
