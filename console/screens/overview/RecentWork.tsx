import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Job } from "#schemas/job.ts";
import { jobsQuery } from "../../api/queries.ts";
import { JobBadge } from "../../ui/badges/JobBadge.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import styles from "./Overview.module.css";

/** The newest jobs. */
export function RecentWork() {
  const { data, error, refetch } = useInfiniteQuery(jobsQuery({ limit: 8 }));
  const jobs = data?.pages[0]?.jobs ?? [];
  return (
    <Section title="Recent work" actions={<Link to="/renders">All renders</Link>}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading recent work" />}
      {data !== undefined && (
        <Card padded={false}>
          {jobs.length === 0 ? (
            <p className={styles["none"]}>No renders yet. “Render a page” takes a picture of any address.</p>
          ) : (
            <ul className={styles["jobs"]}>
              {jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </Section>
  );
}

function JobRow({ job }: { job: Job }) {
  return (
    <li className={styles["job"]}>
      <JobBadge job={job} />
      <Link to="/jobs/$jobId" params={{ jobId: job.id }} className={styles["address"]}>
        {job.result?.page.title || job.url}
      </Link>
      <RelativeTime at={job.createdAt} />
    </li>
  );
}
