import { createServer } from "node:http";
import { DefaultLogger, type LogEntry, type LogLevel, type MetricsExporterConfig, Runtime } from "@temporalio/worker";
import { closeServer, listen } from "#egress/listen.ts";
import type { Logger } from "#telemetry/logger.ts";

/** Metrics of Temporal's SDK: how its runtime is told to keep them, and their text in Prometheus' form. */
export type SdkMetrics = { exporter: MetricsExporterConfig; metrics(): Promise<string> };

/** Seconds; the SDK's own go from 10 straight to 100. */
const waits = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

/**
 * Has the SDK serve its metrics on loopback, as it can do nothing else with them; the worker reads them there, so that Prometheus finds
 * them where the worker's own are. Times are in seconds, and names end in units and `_total`, as Prometheus wants them.
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
          workflow_task_schedule_to_start_latency: waits,
          activity_schedule_to_start_latency: waits,
        },
      },
    },
    async metrics() {
      const reply = await fetch(`http://${bindAddress}/metrics`, { signal: AbortSignal.timeout(2_000) });
      if (!reply.ok) throw new Error(`The metrics of Temporal's SDK were answered with ${reply.status}.`);
      return reply.text();
    },
  };
}

/** The SDK does not say which port it got, and so has to be given one. Should another take it meanwhile, the worker doesn't start. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, "127.0.0.1");
  await closeServer(server);
  return port;
}

/**
 * Sends the SDK's own log lines through ours, so that they are structured and hold no secret, and has it keep metrics where
 * `metrics` says how. Once per process, before any worker. Throws where the metrics can't be served.
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
