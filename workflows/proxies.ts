import {
  ActivityCancellationType,
  ActivityFailure,
  proxyActivities,
  proxyLocalActivities,
  sleep,
  TimeoutFailure,
  workflowInfo,
} from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { taskQueues } from "#orders/messages.ts";

/**
 * A cancelled workflow waits until its activity has ended, as only then the page is closed and the host's slot is free. It
 * also prevents two different ends: if the workflow settled the cancellation at once and its worker died, the workflow task
 * would run again, might see the activity's success, and settle that.
 */
const cancellationType = ActivityCancellationType.WAIT_CANCELLATION_COMPLETED;

/**
 * Writes to the read model: local activities, short and idempotent. While MongoDB is unavailable they are retried without
 * limit, by a timer, so that every fact is recorded.
 */
export const project = proxyLocalActivities<Activities["project"]>({
  startToCloseTimeout: "5s",
  localRetryThreshold: "10s",
  retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "10s" },
});

/** Queueing for slots and releasing them: local activities with the timeouts and retries of projections, also idempotent. */
export const throttle = proxyLocalActivities<Activities["throttle"]>({
  startToCloseTimeout: "5s",
  localRetryThreshold: "10s",
  retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "10s" },
});

/** Temporal's name of a missed heartbeat. The server does not retry an activity after it, so the workflow learns of it. */
const nonRetryableErrorTypes = ["TemporalTimeout:Heartbeat"];

/** Lost workers after which an activity fails in any case. */
const maxLostWorkers = 5;

/** Bound of the pause before suspected work runs again, so that works that met at a block do not meet again. */
const maxPauseMs = 15_000;

/**
 * An activity with a heartbeat. If its worker dies or blocks, it runs once more. Work that certainly blocks workers is then
 * given up, because it would block one after another. Work that met workers that were killed, or that were blocked by
 * other work, runs again. Other failures are retried by Temporal.
 */
function withOtherWorkers<Input extends unknown[], Result>(
  run: (...input: Input) => Promise<Result>,
): (...input: Input) => Promise<Result> {
  return async (...input) => {
    for (let lost = 1; ; lost += 1) {
      try {
        return await run(...input);
      } catch (error) {
        if (!missedHeartbeat(error) || lost === maxLostWorkers) throw error;
        const { suspected, blocksWorkers } = await throttle.readSuspicion({
          workflowId: workflowInfo().workflowId,
          input,
        });
        if (blocksWorkers) throw error;
        if (suspected) await sleep(Math.round(Math.random() * maxPauseMs));
      }
    }
  };
}

function missedHeartbeat(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  return cause instanceof TimeoutFailure && cause.timeoutType === "HEARTBEAT";
}

const { compareRun, differsFromRun } = proxyActivities<Activities["comparisons"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "5m",
  heartbeatTimeout: "10s",
  cancellationType,
  retry: { initialInterval: "1s", maximumInterval: "10s", maximumAttempts: 5, nonRetryableErrorTypes },
});

/** Comparisons of a monitor's pictures, which take minutes at most. */
export const comparisons = {
  compareRun: withOtherWorkers(compareRun),
  differsFromRun: withOtherWorkers(differsFromRun),
};

/** Passes of the reconciler and of maintenance. The tries end after 5 minutes, as the next pass repeats the work. */
export const reconcile = proxyActivities<Activities["reconcile"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "60s",
  scheduleToCloseTimeout: "5m",
  retry: { initialInterval: "2s", maximumInterval: "30s" },
});

/** About 10 minutes of tries. */
const longRetry = {
  initialInterval: "500ms",
  backoffCoefficient: 2,
  maximumInterval: "15s",
  maximumAttempts: 40,
} as const;

const { openCrawl, recordPage, finishCrawl } = proxyActivities<Activities["crawls"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "10m",
  heartbeatTimeout: "10s",
  cancellationType,
  retry: { ...longRetry, nonRetryableErrorTypes },
});

/**
 * Steps of a crawl that use the network or many documents. Each continues an interrupted try. A step that fails for about
 * 10 minutes ends the crawl.
 */
export const crawls = {
  openCrawl: withOtherWorkers(openCrawl),
  recordPage: withOtherWorkers(recordPage),
  finishCrawl: withOtherWorkers(finishCrawl),
};

const { planSync, applySync } = proxyActivities<Activities["sitemaps"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "5m",
  heartbeatTimeout: "10s",
  cancellationType,
  retry: { ...longRetry, nonRetryableErrorTypes },
});

