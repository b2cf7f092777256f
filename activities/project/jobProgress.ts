import { unfinished } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { JobStage } from "#schemas/job.ts";

/** Share of the work behind each stage, percent. */
const progressOf: Record<JobStage, number> = {
  waiting: 0,
  navigating: 10,
  capturing: 50,
  extracting: 70,
  uploading: 85,
  comparing: 90,
  storing: 95,
  done: 100,
};

/** Marks a job as taken up by a browser. Does nothing once the job has ended, so a late report can't reopen it. */
export async function markStarted(
  database: Database,
  { jobId, at, stage }: { jobId: string; at: Date; stage: JobStage },
): Promise<void> {
  await database.jobs.updateOne(
    { _id: jobId, status: unfinished },
    { $set: { status: "in_progress", stage, progress: progressOf[stage], startedAt: at } },
  );
}

/** Shows what a running job is doing. */
export async function reportStage(
  database: Database,
  { jobId, stage }: { jobId: string; stage: JobStage },
): Promise<void> {
  await database.jobs.updateOne(
    { _id: jobId, status: "in_progress" },
    // Of two captures the one that is behind may report last.
    { $set: { stage }, $max: { progress: progressOf[stage] } },
  );
}
