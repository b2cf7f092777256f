import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Job } from "#schemas/job.ts";
import { jobsQuery } from "../../api/queries.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { JobBadge } from "../../ui/JobBadge.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Page } from "../../ui/Page.tsx";
import { jobOutputPath, Picture } from "../../ui/Picture.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Select } from "../../ui/Select.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { statusOptions } from "./filter.ts";
import styles from "./Renders.module.css";

/** The jobs as a gallery of their pictures, newest first. */
export function RendersScreen() {
  const { status = "" } = useSearch({ from: "/shell/renders" });
  const navigate = useNavigate({ from: "/renders" });
  const query = useInfiniteQuery(jobsQuery({ status, limit: 48 }));
  const jobs = (query.data?.pages ?? []).flatMap((page) => page.jobs);
  return (
    <Page
      title="Renders"
      actions={
        <LinkButton href="/renders/new" variant="primary">
          Render a page
        </LinkButton>
      }
    >
      <div className={styles["filters"]}>
        <Select
          label="State"
          value={status}
          onChange={(next) => void navigate({ search: next === "" ? {} : { status: next }, replace: true })}
          options={statusOptions}
        />
      </div>
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the renders" lines={3} height="10rem" />}
      {query.data !== undefined && jobs.length === 0 && (
        <EmptyState title="No renders here" action={<LinkButton href="/renders/new">Render a page</LinkButton>}>
          Each render of a page by you, a batch, a schedule or a crawl shows here.
        </EmptyState>
      )}
      <ul className={styles["gallery"]}>
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} />
        ))}
      </ul>
      <LoadMore query={query} />
    </Page>
  );
}

function JobCard({ job }: { job: Job }) {
  const { id, url, result, createdAt } = job;
  return (
    <li className={styles["job"]}>
      <Link to="/jobs/$jobId" params={{ jobId: id }}>
        {result?.screenshot === undefined ? (
          <span className={styles["blank"]} />
        ) : (
          <Picture path={jobOutputPath(id, "screenshot")} alt="" width={320} shape="4 / 3" />
        )}
        <strong>{result?.page.title || url}</strong>
      </Link>
      <p className={styles["facts"]}>
        <JobBadge job={job} />
        <RelativeTime at={createdAt} />
      </p>
    </li>
  );
}
