import { DefaultLogger, type LogEntry, type LogLevel, type MetricsExporterConfig, Runtime } from "@temporalio/worker";
import type { Logger } from "#telemetry/logger.ts";

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
