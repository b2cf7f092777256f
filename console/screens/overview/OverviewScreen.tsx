import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { monitorsQuery } from "../../api/queries.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { AddressBar } from "./AddressBar.tsx";
import { CreditsCard } from "./CreditsCard.tsx";
import { MonitorGrid } from "./MonitorGrid.tsx";
import { OpenChanges } from "./OpenChanges.tsx";
import styles from "./Overview.module.css";
import { RecentWork } from "./RecentWork.tsx";

/** All monitors by urgency: changes to review, then failing monitors, then the rest. */
export function OverviewScreen() {
  const query = useInfiniteQuery(monitorsQuery());
  const { data, error, refetch, isPending } = query;
  useFirstPages(query);
  const monitors = (data?.pages ?? []).flatMap((page) => page.monitors);
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
      {data !== undefined && (
        <Content monitors={monitors} failing={monitors.filter(isFailing)} more={<LoadMore query={query} />} />
      )}
    </Page>
  );
}

/** Pages that load one after another by themselves, so that every open change counts: 1,000 monitors. */
const maxOwnPages = 10;

type Pages = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  "data" | "hasNextPage" | "isFetching" | "isError" | "fetchNextPage"
>;

function useFirstPages({ data, hasNextPage, isFetching, isError, fetchNextPage }: Pages): void {
  const loaded = data?.pages.length ?? 0;
  const isWanted = hasNextPage && !isFetching && !isError && loaded < maxOwnPages;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
}

/** States that ask for a person, after the failing ones. The others keep their order. */
const urgentStates: readonly Monitor["state"]["kind"][] = ["out_of_credits", "plan_limit", "changed", "page_gone"];

function rankOf({ state }: Monitor): number {
  const rank = urgentStates.indexOf(state.kind);
  return rank === -1 ? urgentStates.length : rank;
}

const failingStates = new Set<Monitor["state"]["kind"]>(["down", "failing", "no_first_capture"]);

function isFailing({ state }: Monitor): boolean {
  return failingStates.has(state.kind);
}

type ContentProps = { monitors: Monitor[]; failing: Monitor[]; more: ReactNode };

function Content({ monitors, failing, more }: ContentProps) {
  const others = monitors.filter((monitor) => !isFailing(monitor)).toSorted((a, b) => rankOf(a) - rankOf(b));
  return (
    <>
      <AddressBar isNew={monitors.length === 0} />
      <OpenChanges />
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
      {more}
      <div className={styles["columns"]}>
        <RecentWork />
        <CreditsCard />
      </div>
    </>
  );
}
