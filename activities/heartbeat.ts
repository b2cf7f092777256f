import { Context } from "@temporalio/activity";
import type { JobStage } from "#schemas/job.ts";
import type { ActivityPorts } from "./ports.ts";
import { markStarted, reportStage } from "./projections/jobs.ts";

const heartbeatMs = 1_000;

/** Runs long work with a heartbeat every second, so that Temporal soon notices a worker that died. */
export async function withHeartbeat<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), heartbeatMs);
  try {
    return await work(context.cancellationSignal);
  } finally {
    clearInterval(timer);
  }
}

/** Reports the progress of a running activity to Temporal and to the job's record. */
export type Progress = {
  onStage(stage: JobStage): void;
  /** Writes the current stage at once. */
  show(): void;
  /** Stops. Resolves after the pending write, so that no write follows the job's end. */
  stop(): Promise<void>;
};

/**
 * Heartbeats every second, which also delivers cancellations, and writes the job's status and stage to its record. Most jobs
 * end before the first heartbeat, so they cause no write.
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
    const current = stage;
    const isFirst = shown === null;
    shown = current;
    const write = () =>
      isFirst
        ? markStarted(database, { jobId, attempt, at: startedAt, stage: current })
        : reportStage(database, { jobId, attempt, stage: current });
    writing = writing
      .then(write)
      .catch((error: unknown) => logger.warn({ jobId, error }, "a job's stage was not written"));
  };
  const timer = setInterval(() => {
    context.heartbeat(stage);
    show();
  }, heartbeatMs);
  return {
    onStage: (next) => {
      stage = next;
    },
    show,
    stop: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}
