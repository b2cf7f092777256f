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

/** What an attempt at a job is doing; an earlier attempt has nothing to say of a later one. */
type Report = { jobId: string; attempt: number; stage: JobStage };

/** Marks a job as taken up by a browser. Does nothing once the job has ended, so a late report can't reopen it. */
export async function markStarted(
  database: Database,
  { jobId, attempt, at, stage }: Report & { at: Date },
): Promise<void> {
  await database.jobs.updateOne(
    { _id: jobId, attempts: { $lte: attempt }, status: unfinished },
    { $set: { status: "in_progress", stage, progress: progressOf[stage], startedAt: at } },
  );
}

/** Shows what a running job is doing. */
export async function reportStage(database: Database, { jobId, attempt, stage }: Report): Promise<void> {
  await database.jobs.updateOne(
    { _id: jobId, attempts: { $lte: attempt }, status: "in_progress" },
    // Of two captures the one that is behind may report last.
    { $set: { stage }, $max: { progress: progressOf[stage] } },
  );
}
