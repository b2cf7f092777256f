import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { jobQuery } from "../../api/queries.ts";
import { Page } from "../../ui/Page.tsx";
import { PageLink } from "../../ui/PageLink.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { JobActions } from "./JobActions.tsx";
import { JobFacts } from "./JobFacts.tsx";
import styles from "./Renders.module.css";
import { JobOutcome } from "./result/JobOutcome.tsx";

/** One job: its outputs, its timing and options, and why it failed. */
export function JobScreen() {
  const { jobId } = useParams({ from: "/shell/jobs/$jobId" });
  const { tab = "" } = useSearch({ from: "/shell/jobs/$jobId" });
  const navigate = useNavigate({ from: "/jobs/$jobId" });
  const { data: job, error, refetch } = useQuery(jobQuery(jobId));
  return (
    <Page
      title={job?.result?.page.title || "Render"}
      {...(job && { about: <PageLink href={job.url} />, actions: <JobActions job={job} /> })}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {job === undefined && error === null && <Loading label="Loading the render" lines={1} height="60vh" />}
      {job !== undefined && (
        <div className={styles["columns"]}>
          <JobOutcome job={job} tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />
          <JobFacts job={job} />
        </div>
      )}
    </Page>
  );
}
