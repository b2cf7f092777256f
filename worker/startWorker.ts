import { availableParallelism } from "node:os";
import { createActivities } from "#activities/index.ts";
import { outboxAge } from "#data/jobs.ts";
import { openDatabase } from "#data/mongo.ts";
import { openObjectStore, ownBucket } from "#data/objects.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import type { Env } from "#schemas/settings/env.ts";
import type { Logger } from "#telemetry/logger.ts";
import { createWorkerMetrics, serveMetrics } from "#telemetry/metrics.ts";
import { noTracing, openTracing } from "#telemetry/tracing.ts";
import { lazyClient, temporalTarget } from "#temporal-config/target.ts";
import { taskQueues } from "#orders/messages.ts";
import type { OnRefused, OpenBrowser } from "./browser.ts";
import { workflowBundle } from "./bundle.ts";
import type { SdkMetrics } from "./observability.ts";
import { noteRefusals } from "./noteRefusals.ts";
import { createPorts } from "./ports.ts";
import { startSingletons } from "./temporal.ts";
import { tracePorts } from "./tracing.ts";
import { noteBlocks } from "./noteBlocks.ts";
import { createRunningActivities } from "./runningActivities.ts";
import { createWorkers, lateShutdownMs, runWorker, workerConnection } from "./workers.ts";

export type WorkerSettings = {
  env: Env;
  logger: Logger;
  policy: EgressPolicy;
  /** Metrics of Temporal's SDK; undefined if metrics are off. */
  sdkMetrics?: Pick<SdkMetrics, "metrics"> | undefined;
  /** Starts the browser for a number of parallel pages. `onRefused` gets the refused requests of its pages. */
  openBrowser(pages: number, onRefused: OnRefused): Promise<OpenBrowser>;
};

/** A running worker process. `stop` waits for running work, then closes everything. `finished` rejects if a worker dies. */
export type RunningWorker = { stop(): Promise<void>; finished: Promise<void> };

/** For a worker that does not poll the browser's queue. */
const noBrowser: OpenBrowser = {
  status: () => ({ starts: 0, active: 0, waiting: 0 }),
  capture: { capture: () => Promise.reject(new Error("This worker has no browser.")) },
  close: () => Promise.resolve(),
};

/** Starts all workers of this process. @throws Error if Temporal or the browser is not available. */
export async function startWorker(settings: WorkerSettings): Promise<RunningWorker> {
  const { env, logger, policy, sdkMetrics, openBrowser } = settings;
  const pages = env.WATCHFRAME_BROWSER_CONCURRENCY || 2 * availableParallelism();
  const target = temporalTarget(env);
  const queues = env.WATCHFRAME_WORKER_QUEUES;
  const tracing = await openTracing(env, "watchframe-worker", logger);
  const traced = tracing !== noTracing;
  const metrics = createWorkerMetrics({
    browser: () => browser.status(),
    outboxAge: () => outboxAge(database, new Date()),
  });
  const [connection, bundle, browser] = await Promise.all([
    workerConnection(target),
    workflowBundle({ traced }),
    queues.includes(taskQueues.browser) ? openBrowser(pages, noteRefusals({ metrics, logger }, "page")) : noBrowser,
  ]);
  const database = openDatabase(env.WATCHFRAME_MONGO_URL, {
    onLedgerEntries: metrics.onLedgerEntries,
    onFeedError: (err) => logger.warn({ err }, "changes were not written to their feeds yet"),
  });
  const objects = openObjectStore(ownBucket(env));
  const { client, close: closeClient } = lazyClient(target);
  const ports = createPorts({ env, database, objects, policy, capture: browser.capture, client, logger, metrics });
  const sources = sdkMetrics === undefined ? [metrics.registry] : [metrics.registry, sdkMetrics];
  const metricsServer = await serveMetrics(env, sources, logger);
  const runningActivities = createRunningActivities();
  const workers = await createWorkers({
    runningActivities,
    blocks: noteBlocks({ database, logger }),
    metrics,
    connection,
    namespace: target.namespace,
    dataConverter: target.dataConverter,
    queues,
    bundle,
    activities: createActivities(traced ? tracePorts(ports, tracing) : ports),
    tracing,
    pages,
  });
  const runs = Promise.all(workers.map((worker) => runWorker(worker, logger)));
  if (queues.includes(taskQueues.workflows)) await startSingletons(client);
  const ending = runs.then(async () => {
    await browser.close();
    await Promise.all([metricsServer.close(), closeClient(), connection.close(), database.close()]);
    objects.close();
    ports.callerStorage.close();
    await tracing.close();
  });
  return {
    finished: ending,
    async stop() {
      for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
      const late = setTimeout(() => {
        const states = workers.map((worker) => ({ queue: worker.options.taskQueue, ...worker.getStatus() }));
        logger.error({ activities: runningActivities.list(), workers: states }, "the shutdown waits for activities");
      }, lateShutdownMs);
      await ending.finally(() => clearTimeout(late));
    },
  };
}
