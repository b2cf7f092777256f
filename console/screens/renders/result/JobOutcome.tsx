import { Link } from "@tanstack/react-router";
import type { Job } from "#schemas/job.ts";
import { JobBadge } from "../../../ui/badges/JobBadge.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { JobFailure } from "./JobFailure.tsx";
import { JobProgress } from "./JobProgress.tsx";
import styles from "./Result.module.css";
import { ResultTabs } from "./ResultTabs.tsx";

type JobOutcomeProps = {
  job: Job;
  /** The chosen tab of the result. Empty: the first. */
  tab: string;
  onTab: (tab: string) => void;
  /** Whether a link opens the job's own screen. Default: false. */
  hasLink?: boolean;
};

/** The progress of a job: its stages while it runs, its error, or its outputs in tabs. */
export function JobOutcome({ job, tab, onTab, hasLink = false }: JobOutcomeProps) {
  return (
    <div className="stack-3">
      <p className={styles["state"]} role="status">
        <JobBadge job={job} />
        {hasLink && (
          <Link to="/jobs/$jobId" params={{ jobId: job.id }}>
            Open the job
          </Link>
        )}
      </p>
      {job.completedAt === null && <JobProgress job={job} />}
      {job.status === "failed" && job.error !== undefined && <JobFailure job={job} error={job.error} />}
      {job.status === "cancelled" && <EmptyState title="The job was cancelled">Its credits are refunded.</EmptyState>}
      {job.status === "completed" && <ResultTabs job={job} tab={tab} onTab={onTab} />}
    </div>
  );
}
