import type { Job } from "#schemas/job.ts";
import { Badge, type Tone } from "./Badge.tsx";

const states: Readonly<Record<Job["status"], readonly [Tone, string]>> = {
  queued: ["neutral", "Waiting"],
  in_progress: ["active", "Running"],
  completed: ["good", "Done"],
  failed: ["failed", "Failed"],
  cancelled: ["neutral", "Cancelled"],
};

/** The state of a job; its stage while it runs. */
export function JobBadge({ job: { status, stage } }: { job: Pick<Job, "status" | "stage"> }) {
  const [tone, text] = states[status];
  return (
    <Badge tone={tone}>{status === "in_progress" ? `${stage.charAt(0).toUpperCase()}${stage.slice(1)}` : text}</Badge>
  );
}
