import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { taskQueues } from "./messages.ts";

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

/** Comparisons of a monitor's pictures, which take minutes at most. The tries are for workers that die. */
export const comparisons = proxyActivities<Activities["comparisons"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "5m",
  heartbeatTimeout: "10s",
  cancellationType,
  retry: { initialInterval: "1s", maximumInterval: "10s", maximumAttempts: 5 },
});

/** Passes of the reconciler and of maintenance. The tries end after 5 minutes, as the next pass repeats the work. */
export const reconcile = proxyActivities<Activities["reconcile"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "60s",
  scheduleToCloseTimeout: "5m",
  retry: { initialInterval: "2s", maximumInterval: "30s" },
});

/**
 * Steps of a crawl that use the network or many documents. Each continues an interrupted try. A step that fails for about
 * 10 minutes ends the crawl.
 */
export const crawls = proxyActivities<Activities["crawls"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "10m",
  heartbeatTimeout: "10s",
  cancellationType,
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "15s", maximumAttempts: 40 },
});

/**
 * Steps of a sync of a sitemap. Each continues an interrupted try. A step that fails for about 10 minutes ends the sync, and
 * the next one tries again.
 */
export const sitemaps = proxyActivities<Activities["sitemaps"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "5m",
  heartbeatTimeout: "10s",
  cancellationType,
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "15s", maximumAttempts: 40 },
});

/** One try at a webhook. The workflow schedules the tries, so Temporal retries only after a worker died. */
export const webhooks = proxyActivities<Activities["webhooks"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "30s",
  retry: { initialInterval: "2s", maximumInterval: "30s", maximumAttempts: 10 },
});

/** A mail. The activity decides which failures are retried. The tries end after a day, as an older alert is useless. */
export const mails = proxyActivities<Activities["mails"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "60s",
  scheduleToCloseTimeout: "24h",
  retry: { initialInterval: "5s", backoffCoefficient: 3, maximumInterval: "30m" },
});

/**
 * The capture of one page. `seconds` is the job's own deadline; the rest is for starting a browser and for uploads. The error
 * catalogue limits the tries of each failure; the limit here is for workers that die.
 */
export function browserFor({ seconds, summary }: { seconds: number; summary: string }) {
  return proxyActivities<Activities["browser"]>({
    taskQueue: taskQueues.browser,
    startToCloseTimeout: `${seconds + 45}s`,
    heartbeatTimeout: "10s",
    cancellationType,
    retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "10s", maximumAttempts: 6 },
    summary,
  });
}

/** The download of a caller's picture. */
export function picturesFor({ summary }: { summary: string }) {
  return proxyActivities<Activities["pictures"]>({
    taskQueue: taskQueues.storage,
    startToCloseTimeout: "45s",
    heartbeatTimeout: "10s",
    cancellationType,
    retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "10s", maximumAttempts: 6 },
    summary,
  });
}

/** A comparison that a caller ordered. The timeout fits the largest pictures. Cancelling it kills its process. */
export function comparerFor({ summary }: { summary: string }) {
  return proxyActivities<Activities["compare"]>({
    taskQueue: taskQueues.compare,
    startToCloseTimeout: "3m",
    heartbeatTimeout: "10s",
    cancellationType,
    retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "10s", maximumAttempts: 4 },
    summary,
  });
}

/** Uploads to the caller's storage. The error catalogue limits the tries of each failure. */
export function storageFor({ summary }: { summary: string }) {
  return proxyActivities<Activities["storage"]>({
    taskQueue: taskQueues.storage,
    startToCloseTimeout: "5m",
    heartbeatTimeout: "10s",
    cancellationType,
    retry: { initialInterval: "1s", backoffCoefficient: 3, maximumInterval: "30s", maximumAttempts: 6 },
    summary,
  });
}
