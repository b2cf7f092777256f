import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { jobsQuery } from "../../api/queries.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { JobGallery } from "../../ui/JobGallery.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Page } from "../../ui/Page.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { type JobFilter, kindOptions, readJobFilter, statusOptions } from "./filter.ts";
import { JobTable } from "./JobTable.tsx";
import styles from "./Renders.module.css";

/** The jobs, newest first, as a gallery of their pictures or as a table. */
export function RendersScreen() {
  const filter = useSearch({ from: "/shell/renders" });
  const { view = "gallery", ...wanted } = filter;
  const query = useInfiniteQuery(jobsQuery({ ...wanted, limit: 48 }));
  const isFiltered = Object.keys(wanted).length > 0;
  const jobs = (query.data?.pages ?? []).flatMap((page) => page.jobs);
  const hasNone = query.isSuccess && !isFiltered && jobs.length === 0;
  return (
    <Page
      title="Renders"
      actions={
        <LinkButton href="/renders/new" variant="primary">
          Render a page
        </LinkButton>
      }
    >
      {!hasNone && <Filters filter={filter} />}
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the renders" lines={3} height="10rem" />}
      {query.data !== undefined && jobs.length === 0 && (
        <EmptyState title="No renders here">
          {isFiltered
            ? "Change the filters above."
            : "Each render of a page by you, a batch, a schedule or a crawl shows here."}
        </EmptyState>
      )}
      {view === "table" && jobs.length > 0 ? <JobTable jobs={jobs} /> : <JobGallery jobs={jobs} />}
      <LoadMore query={query} />
    </Page>
  );
}

function Filters({ filter }: { filter: JobFilter }) {
  const { status = "", kind = "", view } = filter;
  const navigate = useNavigate({ from: "/renders" });
  const set = (change: Record<string, unknown>): void =>
    void navigate({ search: readJobFilter({ ...filter, ...change }), replace: true });
  return (
    <div className={styles["filters"]}>
      <Select label="State" value={status} onChange={(next) => set({ status: next })} options={statusOptions} />
      <Select label="Kind" value={kind} onChange={(next) => set({ kind: next })} options={kindOptions} />
      <Switch isSelected={view === "table"} onChange={(on) => set({ view: on ? "table" : undefined })}>
        Table
      </Switch>
    </div>
  );
}
