import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Batch } from "#schemas/batch.ts";
import type { Job } from "#schemas/job.ts";
import { jobsQuery } from "../../api/queries.ts";
import { countOf } from "../../format/words.ts";
import { JobGallery } from "../../ui/JobGallery.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { Listed } from "../../ui/Listed.tsx";
import { useList } from "../../api/useList.ts";
import { BatchActions } from "./BatchActions.tsx";
import { BatchFacts } from "./BatchFacts.tsx";
import { HostTable } from "./HostTable.tsx";
import { pageStatusOptions, readPageFilter } from "./filter.ts";
import { batchQuery } from "./queries.ts";
import { RefusedTable } from "./RefusedTable.tsx";

/** One batch: its progress, its pages with the failed ones first, and figures by host. */
export function BatchScreen() {
  const { batchId } = useParams({ from: "/shell/batches/$batchId" });
  const { data: batch, error, refetch } = useQuery(batchQuery(batchId));
  return (
    <Page
      title={batch === undefined ? "Batch" : `Batch of ${countOf(batch.total, "page")}`}
      {...(batch && { about: <Accepted batch={batch} />, actions: <BatchActions batch={batch} /> })}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {batch === undefined && error === null && <Loading label="Loading the batch" lines={2} height="9rem" />}
      {batch !== undefined && (
        <>
          <BatchFacts batch={batch} />
          <Pages batchId={batch.id} />
          {batch.refused.length > 0 && <RefusedTable refused={batch.refused} />}
          <HostTable hosts={batch.hosts} />
        </>
      )}
    </Page>
  );
}

function Accepted({ batch: { createdAt, expiresAt } }: { batch: Batch }) {
  return (
    <>
      Accepted <RelativeTime at={createdAt} />. It is deleted <RelativeTime at={expiresAt} />.
    </>
  );
}

function Pages({ batchId }: { batchId: string }) {
  const filter = useSearch({ from: "/shell/batches/$batchId" });
  const navigate = useNavigate({ from: "/batches/$batchId" });
  const { status = "" } = filter;
  const query = useList(jobsQuery({ ...filter, batchId, limit: 100 }), (page) => page.jobs);
  return (
    <Section
      title="Pages"
      actions={
        <Select
          label="State"
          hidesLabel
          value={status}
          onChange={(next) => void navigate({ search: readPageFilter({ status: next }), replace: true })}
          options={pageStatusOptions}
        />
      }
    >
      <Listed
        query={query}
        things="pages"
        lines={2}
        height="14rem"
        emptyTitle="No pages in this state"
        empty="Choose another state above."
      >
        {(jobs) => <JobGallery jobs={failedFirst(jobs)} />}
      </Listed>
    </Section>
  );
}

/** Failed pages first, the others in the order in which the batch named them. Later ids sort later. */
function failedFirst(jobs: readonly Job[]): Job[] {
  return jobs.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1));
}

function rankOf({ status }: Job): number {
  return status === "failed" ? 0 : 1;
}
