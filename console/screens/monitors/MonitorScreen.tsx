import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { monitorQuery } from "../../api/queries.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Page } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { TabSet } from "../../ui/TabSet.tsx";
import { useNow } from "../../ui/useNow.ts";
import { monitorActions, muteFor, useMonitorActions } from "./actions.ts";
import { Baselines } from "./detail/Baselines.tsx";
import { Incidents } from "./detail/Incidents.tsx";
import { MonitorDeliveries } from "./detail/MonitorDeliveries.tsx";
import { Settings } from "./detail/Settings.tsx";
import { type MonitorTab, monitorTabs, readMonitorTab } from "./detail/tabs.ts";
import { Summary } from "./detail/Summary.tsx";
import { Timeline } from "./detail/Timeline.tsx";
import { WatchedPage } from "./detail/WatchedPage.tsx";

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
