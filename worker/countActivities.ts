import { CancelledFailure } from "@temporalio/common";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { renderErrors } from "#schemas/errors.ts";
import { stages, type WorkerMetrics } from "#telemetry/metrics.ts";

/** Counts each try of an activity, how long it stood in its queue and how long it took, and the ends that are written down. */
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

/** The activities that write an end down, and of what. */
const settling = new Map([
  ["settleJob", "render"],
  ["settleRun", "run"],
] as const);

function countEnd(metrics: WorkerMetrics, activity: string, [input]: unknown[]): void {
  for (const [name, kind] of settling) {
    if (name === activity) metrics.ended(kind, outcomeOf(input));
  }
  const end = fieldOf(input, "end");
  const timings = fieldOf(fieldOf(end, "outcome"), "timings");
  // An identical render's outcome was counted as its own.
  if (activity === "settleJob" && fieldOf(end, "sharedUntil") === null && areTimings(timings)) metrics.staged(timings);
}

function areTimings(value: unknown): value is Parameters<WorkerMetrics["staged"]>[0] {
  return stages.every((stage) => typeof fieldOf(value, stage) === "number");
}

/** What a receiver's answer came to: `delivered`, `gone` or `retry`. */
function countDelivery(metrics: WorkerMetrics, activity: string, result: unknown): void {
  if (activity === "sendMail") metrics.delivered("email", "delivered");
  if (activity !== "attemptDelivery") return;
  const outcome = fieldOf(result, "outcome");
  metrics.delivered("webhook", outcome === "delivered" || outcome === "gone" ? outcome : "retry");
}

/** Why it ended, as a label: the words of the catalogue, never text from outside. */
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
