import type { Job } from "#schemas/job.ts";
import { Badge, type Tone } from "./Badge.tsx";
import { ErrorPageBadge, isErrorStatus } from "./ErrorPageBadge.tsx";

const states: Readonly<Record<Job["status"], readonly [Tone, string]>> = {
  queued: ["neutral", "Waiting"],
  in_progress: ["active", "Running"],
  completed: ["good", "Done"],
  failed: ["failed", "Failed"],
  cancelled: ["neutral", "Cancelled"],
};

/** A job, or a comparison, whose result has two pages. */
type Shown = Pick<Job, "status" | "stage"> & { result?: { timings: object; page?: { statusCode: number } } };

/** The state of a job; its stage while it runs. A picture of an error page is not “Done”: it has the page's status. */
export function JobBadge({ job: { status, stage, result } }: { job: Shown }) {
  const statusCode = result?.page?.statusCode;
  if (isErrorStatus(statusCode)) return <ErrorPageBadge statusCode={statusCode} />;
  const [tone, text] = states[status];
  return (
    <Badge tone={tone}>{status === "in_progress" ? `${stage.charAt(0).toUpperCase()}${stage.slice(1)}` : text}</Badge>
  );
}
