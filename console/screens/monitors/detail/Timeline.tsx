import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { runsQuery } from "../../../api/queries.ts";
import { inFormWords } from "../../../format/fieldLabels.ts";
import { formatShare } from "../../../format/numbers.ts";
import { countOf } from "../../../format/words.ts";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { Card } from "../../../ui/Page.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "../../../ui/states.tsx";
import styles from "./Detail.module.css";
import { valuesQuery } from "./queries.ts";
import { markKinds, markShapes, marksOf, outlined } from "./marks.ts";
import { RunPair, usePair } from "./RunPair.tsx";
import { RunTable } from "./RunTable.tsx";
import { ValueCharts } from "./ValueCharts.tsx";

// The library for charts is larger than the rest of the screen.
const RunChart = lazy(async () => ({ default: (await import("./RunChart.tsx")).RunChart }));

/** The runs of a monitor: their differences over time, a table, and two of them to compare. */
export function Timeline({ monitor }: { monitor: Monitor }) {
  const query = useInfiniteQuery(runsQuery(monitor.id, { limit: 50 }));
  const runs = (query.data?.pages ?? []).flatMap((page) => page.runs);
  const pair = usePair();
  const readsValues = monitor.capture.values !== undefined;
  const { data: history } = useQuery({ ...valuesQuery(monitor.id), enabled: readsValues });
  const values = new Map(history?.values.map((read) => [read.runId, read.values]));
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Loading label="Loading the runs" lines={2} height="14rem" />;
  if (runs.length === 0) return <EmptyState title="No runs yet">“Run now” captures the page at once.</EmptyState>;
  return (
    <>
      <Chart runs={runs} threshold={monitor.changeThreshold} />
      {readsValues && <ValueCharts monitorId={monitor.id} />}
      <RunPair monitor={monitor} runs={runs.filter(({ id }) => pair.chosen.includes(id))} onClear={pair.clear} />
      <RunTable monitor={monitor} runs={runs} chosenRunIds={pair.chosen} onChoose={pair.choose} values={values} />
      <LoadMore query={query} />
    </>
  );
}

/** Compared runs from which on a chart says more than the table. */
const minMeasuredRuns = 2;

/** The chart, with its shapes in words. The table below has the same facts for screen readers. */
function Chart({ runs, threshold }: { runs: readonly MonitorRun[]; threshold: number }) {
  const marks = marksOf(runs);
  const measured = marks.filter(({ percent }) => percent !== null);
  const failure = runs[0]?.error;
  if (measured.length === 0 && failure !== undefined)
    return <EmptyState title="The page could not be captured">{inFormWords(failure.message)}</EmptyState>;
  if (measured.length < minMeasuredRuns) return null;
  const kinds = markKinds
    .map((each) => ({ ...each, count: marks.filter(({ kind }) => kind === each.kind).length }))
    .filter(({ count }) => count > 0);
  return (
    <Card>
      <figure className={styles["figure"]}>
        <figcaption className={styles["caption"]}>
          <strong>Difference from the baseline</strong>
          <ul className={styles["legend"]}>
            {kinds.map(({ kind, label, color, count }) => (
              <li key={kind}>
                <svg viewBox="-7 -7 14 14" aria-hidden="true">
                  <path
                    d={markShapes[kind]}
                    fill={outlined.has(kind) ? "none" : color}
                    stroke={color}
                    strokeWidth={1.5}
                  />
                </svg>
                {label}: {count}
              </li>
            ))}
            {threshold > 0 && (
              <li>
                <svg viewBox="-7 -7 14 14" aria-hidden="true">
                  <path d="M-7 0H7" stroke="var(--failed)" strokeWidth={1.5} strokeDasharray="4 3" />
                </svg>
                Threshold: {formatShare(threshold)}
              </li>
            )}
          </ul>
        </figcaption>
        <p className="visually-hidden">{`A chart of ${countOf(marks.length, "run")}. The table below has its numbers.`}</p>
        <div className={styles["chart"]} aria-hidden="true">
          <Suspense fallback={<Skeleton height="100%" />}>
            <RunChart marks={marks} threshold={threshold} />
          </Suspense>
        </div>
      </figure>
    </Card>
  );
}
