import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { monitorQuery, runQuery } from "../../api/queries.ts";
import { inFormWords } from "../../format/fieldLabels.ts";
import { FailureLink } from "../../ui/FailureLink.tsx";
import { Page } from "../../ui/Page.tsx";
import { Picture, runPicturePath } from "../../ui/Picture.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { ValuesView } from "../renders/result/ValuesView.tsx";
import styles from "./Comparison.module.css";
import { RunActions } from "./RunActions.tsx";
import { RunDeliveries } from "./RunDeliveries.tsx";
import { RunFacts } from "./RunFacts.tsx";
import { TextChanges } from "./TextChanges.tsx";
import { toComparison } from "./viewer/ofRun.ts";
import { usePlace } from "./viewer/usePlace.ts";
import { Viewer } from "./viewer/Viewer.tsx";

/** A run of a monitor beside its baseline: what changed, why it alarmed, and what to do about it. */
export function RunScreen() {
  const { monitorId, runId } = useParams({ from: "/shell/monitors/$monitorId/runs/$runId" });
  const monitor = useQuery(monitorQuery(monitorId));
  const run = useQuery(runQuery(monitorId, runId));
  const name = monitor.data?.name ?? "Monitor";
  const error = monitor.error ?? run.error;
  return (
    <Page
      title={name}
      heading={
        <>
          <Link to="/monitors/$monitorId" params={{ monitorId }}>
            {name}
          </Link>
        </>
      }
      {...(monitor.data &&
        run.data?.status === "completed" && { actions: <RunActions monitor={monitor.data} run={run.data} /> })}
    >
      {error !== null && (
        <ErrorState error={error} onRetry={() => void Promise.all([monitor.refetch(), run.refetch()])} />
      )}
      {error === null && (run.data === undefined || monitor.data === undefined) && (
        <Loading label="Loading the comparison" lines={1} height="70vh" />
      )}
      {monitor.data !== undefined && run.data !== undefined && (
        <Content key={runId} monitor={monitor.data} run={run.data} />
      )}
    </Page>
  );
}

function Content({ monitor, run }: { monitor: Monitor; run: MonitorRun }) {
  const comparison = useMemo(() => toComparison(run), [run]);
  const navigate = useNavigate({ from: "/monitors/$monitorId/runs/$runId" });
  const viewerProps = usePlace(
    useSearch({ from: "/shell/monitors/$monitorId/runs/$runId" }),
    (search) => void navigate({ search, replace: true, resetScroll: false }),
  );
  const facts = (
    <>
      <RunFacts monitor={monitor} run={run} />
      {run.result?.values !== undefined && <ValuesView values={run.result.values} />}
      <RunDeliveries runId={run.id} />
    </>
  );
  const isInWords = run.result !== undefined && run.result.screenshot === undefined;
  if (isInWords) return <InWords run={run}>{facts}</InWords>;
  if (comparison === null) return <Single run={run}>{facts}</Single>;
  const isTextOnly = run.result?.pictureCompared === false;
  return (
    <>
      {isTextOnly && <TextChanges run={run} />}
      <Viewer comparison={comparison} {...viewerProps}>
        {facts}
      </Viewer>
      {!isTextOnly && <TextChanges run={run} />}
    </>
  );
}

/** A run without a picture: what changed in words, or why nothing was compared. */
function InWords({ run, children }: { run: MonitorRun; children: ReactNode }) {
  const { result } = run;
  const isFirst = result?.baselineRunId === null;
  return (
    <div className={styles["columns"]}>
      <div className="stack-4">
        {isFirst && <EmptyState title="There is nothing to compare">{whyNothing(run)}</EmptyState>}
        {!isFirst && result?.text === undefined && (
          <EmptyState title="This run took no picture">Its values are beside this text.</EmptyState>
        )}
        <TextChanges run={run} />
      </div>
      {children}
    </div>
  );
}

/** A run without a comparison: why, and its picture if there is one. */
function Single({ run, children }: { run: MonitorRun; children: ReactNode }) {
  const { id, monitorId, result } = run;
  return (
    <div className={styles["columns"]}>
      <div className="stack-4">
        <EmptyState title="There is nothing to compare">{whyNothing(run)}</EmptyState>
        {run.error?.picture !== undefined && <FailureLink url={run.error.picture.url} />}
        {result !== undefined && (
          <Picture path={runPicturePath(monitorId, id)} alt="The captured page" width={960} shape="4 / 3" isFirst />
        )}
      </div>
      {children}
    </div>
  );
}

function whyNothing({ status, result, error }: MonitorRun): string {
  if (error !== undefined) return inFormWords(error.message);
  if (result !== undefined) return "This run became the baseline. The next run is compared with it.";
  return status === "skipped" ? "The run was skipped." : "The run has not ended yet.";
}
