import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { jobsQuery } from "../../api/queries.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { JobGallery } from "../../ui/JobGallery.tsx";
import { Page } from "../../ui/Page.tsx";
import { Filters } from "../../ui/fields/Filters.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Listed } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { PlainForm } from "../../ui/fields/PlainForm.tsx";
import { hostTyped, type JobFilter, kindOptions, readJobFilter, statusOptions } from "./filter.ts";
import { JobTable } from "./JobTable.tsx";
import styles from "./Renders.module.css";

/** The jobs, newest first, as a gallery of their pictures or as a table. */
export function RendersScreen() {
  const filter = useSearch({ from: "/shell/renders" });
  const { view = "gallery", ...wanted } = filter;
  const query = useList(jobsQuery({ ...wanted, limit: 48 }), (page) => page.jobs);
  const isFiltered = Object.keys(wanted).length > 0;
  const hasNone = query.isSuccess && !isFiltered && query.data.length === 0;
  return (
    <Page
      title="Renders"
      actions={
        <LinkButton href="/renders/new" variant="primary">
          Render a page
        </LinkButton>
      }
    >
      {!hasNone && <JobFilters filter={filter} />}
      <Listed
        query={query}
        things="renders"
        lines={3}
        height="10rem"
        emptyTitle="No renders here"
        empty={
          isFiltered
            ? "Change the filters above."
            : "Each render of a page by you, a batch, a schedule or a crawl shows here."
        }
      >
        {(jobs) => (view === "table" ? <JobTable jobs={jobs} /> : <JobGallery jobs={jobs} />)}
      </Listed>
    </Page>
  );
}

function JobFilters({ filter }: { filter: JobFilter }) {
  const { status = "", kind = "", host = "", view } = filter;
  const navigate = useNavigate({ from: "/renders" });
  const set = (change: Record<string, unknown>): void =>
    void navigate({ search: readJobFilter({ ...filter, ...change }), replace: true });
  return (
    <Filters>
      <HostSearch host={host} onHost={(next) => set({ host: next })} />
      <Select label="State" value={status} onChange={(next) => set({ status: next })} options={statusOptions} />
      <Select label="Kind" value={kind} onChange={(next) => set({ kind: next })} options={kindOptions} />
      <div className={styles["view"]}>
        <Switch isSelected={view === "table"} onChange={(on) => set({ view: on ? "table" : undefined })}>
          Table
        </Switch>
      </div>
    </Filters>
  );
}

/** A search for a host. It waits for Enter or a click elsewhere, because no render matches half a host. */
function HostSearch({ host, onHost }: { host: string; onHost: (host: string) => void }) {
  const [typedHost, setTypedHost] = useState(host);
  const [shownHost, setShownHost] = useState(host);
  // The address of the screen may change without this field.
  if (shownHost !== host) {
    setShownHost(host);
    setTypedHost(host);
  }
  const search = (text: string): void => {
    const found = hostTyped(text);
    if (found !== host) onHost(found);
  };
  const change = (text: string): void => {
    setTypedHost(text);
    if (text === "") search("");
  };
  return (
    <PlainForm onSubmit={() => search(typedHost)} noValidate>
      <TextField
        label="Site"
        type="search"
        value={typedHost}
        onChange={change}
        onBlur={() => search(typedHost)}
        placeholder="shop.example"
      />
    </PlainForm>
  );
}
