import { type DataConverter, IllegalStateError } from "@temporalio/common";
import { type ActivityInterceptorsFactory, NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import { comparisonsAtOnce } from "#activities/compare/comparer.ts";
import type { Activities } from "#activities/index.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { WorkerMetrics } from "#telemetry/metrics.ts";
import { noTracing, type Tracing } from "#telemetry/tracing.ts";
import { reach, type TemporalTarget, toConnectionOptions } from "#temporal-config/target.ts";
import { taskQueues } from "#orders/messages.ts";
import { countActivities } from "./countActivities.ts";
import type { RunningActivities } from "./runningActivities.ts";
import { traceActivities, traceWorkflows } from "./tracing.ts";

type Settings = {
  connection: NativeConnection;
  namespace: string;
  dataConverter: DataConverter | undefined;
  /** The task queues to poll. */
  queues: readonly string[];
  bundle: { codePath: string };
  activities: Activities;
  metrics: WorkerMetrics;
  tracing: Tracing;
  runningActivities: RunningActivities;
  /** Records work that blocks this worker. */
  blocks: ActivityInterceptorsFactory;
  /** Maximum of pages rendered in parallel. */
  pages: number;
};

/** A worker's connection; rejects with a SettingsError when Temporal does not answer. */
export function workerConnection(target: TemporalTarget): Promise<NativeConnection> {
  return reach(target, NativeConnection.connect(toConnectionOptions(target)));
}

/** Milliseconds after the request to stop at which activities that still run are logged. By then they are cancelled. */
export const lateShutdownMs = 80_000;

/** Longer than any capture with its uploads, so that a deployment interrupts no running work. */
const grace = { shutdownGraceTime: "75s", shutdownForceTime: "110s" } as const;

/** An activity learns of its cancellation by a heartbeat. With these intervals, a cancelled page is closed within 2 s. */
const promptCancellation = { maxHeartbeatThrottleInterval: "1s", defaultHeartbeatThrottleInterval: "1s" } as const;

/** Creates one worker for each of the task queues in `queues`. */
export function createWorkers(settings: Settings): Promise<Worker[]> {
  const {
    connection,
    namespace,
    dataConverter,
    queues,
    bundle,
    activities,
    metrics,
    tracing,
    runningActivities,
    blocks,
    pages,
  } = settings;
  const traced = tracing !== noTracing;
  const sharedOptions = {
    connection,
    namespace,
    interceptors: {
      activity: [
        ...(traced ? [traceActivities(tracing)] : []),
        countActivities(metrics),
        runningActivities.intercept,
        blocks,
      ],
    },
    ...(traced && { sinks: traceWorkflows(tracing) }),
    ...(dataConverter !== undefined && { dataConverter }),
    ...grace,
  };
  const options: WorkerOptions[] = [
    {
      ...sharedOptions,
      taskQueue: taskQueues.workflows,
      workflowBundle: bundle,
      activities: { ...activities.project, ...activities.throttle },
      maxCachedWorkflows: 500,
      // After this time, another worker takes over the workflows of a worker that died. The default is 10 s.
      stickyQueueScheduleToStartTimeout: "2s",
    },
    {
      ...sharedOptions,
      taskQueue: taskQueues.browser,
      activities: activities.browser,
      maxConcurrentActivityTaskExecutions: pages,
      ...promptCancellation,
    },
    {
      ...sharedOptions,
      taskQueue: taskQueues.fetch,
      activities: activities.fetches,
      // They wait for their servers most of the time. Two processes read the documents.
      maxConcurrentActivityTaskExecutions: 50,
      ...promptCancellation,
    },
    {
      ...sharedOptions,
      taskQueue: taskQueues.compare,
      activities: activities.compare,
      maxConcurrentActivityTaskExecutions: comparisonsAtOnce,
      ...promptCancellation,
    },
    {
      ...sharedOptions,
      taskQueue: taskQueues.storage,
      activities: { ...activities.storage, ...activities.pictures },
      // Each holds one output of up to 20 MB in memory, for as long as a slow server takes.
      maxConcurrentActivityTaskExecutions: 16,
      ...promptCancellation,
    },
    {
      ...sharedOptions,
      taskQueue: taskQueues.io,
      activities: {
        ...activities.webhooks,
        ...activities.proxyTests,
        ...activities.mails,
        ...activities.comparisons,
        ...activities.crawls,
        ...activities.sitemaps,
        ...activities.reconcile,
      },
      maxConcurrentActivityTaskExecutions: 100,
      ...promptCancellation,
    },
  ];
  const wanted = options.filter(({ taskQueue }) => queues.includes(taskQueue));
  return Promise.all(wanted.map((worker) => Worker.create(worker)));
}

/**
 * Polls until the worker is shut down and its work has ended.
 * @throws Error if the worker dies.
 */
export async function runWorker(worker: Worker, logger: Logger): Promise<void> {
  try {
    await worker.run();
  } catch (error) {
    // The SDK's last step fails if one of its own ended calls is not freed yet. All work is done by then.
    if (worker.getState() !== "STOPPED" || !(error instanceof IllegalStateError)) throw error;
    logger.warn({ err: error }, "a worker ended, but the SDK did not free it");
  }
}
