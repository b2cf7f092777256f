import { Context } from "@temporalio/activity";
import type { JobStage } from "#schemas/job.ts";
import type { ActivityPorts } from "./ports.ts";
import { markStarted, reportStage } from "./projections/jobs.ts";

/** Does work that takes a while, with a sign of life every second; a worker that dies is then missed soon. */
export async function withHeartbeat<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 1_000);
  try {
    return await work(context.cancellationSignal);
  } finally {
    clearInterval(beat);
  }
}

/** A running activity's sign of life, to Temporal and to those who look at the job. */
export type Progress = {
  onStage(stage: JobStage): void;
  /** Shows at once what the job is doing. */
  show(): void;
  /** Ends it; resolves when the write under way is done, so that none comes after the job's end. */
  stop(): Promise<void>;
};

/**
 * Heartbeats every second, which is also how a cancellation arrives, and then shows the job as in progress, and its
 * stage where that lasts. Most jobs are done before the first beat, and a write for each would be in vain.
 */
export function watchProgress(
  { database, logger }: Pick<ActivityPorts, "database" | "logger">,
  { jobId, attempt, startedAt, stage: first }: { jobId: string; attempt: number; startedAt: Date; stage: JobStage },
): Progress {
  const context = Context.current();
  let stage = first;
  let shown: JobStage | null = null;
  let writing = Promise.resolve();
  const show = (): void => {
    if (stage === shown) return;
    const now = stage;
    const unseen = shown === null;
    shown = now;
    const write = () =>
      unseen
        ? markStarted(database, { jobId, attempt, at: startedAt, stage: now })
        : reportStage(database, { jobId, attempt, stage: now });
    writing = writing
      .then(write)
      .catch((error: unknown) => logger.warn({ jobId, error }, "a job's stage was not written"));
  };
  const beat = setInterval(() => {
    context.heartbeat(stage);
    show();
  }, 1_000);
  return {
    onStage: (next) => {
      stage = next;
    },
    show,
    stop: async () => {
      clearInterval(beat);
      await writing;
    },
  };
}
