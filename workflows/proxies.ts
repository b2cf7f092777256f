import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { taskQueues } from "./messages.ts";

/**
 * An activity's end is waited for where it is cancelled: a page is closed, and its place at the host free, only then. Besides, what a
 * workflow decides stands only once its task is done. Were it to go on at once and settle the cancellation, and its worker
 * to die then, the task would be done again beside the activity's success, and settle that.
 */
const cancellationType = ActivityCancellationType.WAIT_CANCELLATION_COMPLETED;

/**
 * Writes to the read model: local activities, short and idempotent.
 * While MongoDB is away they are retried without end, from a timer, so that nothing that happened goes unrecorded.
 */
export const project = proxyLocalActivities<Activities["project"]>({
  startToCloseTimeout: "5s",
  localRetryThreshold: "10s",
  retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "10s" },
});

/** Standing in line for a place: as short and idempotent as projections, and as patient. */
export const throttle = proxyLocalActivities<Activities["throttle"]>({
  startToCloseTimeout: "5s",
  localRetryThreshold: "10s",
  retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "10s" },
});

/** Comparisons of pictures: minutes at most, and tried again where a worker died. */
export const comparisons = proxyActivities<Activities["comparisons"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "5m",
  heartbeatTimeout: "10s",
  cancellationType,
  retry: { initialInterval: "1s", maximumInterval: "10s", maximumAttempts: 5 },
});

/** Rounds of the reconciler and of maintenance: they come again, so a failed one is not worth many tries. */
export const reconcile = proxyActivities<Activities["reconcile"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "60s",
  scheduleToCloseTimeout: "5m",
  retry: { initialInterval: "2s", maximumInterval: "30s" },
});

/**
 * Steps of a crawl that reach the network or many documents. Each goes on where an interrupted try left off; what still
 * fails after some minutes is more than a page can do, and ends the crawl.
 */
export const crawls = proxyActivities<Activities["crawls"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "10m",
  heartbeatTimeout: "10s",
  cancellationType,
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "15s", maximumAttempts: 40 },
});

/** One try at a webhook; the schedule of tries is the workflow's, so Temporal only repeats a try whose worker died. */
export const webhooks = proxyActivities<Activities["webhooks"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "30s",
  retry: { initialInterval: "2s", maximumInterval: "30s", maximumAttempts: 10 },
});

/** A mail: which failures are worth another try, the activity says; what is told a day late is not news any more. */
export const mails = proxyActivities<Activities["mails"]>({
  taskQueue: taskQueues.io,
  startToCloseTimeout: "60s",
  scheduleToCloseTimeout: "24h",
  retry: { initialInterval: "5s", backoffCoefficient: 3, maximumInterval: "30m" },
});

/**
 * The capture of one page. `seconds` is the job's own deadline; the rest is for starting a browser, uploading and saving.
 * How often each kind of failure is tried again stands in the error catalogue; the bound here is for workers that die.
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

/** A picture from a stranger's address. */
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

/** A comparison. The time is for the largest pictures there may be; cancelling it ends the process at work. */
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

/** Uploads to the caller's own storage; which failures are worth another try stands in the error catalogue, too. */
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