/**
 * Steps of a sync of a sitemap. Each continues an interrupted try. A step that fails for about 10 minutes ends the sync, and
 * the next one tries again.
 */
export const sitemaps = { planSync: withOtherWorkers(planSync), applySync: withOtherWorkers(applySync) };

/** One try at a webhook. The workflow schedules the tries, so Temporal retries only after a worker died. */
export const webhooks = proxyActivities<Activities["webhooks"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "30s",
  retry: { initialInterval: "2s", maximumInterval: "30s", maximumAttempts: 10 },
});

/** One fetch through a proxy. Temporal retries only after a worker died. */
export const proxyTests = proxyActivities<Activities["proxyTests"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "20s",
  scheduleToCloseTimeout: "2m",
  retry: { initialInterval: "1s", maximumInterval: "10s", maximumAttempts: 3 },
});

/** A mail. The activity decides which failures are retried. The tries end after a day, as an older alert is useless. */
export const mails = proxyActivities<Activities["mails"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "60s",
  scheduleToCloseTimeout: "24h",
  retry: { initialInterval: "5s", backoffCoefficient: 3, maximumInterval: "30m" },
});

/** Deadline of a capture in seconds, and its line in Temporal's UI. */
export type CaptureOptions = { seconds: number; summary: string };

/**
 * Options of a capture. `seconds` is the job's own deadline; the rest is for starting a browser and for uploads. The error
 * catalogue limits the tries of each failure.
 */
function captureOptions({ seconds, summary }: CaptureOptions) {
  return {
    startToCloseTimeout: `${seconds + 45}s`,
    heartbeatTimeout: "10s",
    cancellationType,
    retry: {
      initialInterval: "500ms",
      backoffCoefficient: 2,
      maximumInterval: "10s",
      maximumAttempts: 6,
      nonRetryableErrorTypes,
    },
    summary,
  } as const;
}

/** The capture of a monitor's page without a browser. */
export function fetcherFor(options: CaptureOptions) {
  const { captureRun } = proxyActivities<Activities["fetches"]>({
    taskQueue: taskQueues.fetch,
    ...captureOptions(options),
  });
  return { captureRun: withOtherWorkers(captureRun) };
}

/** The capture of one page. */
export function browserFor(options: CaptureOptions) {
  const { captureRender, captureRun, signIn } = proxyActivities<Activities["browser"]>({
    taskQueue: taskQueues.browser,
    ...captureOptions(options),
  });
  return {
    captureRender: withOtherWorkers(captureRender),
    captureRun: withOtherWorkers(captureRun),
    signIn: withOtherWorkers(signIn),
  };
}

/** The download of a caller's picture. */
export function picturesFor({ summary }: { summary: string }) {
  const { fetchPicture } = proxyActivities<Activities["pictures"]>({
    taskQueue: taskQueues.storage,
    startToCloseTimeout: "45s",
    heartbeatTimeout: "10s",
    cancellationType,
    retry: {
      initialInterval: "1s",
      backoffCoefficient: 2,
      maximumInterval: "10s",
      maximumAttempts: 6,
      nonRetryableErrorTypes,
    },
    summary,
  });
  return { fetchPicture: withOtherWorkers(fetchPicture) };
}

/** A comparison that a caller ordered. The timeout fits the largest pictures. Cancelling it kills its process. */
export function comparerFor({ summary }: { summary: string }) {
  const { compareCaptures } = proxyActivities<Activities["compare"]>({
    taskQueue: taskQueues.compare,
    startToCloseTimeout: "3m",
    heartbeatTimeout: "10s",
    cancellationType,
    retry: {
      initialInterval: "1s",
      backoffCoefficient: 2,
      maximumInterval: "10s",
      maximumAttempts: 4,
      nonRetryableErrorTypes,
    },
    summary,
  });
  return { compareCaptures: withOtherWorkers(compareCaptures) };
}

/** Uploads to the caller's storage. The error catalogue limits the tries of each failure. */
export function storageFor({ summary }: { summary: string }) {
  const { storeRun, storeOutputs } = proxyActivities<Activities["storage"]>({
    taskQueue: taskQueues.storage,
    startToCloseTimeout: "5m",
    heartbeatTimeout: "10s",
    cancellationType,
    retry: {
      initialInterval: "1s",
      backoffCoefficient: 3,
      maximumInterval: "30s",
      maximumAttempts: 6,
      nonRetryableErrorTypes,
    },
    summary,
  });
  return { storeRun: withOtherWorkers(storeRun), storeOutputs: withOtherWorkers(storeOutputs) };
}
