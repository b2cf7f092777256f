import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { alertTargetsQuery, monitorQuery } from "../../api/queries.ts";
import { originWords, toldTargets } from "../../format/alertTarget.ts";
import { formatShare } from "../../format/numbers.ts";
import { formatTimes } from "../../format/cron.ts";
import { inFormWords } from "../../format/fieldLabels.ts";
import { inheritedWords } from "../../format/inherited.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { MonitorBadge } from "../../ui/badges/MonitorBadge.tsx";
import { Card, Page } from "../../ui/Page.tsx";
import { DueTime, RelativeTime } from "../../ui/RelativeTime.tsx";
import { Sparkline } from "../../ui/Sparkline.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { TabSet } from "../../ui/TabSet.tsx";
import { useNow } from "../../ui/useNow.ts";
import { monitorActions, muteFor, useMonitorActions } from "./actions.ts";
import { Baselines } from "./detail/Baselines.tsx";
import { Incidents } from "./detail/Incidents.tsx";
import { MonitorDeliveries } from "./detail/MonitorDeliveries.tsx";
import { Settings } from "./detail/Settings.tsx";
import { type MonitorTab, monitorTabs, readMonitorTab } from "./detail/tabs.ts";
import { Timeline } from "./detail/Timeline.tsx";
import { WatchedPage } from "./detail/WatchedPage.tsx";
import { quietPath } from "./form/times.ts";
import styles from "./Monitors.module.css";

/** One monitor: its state, what to do with it, and its runs, history and settings in tabs. */
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
    <Page title={monitor.name} about={<WatchedPage monitor={monitor} />} actions={<Actions monitor={monitor} />}>
      <Summary monitor={monitor} />
      <Tabs monitor={monitor} />
    </Page>
  );
}

function Actions({ monitor }: { monitor: Monitor }) {
  const { id, status, incident, mutedUntil } = monitor;
  const { act, isPending } = useMonitorActions();
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
      <LinkButton href={`/monitors/new?from=${id}`}>Duplicate</LinkButton>
    </>
  );
}

function Summary({ monitor }: { monitor: Monitor }) {
  const { quietHours } = monitor.alerts;
  const inheritedQuiet = inheritedWords(monitor, quietPath);
  const { state, incident, lastRunAt, nextRunAt, mutedUntil, changeThreshold, baselineMode, tags, sitemapId } = monitor;
  return (
    <Card>
      <dl className={styles["summary"]}>
        <Fact name="State">
          <MonitorBadge monitor={monitor} />
          {state.reason !== null && <span className={styles["reason"]}> {inFormWords(state.reason)}</span>}
          {incident !== null && (
            <>
              {" "}
              <RelativeTime at={incident.openedAt} />
              {incident.acknowledgedAt !== null && ", acknowledged"}
            </>
          )}
        </Fact>
        <Fact name="Runs">{formatTimes(monitor)}</Fact>
        <Fact name="Last run">{lastRunAt === null ? "none yet" : <RelativeTime at={lastRunAt} />}</Fact>
        <Fact name="Next run">{nextRunAt === null ? "none" : <DueTime at={nextRunAt} />}</Fact>
        <Fact name="Threshold">
          {changeThreshold === 0
            ? (inheritedWords(monitor, "changeThreshold") ?? "any visible difference")
            : formatShare(changeThreshold)}
        </Fact>
        <Fact name="Baseline">{baselineMode === "rolling" ? "the run before" : "the run you accepted"}</Fact>
        {quietHours !== null && (
          <Fact name="Quiet hours">{`${quietHours.from} to ${quietHours.to} (${monitor.timezone ?? "UTC"})`}</Fact>
        )}
        {inheritedQuiet !== null && <Fact name="Quiet hours">{inheritedQuiet}</Fact>}
        {mutedUntil !== null && (
          <Fact name="Mute ends">
            <RelativeTime at={mutedUntil} />
          </Fact>
        )}
        {sitemapId !== null && (
          <Fact name="Made by">
            <Link to="/monitors/sitemaps/$sitemapId" params={{ sitemapId }}>
              a sitemap
            </Link>
          </Fact>
        )}
        {tags.length > 0 && <Fact name="Tags">{tags.join(", ")}</Fact>}
        <ToldTargets monitor={monitor} />
        <Fact name="Difference, last 20 runs">
          <Sparkline runs={monitor.recentRuns} />
        </Fact>
      </dl>
    </Card>
  );
}

/** The alert targets of a monitor, each with the reason. */
function ToldTargets({ monitor }: { monitor: Monitor }) {
  const { data = [] } = useQuery(alertTargetsQuery);
  const told = toldTargets(data, monitor);
  if (told.length === 0) return null;
  return (
    <Fact name="Also tells">
      {told.map(({ target, origin }, index) => (
        <span key={target.id}>
          {index > 0 && ", "}
          <Link to="/alerts">{target.name}</Link> ({originWords(origin)})
        </span>
      ))}
    </Fact>
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

function Tabs({ monitor }: { monitor: Monitor }) {
  const { tab = "timeline" } = useSearch({ from: "/shell/monitors/$monitorId" });
  const navigate = useNavigate({ from: "/monitors/$monitorId" });
  const contents: Readonly<Record<MonitorTab, ReactNode>> = {
    timeline: <Timeline monitor={monitor} />,
    incidents: <Incidents monitorId={monitor.id} />,
    baselines: <Baselines monitor={monitor} />,
    deliveries: <MonitorDeliveries monitorId={monitor.id} />,
    settings: <Settings monitor={monitor} />,
  };
  return (
    <TabSet
      label="Parts of the monitor"
      tabs={monitorTabs.map((each) => ({ ...each, content: contents[each.id] }))}
      tab={tab}
      onTab={(next) => void navigate({ search: readMonitorTab({ tab: next }), replace: true, resetScroll: false })}
    />
  );
}
