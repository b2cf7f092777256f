import { createServer } from "node:http";
import { DefaultLogger, type LogEntry, type LogLevel, type MetricsExporterConfig, Runtime } from "@temporalio/worker";
import { closeServer, listen } from "#egress/listen.ts";
import type { Logger } from "#telemetry/logger.ts";

/** Metrics of Temporal's SDK: the exporter for its runtime, and a reader of their text in Prometheus' format. */
export type SdkMetrics = { exporter: MetricsExporterConfig; metrics(): Promise<string> };

/** Histogram buckets, seconds. The SDK's own buckets jump from 10 to 100. */
const waitBuckets = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

/**
 * Lets the SDK serve its metrics on loopback, the only way it offers. The worker reads them there and serves them with its own.
 * Times are in seconds, and names end in units and `_total`, as Prometheus recommends.
 */
export async function openSdkMetrics(): Promise<SdkMetrics> {
  const bindAddress = `127.0.0.1:${await freePort()}`;
  return {
    exporter: {
      attachServiceName: false,
      prometheus: {
        bindAddress,
        countersTotalSuffix: true,
        unitSuffix: true,
        useSecondsForDurations: true,
        histogramBucketOverrides: {
          workflow_task_schedule_to_start_latency: waitBuckets,
          activity_schedule_to_start_latency: waitBuckets,
        },
      },
    },
    async metrics() {
      const reply = await fetch(`http://${bindAddress}/metrics`, { signal: AbortSignal.timeout(2_000) });
      if (!reply.ok) throw new Error(`Temporal's SDK answered a request for its metrics with status ${reply.status}.`);
      return reply.text();
    },
  };
}

/** A port for the SDK, which does not report a port of its own choice. If another process takes it first, the worker fails. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, "127.0.0.1");
  await closeServer(server);
  return port;
}

/**
 * Sends the SDK's log lines through our logger, so that they are structured and redacted, and configures its metrics. Call it
 * once per process, before any worker starts.
 * @throws Error if the metrics cannot be served.
 */
export function installRuntime(logger: Logger, metrics?: MetricsExporterConfig): void {
  const threshold: LogLevel = logger.isLevelEnabled("debug") ? "INFO" : "WARN";
  Runtime.install({
    logger: new DefaultLogger(threshold, (entry) => logEntry(logger, entry)),
    shutdownSignals: [],
    ...(metrics !== undefined && { telemetryOptions: { metrics } }),
  });
}

const levels = { TRACE: "trace", DEBUG: "debug", INFO: "info", WARN: "warn", ERROR: "error" } as const;

function logEntry(logger: Logger, { level, message, meta = {} }: LogEntry): void {
  const { workflowId, runId, activityType, workflowType, taskQueue, attempt, error } = meta as Record<string, unknown>;
  logger[levels[level]](
    { sdk: true, workflowId, runId, activityType, workflowType, taskQueue, attempt, error },
    message,
  );
}

/** The health checks of a worker over HTTP, for Docker's and Kubernetes' probes. */
export type Health = {
  setReady(ready: boolean): void;
  close(): void;
};

/**
 * Serves `/health/live`, which is 200 while the process runs, and `/health/ready`, which is 503 unless the worker takes work.
 * Port 0 serves nothing.
 */
export async function startHealth({ host, port }: { host: string; port: number }): Promise<Health> {
  let isReady = false;
  if (port === 0) return { setReady() {}, close() {} };
  const server = createServer((request, response) => {
    const isKnown = request.url === "/health/live" || request.url === "/health/ready";
    const isOk = request.url === "/health/live" || isReady;
    response
      .writeHead(isKnown ? (isOk ? 200 : 503) : 404, { "content-type": "application/json" })
      .end(JSON.stringify({ status: isOk ? "ok" : "not_ready" }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    setReady(value) {
      isReady = value;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
