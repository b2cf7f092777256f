import { CancelledFailure } from "@temporalio/common";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { renderErrors } from "#schemas/renders/errors.ts";
import { stages, type WorkerMetrics } from "#telemetry/metrics.ts";

/** Counts the tries of activities with their time in the queue and their duration, and the recorded ends of jobs and runs. */
export function countActivities(metrics: WorkerMetrics): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const started = performance.now();
        const waited = Math.max(0, Date.now() - info.currentAttemptScheduledTimestampMs) / 1_000;
        const { activityType: activity, taskQueue: queue } = info;
        const observe = (outcome: Parameters<WorkerMetrics["observe"]>[0]["outcome"]): void =>
          metrics.observe({ activity, queue, outcome, waited, seconds: (performance.now() - started) / 1_000 });
        try {
          const result = await next(input);
          observe("completed");
          countEnd(metrics, activity, input.args);
          countDelivery(metrics, activity, result);
          return result;
        } catch (error) {
          observe(error instanceof CancelledFailure ? "cancelled" : "failed");
          if (activity === "sendMail") metrics.delivered("email", "failed");
          throw error;
        }
      },
    },
  });
}

/** The activities that record the end of a job or run. */
const settlingActivities = new Map([
  ["settleJob", "render"],
  ["settleRun", "run"],
] as const);

function countEnd(metrics: WorkerMetrics, activity: string, [input]: unknown[]): void {
  for (const [name, kind] of settlingActivities) {
    if (name === activity) metrics.ended(kind, outcomeOf(input));
  }
  const end = fieldOf(input, "end");
  const timings = fieldOf(fieldOf(end, "outcome"), "timings");
  // The timings of a shared outcome were counted with the job that rendered it.
  if (activity === "settleJob" && fieldOf(end, "sharedUntil") === null && areTimings(timings)) metrics.staged(timings);
}

function areTimings(value: unknown): value is Parameters<WorkerMetrics["staged"]>[0] {
  return stages.every((stage) => typeof fieldOf(value, stage) === "number");
}

/** Counts the outcome of a delivery, which is a name from the code. An activity that throws is counted as `failed`. */
function countDelivery(metrics: WorkerMetrics, activity: string, result: unknown): void {
  const outcome = fieldOf(result, "outcome");
  if (typeof outcome !== "string") return;
  if (activity === "sendMail") metrics.delivered("email", outcome);
  if (activity === "attemptDelivery") metrics.delivered("webhook", outcome);
}

/** The outcome as a label. It is a code of the catalogue, never text from outside. */
function outcomeOf(input: unknown): string {
  const end = fieldOf(input, "end");
  const status = fieldOf(end, "status");
  if (status !== "failed") return status === "completed" || status === "cancelled" ? status : "other";
  const code = fieldOf(end, "code");
  return typeof code === "string" && Object.hasOwn(renderErrors, code) ? code : "internal_error";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
