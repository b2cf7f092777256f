import type { DataConverter } from "@temporalio/common";
import { type NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import { comparisonsAtOnce } from "#activities/compare/comparer.ts";
import type { Activities } from "#activities/index.ts";
import type { WorkerMetrics } from "#telemetry/metrics.ts";
import { noTracing, type Tracing } from "#telemetry/tracing.ts";
import { taskQueues } from "#workflows/messages.ts";
import { countActivities } from "./countActivities.ts";
import { traceActivities, traceWorkflows } from "./tracing.ts";

type Settings = {
  connection: NativeConnection;
  namespace: string;
  dataConverter: DataConverter | undefined;
  /** The task queues work is taken from. */
  queues: readonly string[];
  bundle: { codePath: string };
  activities: Activities;
  metrics: WorkerMetrics;
  tracing: Tracing;
  /** Pages rendered at once. */
  pages: number;
};

/** Longest capture and what comes after it: nothing that runs is cut off by a deploy. */
const grace = { shutdownGraceTime: "75s", shutdownForceTime: "110s" } as const;

/** Cancellation reaches an activity with its heartbeat: a cancelled page is closed within 2 s, a crawl's sitemap let go. */
const promptCancellation = { maxHeartbeatThrottleInterval: "1s", defaultHeartbeatThrottleInterval: "1s" } as const;

/** One worker per task queue that is wanted: workflows with their projections, the browser, comparisons, large files, and what waits on the network. */
export function createWorkers(settings: Settings): Promise<Worker[]> {
  const { connection, namespace, dataConverter, queues, bundle, activities, metrics, tracing, pages } = settings;
  const traced = tracing !== noTracing;
  const shared = {
    connection,
    namespace,
    interceptors: { activity: [...(traced ? [traceActivities(tracing)] : []), countActivities(metrics)] },
    ...(traced && { sinks: traceWorkflows(tracing) }),
    ...(dataConverter !== undefined && { dataConverter }),
    ...grace,
  };
  const options: WorkerOptions[] = [
    {
      ...shared,
      taskQueue: taskQueues.workflows,
      workflowBundle: bundle,
      activities: { ...activities.project, ...activities.throttle },
      maxCachedWorkflows: 500,
      // A worker that died keeps its workflows for so long before another takes them over; the default is 10 s.
      stickyQueueScheduleToStartTimeout: "2s",
    },
    {
      ...shared,
      taskQueue: taskQueues.browser,
      activities: activities.browser,
      maxConcurrentActivityTaskExecutions: pages,
      ...promptCancellation,
    },
    {
      ...shared,
      taskQueue: taskQueues.compare,
      activities: activities.compare,
      maxConcurrentActivityTaskExecutions: comparisonsAtOnce,
      ...promptCancellation,
    },
    {
      ...shared,
      taskQueue: taskQueues.storage,
      activities: { ...activities.storage, ...activities.pictures },
      // Each holds one output, of 20 MB at most, for as long as a stranger's slow server takes.
      maxConcurrentActivityTaskExecutions: 16,
      ...promptCancellation,
    },
    {
      ...shared,
      taskQueue: taskQueues.io,
      activities: {
        ...activities.webhooks,
        ...activities.mails,
        ...activities.comparisons,
        ...activities.crawls,
        ...activities.reconcile,
      },
      maxConcurrentActivityTaskExecutions: 100,
      ...promptCancellation,
    },
  ];
  const wanted = options.filter(({ taskQueue }) => queues.includes(taskQueue));
  return Promise.all(wanted.map((worker) => Worker.create(worker)));
}
