import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Job } from "#schemas/job.ts";
import { wf } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { FailureLink } from "../../../ui/FailureLink.tsx";
import { showDone } from "../../../api/toasts.ts";
import styles from "./Result.module.css";

/** Why a job failed, as the API says it, and a button that retries it. */
export function JobFailure({ job, error }: { job: Job; error: NonNullable<Job["error"]> }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => wf.jobs.retry(job.id),
    onSuccess: () => showDone("The job starts again."),
    onSettled: () => client.invalidateQueries({ queryKey: ["job"] }),
  });
  return (
    <div className={styles["failure"]} role="alert">
      <h2>The render failed</h2>
      <p>{error.message}</p>
      <p className={styles["note"]}>
        <code>{error.code}</code>{" "}
        {error.retryable
          ? "Another try may succeed."
          : "Another try fails again unless the page or the options change."}
      </p>
      {error.picture !== undefined && <FailureLink url={error.picture.url} />}
      <Button onPress={() => retry.mutate()} isPending={retry.isPending}>
        Retry
      </Button>
    </div>
  );
}
