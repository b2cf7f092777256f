import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { monitorQuery, runsQuery } from "../../api/queries.ts";
import { formatShare } from "../../format/numbers.ts";
import { formatInterval } from "../../format/time.ts";
import { useHotkeys } from "../../shell/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { MonitorBadge } from "../../ui/badges/MonitorBadge.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { Picture, runPicturePath } from "../../ui/Picture.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { RunBadge } from "../../ui/badges/RunBadge.tsx";
import { Sparkline } from "../../ui/Sparkline.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { useNow } from "../../ui/useNow.ts";
import { monitorActions, muteFor, useMonitorActions } from "./actions.ts";
import styles from "./Monitors.module.css";

/** One monitor: its state, what to do with it, and its runs. */
export function MonitorScreen() {
  const { monitorId } = useParams({ from: "/shell/monitors/$monitorId" });
  const { data: monitor, error, refetch } = useQuery(monitorQuery(monitorId));
  if (error !== null)
    return (
      <Page title="Monitor">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (monitor === undefined)
    return (
      <Page title="Monitor">
        <Loading label="Loading the monitor" lines={2} height="9rem" />
      </Page>
    );
  return (
    <Page title={monitor.name} about={monitor.host} actions={<Actions monitor={monitor} />}>
      <Summary monitor={monitor} />
      <Runs monitor={monitor} />
    </Page>
  );
}

function Actions({ monitor }: { monitor: Monitor }) {
  const { id, status, incident, mutedUntil } = monitor;
  const navigate = useNavigate();
  const { act, isPending } = useMonitorActions();
  const [asks, setAsks] = useState(false);
  const run = (): void => act([id], monitorActions.run);
  const now = useNow();
  const isPaused = status !== "active";
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > now;
  useHotkeys("Monitor", [{ keys: "r", label: "Run now", run }]);
  return (
    <>
      <Button onPress={run} isPending={isPending}>
        Run now
      </Button>
      <Button onPress={() => act([id], isPaused ? monitorActions.resume : monitorActions.pause)}>
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button onPress={() => act([id], isMuted ? monitorActions.unmute : muteFor(24))}>
        {isMuted ? "Unmute" : "Mute for a day"}
      </Button>
      {incident !== null && incident.acknowledgedAt === null && (
        <Button onPress={() => act([id], monitorActions.acknowledge)}>Acknowledge</Button>
      )}
      <Button variant="danger" onPress={() => setAsks(true)}>
        Delete
      </Button>
      <ConfirmDialog
        title={`Delete “${monitor.name}”?`}
        confirm="Delete the monitor"
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          act([id], monitorActions.delete);
          void navigate({ to: "/monitors" });
        }}
      >
        It stops at once. Its runs stay readable by the API until they expire.
      </ConfirmDialog>
    </>
  );
}

function Summary({ monitor }: { monitor: Monitor }) {
  const { incident, lastRunAt, nextRunAt, mutedUntil, changeThreshold, baselineMode, tags } = monitor;
  return (
    <Card>
      <dl className={styles["summary"]}>
        <Fact name="State">
          <MonitorBadge monitor={monitor} />
          {incident !== null && (
            <>
              {" "}
              <RelativeTime at={incident.openedAt} />
              {incident.acknowledgedAt !== null && ", acknowledged"}
            </>
          )}
        </Fact>
        <Fact name="Runs">{formatInterval(monitor.intervalMinutes)}</Fact>
        <Fact name="Last run">{lastRunAt === null ? "none yet" : <RelativeTime at={lastRunAt} />}</Fact>
        <Fact name="Next run">{nextRunAt === null ? "none" : <RelativeTime at={nextRunAt} />}</Fact>
        <Fact name="Threshold">{changeThreshold === 0 ? "any visible difference" : formatShare(changeThreshold)}</Fact>
        <Fact name="Baseline">{baselineMode === "rolling" ? "the last accepted run" : "fixed by hand"}</Fact>
        {mutedUntil !== null && (
          <Fact name="Muted until">
            <RelativeTime at={mutedUntil} />
          </Fact>
        )}
        {tags.length > 0 && <Fact name="Tags">{tags.join(", ")}</Fact>}
        <Fact name="Difference, last 20 runs">
          <Sparkline runs={monitor.recentRuns} />
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Runs({ monitor }: { monitor: Monitor }) {
  const query = useInfiniteQuery(runsQuery(monitor.id, { limit: 24 }));
  const runs = (query.data?.pages ?? []).flatMap((page) => page.runs);
  return (
    <Section title="Runs">
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the runs" lines={2} height="10rem" />}
      {query.data !== undefined && runs.length === 0 && (
        <EmptyState title="No runs yet">“Run now” captures the page at once.</EmptyState>
      )}
      <ul className={styles["runs"]}>
        {runs.map((run) => (
          <RunCard key={run.id} run={run} isBaseline={run.id === monitor.baselineRunId} />
        ))}
      </ul>
      <LoadMore query={query} />
    </Section>
  );
}

function RunCard({ run, isBaseline }: { run: MonitorRun; isBaseline: boolean }) {
  const { id, monitorId, status, differenceRatio, createdAt } = run;
  return (
    <li className={styles["run"]}>
      <Link to="/monitors/$monitorId/runs/$runId" params={{ monitorId, runId: id }}>
        {status === "completed" ? (
          <Picture path={runPicturePath(monitorId, id)} alt="" width={320} shape="4 / 3" />
        ) : (
          <span className={styles["thumbnail"]} />
        )}
        <span className={styles["runFacts"]}>
          <RunBadge run={run} />
          <strong>{differenceRatio === undefined ? "" : formatShare(differenceRatio)}</strong>
          <RelativeTime at={createdAt} />
          {isBaseline && <span>Baseline</span>}
        </span>
      </Link>
    </li>
  );
}
