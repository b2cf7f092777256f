import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { monitorsQuery } from "../../api/queries.ts";
import { setOpenChanges } from "../../shell/title.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { CreditsCard } from "./CreditsCard.tsx";
import { FirstPicture } from "./FirstPicture.tsx";
import { MonitorGrid } from "./MonitorGrid.tsx";
import { OpenChanges } from "./OpenChanges.tsx";
import styles from "./Overview.module.css";
import { RecentWork } from "./RecentWork.tsx";

/** All monitors by urgency: open changes, then failing monitors, then the rest. */
export function OverviewScreen() {
  const { data, error, refetch, isPending } = useInfiniteQuery(monitorsQuery());
  const monitors = (data?.pages ?? []).flatMap((page) => page.monitors);
  const changed = monitors.filter(({ incident }) => incident?.type === "change");
  useEffect(() => setOpenChanges(changed.length), [changed.length]);
  return (
    <Page
      title="Overview"
      actions={
        <>
          <LinkButton href="/renders/new">Render a page</LinkButton>
          <LinkButton href="/monitors/new" variant="primary">
            Watch a page
          </LinkButton>
        </>
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading label="Loading the monitors" lines={3} height="9rem" />}
      {data !== undefined && <Content monitors={monitors} changed={changed} failing={monitors.filter(isFailing)} />}
    </Page>
  );
}

function isFailing({ incident }: Monitor): boolean {
  return incident?.type === "failure";
}

function Content({ monitors, changed, failing }: { monitors: Monitor[]; changed: Monitor[]; failing: Monitor[] }) {
  const others = monitors.filter(({ incident }) => incident === null);
  return (
    <>
      {changed.length > 0 && (
        <Section title={`Open changes (${changed.length})`}>
          <OpenChanges monitors={changed} />
        </Section>
      )}
      {failing.length > 0 && (
        <Section title={`Failing monitors (${failing.length})`}>
          <MonitorGrid monitors={failing} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Monitors">
          <MonitorGrid monitors={others} />
        </Section>
      )}
      {monitors.length === 0 && <FirstPicture />}
      <div className={styles["columns"]}>
        <RecentWork />
        <CreditsCard />
      </div>
    </>
  );
}
