import type { RecentRun } from "#schemas/monitor/run.ts";
import { formatShare } from "../format/numbers.ts";
import { countOf } from "../format/words.ts";
import styles from "./Sparkline.module.css";

/** Shown height of the smallest difference above 0, as a share of the whole. */
const minShare = 0.12;
/** Shown height of a change of words or values, which has no size. */
const changedShare = 0.6;
const slots = 20;

/**
 * The difference of each of the last runs as a bar, oldest first. Failed runs and runs without a difference have a low bar.
 * Changes of words or values have bars of one height.
 */
export function Sparkline({ runs }: { runs: readonly RecentRun[] }) {
  // A confirmation belongs to the run before it.
  const own = runs.filter(({ trigger }) => trigger !== "confirmation");
  const shownRuns = own.slice(0, slots).toReversed();
  const largest = Math.max(...shownRuns.map(({ differenceRatio }) => differenceRatio ?? 0), 0.001);
  return (
    <svg className={styles["line"]} viewBox={`0 0 ${slots * 6} 20`} role="img" aria-label={describe(shownRuns)}>
      {shownRuns.map((run, index) => {
        const height = heightOf(run, largest);
        const x = (slots - shownRuns.length + index) * 6;
        return <rect key={run.id} x={x} y={20 - height} width="4" height={height} rx="1" data-kind={kindOf(run)} />;
      })}
    </svg>
  );
}

/** The height of a run's bar. `largest` is the largest difference of the shown runs. */
function heightOf({ differenceRatio, changed }: RecentRun, largest: number): number {
  const ratio = differenceRatio ?? 0;
  if (ratio === 0) return changed ? changedShare * 20 : 2;
  return Math.max(minShare, Math.sqrt(ratio / largest)) * 20;
}

function kindOf({ status, changed, transient, unconfirmed }: RecentRun): string {
  if (status === "failed") return "failed";
  if (transient || unconfirmed) return "transient";
  return changed ? "changed" : "same";
}

function describe(runs: readonly RecentRun[]): string {
  const changed = runs.filter((run) => run.changed).length;
  const failed = runs.filter(({ status }) => status === "failed").length;
  const last = runs.at(-1)?.differenceRatio ?? null;
  const ratio = last === null ? "" : `; last difference ${formatShare(last)}`;
  return `${countOf(runs.length, "run")}, ${changed} changed, ${failed} failed${ratio}`;
}
