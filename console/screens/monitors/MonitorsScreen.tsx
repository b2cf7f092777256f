import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { takesPicture } from "#rules/comparedParts.ts";
import { numberHistory } from "#rules/numberHistory.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { monitorsQuery } from "../../api/queries.ts";
import { formatTimes } from "../../format/cron.ts";
import { inFormWords } from "../../format/fieldLabels.ts";
import { titleBeside } from "../../format/pageTitle.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { MonitorBadge } from "../../ui/badges/MonitorBadge.tsx";
import { NumberLine } from "../../ui/NumberLine.tsx";
import { Page } from "../../ui/Page.tsx";
import { Picture, runPicturePath } from "../../ui/Picture.tsx";
import { DueTime, RelativeTime } from "../../ui/RelativeTime.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Sparkline } from "../../ui/Sparkline.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { BulkActions } from "./BulkActions.tsx";
import { ChooseAll } from "./ChooseAll.tsx";
import { type MonitorFilter, readMonitorFilter, stateOptions } from "./filter.ts";
import styles from "./Monitors.module.css";

/** All monitors, with a search, filters, and actions on several at once. */
export function MonitorsScreen() {
  const filter = useSearch({ from: "/shell/monitors" });
  return (
    <Page
      title="Monitors"
      actions={
        <>
          <LinkButton href="/monitors/many">Watch many pages</LinkButton>
          <LinkButton href="/monitors/sitemaps">Sitemaps</LinkButton>
          <LinkButton href="/monitors/new" variant="primary">
            Watch a page
          </LinkButton>
        </>
      }
    >
      <Filters filter={filter} />
      {/* A choice holds for one filter, so that no action concerns monitors that the filter hides. */}
      <List key={JSON.stringify(filter)} filter={filter} />
    </Page>
  );
}

function List({ filter }: { filter: MonitorFilter }) {
  const query = useInfiniteQuery(monitorsQuery(toQuery(filter)));
  const monitors = (query.data?.pages ?? []).flatMap((page) => page.monitors);
  const { chosenMonitors, choose, toggle } = useChoice(monitors);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <BulkActions monitors={[...chosenMonitors.values()]} onChosen={choose} />
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the monitors" lines={6} height="4.5rem" />}
      {query.data !== undefined && monitors.length === 0 && (
        <EmptyState
          title={isFiltered ? "No monitor matches" : "No monitors yet"}
          action={isFiltered ? null : <LinkButton href="/monitors/new">Watch a page</LinkButton>}
        >
          {isFiltered ? "Change the search or the state above." : "A monitor looks at a page again and again."}
        </EmptyState>
      )}
      {monitors.length > 0 && (
        <div className={styles["list"]}>
          <ChooseAll
            shownMonitors={monitors}
            total={query.data?.pages.at(-1)?.total ?? monitors.length}
            count={chosenMonitors.size}
            isAllChosen={monitors.every(({ id }) => chosenMonitors.has(id))}
            filter={toQuery(filter)}
            onChosen={choose}
          />
          <ul>
            {monitors.map((monitor) => (
              <Row
                key={monitor.id}
                monitor={monitor}
                isChosen={chosenMonitors.has(monitor.id)}
                onChoose={(isOn) => toggle(monitor, isOn)}
              />
            ))}
          </ul>
        </div>
      )}
      <LoadMore query={query} />
    </>
  );
}

/** The chosen monitors by id, on this page or on others. Those in view are as the list has them. */
function useChoice(monitors: readonly Monitor[]) {
  const [kept, setKept] = useState<ReadonlyMap<string, Monitor>>(new Map());
  const current = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  return {
    chosenMonitors: new Map([...kept].map(([id, monitor]) => [id, current.get(id) ?? monitor])),
    choose: (next: readonly Monitor[]): void => setKept(new Map(next.map((monitor) => [monitor.id, monitor]))),
    toggle: (monitor: Monitor, isOn: boolean): void =>
      setKept((before) => {
        const next = new Map(before);
        if (isOn) next.set(monitor.id, monitor);
        else next.delete(monitor.id);
        return next;
      }),
  };
}

function toQuery({ state, ...rest }: MonitorFilter): Parameters<typeof monitorsQuery>[0] {
  if (state === undefined) return rest;
  const isStatus = state === "active" || state === "paused";
  return { ...rest, ...(isStatus ? { status: state } : { incident: state }) };
}

function Filters({ filter }: { filter: MonitorFilter }) {
  const navigate = useNavigate({ from: "/monitors" });
  const set = (changed: Record<string, unknown>): void =>
    void navigate({ search: readMonitorFilter({ ...filter, ...changed }), replace: true });
  return (
    <search className={styles["filters"]}>
      <TextField
        label="Search names and tags"
        type="search"
        value={filter.q ?? ""}
        onChange={(q) => set({ q })}
        placeholder="Shop, pricing …"
      />
      <Select label="State" value={filter.state ?? ""} onChange={(state) => set({ state })} options={stateOptions} />
      {filter.tag !== undefined && <Button onPress={() => set({ tag: "" })}>Tag: {filter.tag} ✕</Button>}
      {filter.sitemap !== undefined && <Button onPress={() => set({ sitemap: "" })}>Pages of one sitemap ✕</Button>}
    </search>
  );
}

type RowProps = { monitor: Monitor; isChosen: boolean; onChoose: (isOn: boolean) => void };

function Row({ monitor, isChosen, onChoose }: RowProps) {
  const { id, name, host, tags, state, lastRunAt, nextRunAt, recentRuns, capture } = monitor;
  const history = numberHistory(recentRuns);
  const picturedRun = recentRuns.find(({ status }) => status === "completed");
  return (
    <li className={styles["row"]}>
      <Checkbox label={`Choose ${name}`} isSelected={isChosen} onChange={onChoose} />
      <div className={styles["thumbnail"]}>
        {picturedRun !== undefined && (
          <Picture
            path={runPicturePath(id, picturedRun.id)}
            alt=""
            width={160}
            shape="4 / 3"
            isTaken={takesPicture(capture)}
          />
        )}
      </div>
      <div className={styles["name"]}>
        <Link to="/monitors/$monitorId" params={{ monitorId: id }}>
          {name}
        </Link>
        <span className={styles["host"]}>
          {[titleBeside(monitor), host].filter((text) => text !== null).join(" · ")}
          {tags.map((tag) => (
            <Link key={tag} to="/monitors" search={{ tag }} className={styles["tag"]}>
              {tag}
            </Link>
          ))}
        </span>
        {state.reason !== null && <span className={styles["reason"]}>{inFormWords(state.reason)}</span>}
      </div>
      <MonitorBadge monitor={monitor} />
      <div className={styles["runs"]}>
        {history !== null && history.numbers.length > 1 && <NumberLine history={history} />}
        <Sparkline runs={recentRuns} />
      </div>
      <div className={styles["times"]}>
        {lastRunAt === null ? "not run yet" : <RelativeTime at={lastRunAt} />}
        <span>
          {formatTimes(monitor)}
          {nextRunAt !== null && (
            <>
              , next <DueTime at={nextRunAt} />
            </>
          )}
        </span>
      </div>
    </li>
  );
}
