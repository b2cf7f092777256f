import { Link } from "@tanstack/react-router";
import type { Job } from "#schemas/job.ts";
import { JobBadge } from "./badges/JobBadge.tsx";
import styles from "./JobGallery.module.css";
import { jobOutputPath, Picture } from "./Picture.tsx";
import { RelativeTime } from "./RelativeTime.tsx";

/** Jobs as a grid of their pictures. A failed job says why. */
export function JobGallery({ jobs }: { jobs: readonly Job[] }) {
  return (
    <ul className={styles["gallery"]}>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </ul>
  );
}

function JobCard({ job }: { job: Job }) {
  const { id, url, result, error, createdAt } = job;
  return (
    <li className={styles["job"]}>
      <Link to="/jobs/$jobId" params={{ jobId: id }}>
        {result?.screenshot === undefined ? (
          <span className={styles["blank"]}>{error?.message}</span>
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
