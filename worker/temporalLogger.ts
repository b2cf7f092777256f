import { DefaultLogger, type LogEntry, type LogLevel, Runtime } from "@temporalio/worker";
import type { Logger } from "#telemetry/logger.ts";

/** Sends the SDK's own log lines through ours, so that they are structured and hold no secret. Once per process, before any worker. */
export function installRuntime(logger: Logger): void {
  const threshold: LogLevel = logger.isLevelEnabled("debug") ? "INFO" : "WARN";
  Runtime.install({ logger: new DefaultLogger(threshold, (entry) => logEntry(logger, entry)), shutdownSignals: [] });
}

const levels = { TRACE: "trace", DEBUG: "debug", INFO: "info", WARN: "warn", ERROR: "error" } as const;

function logEntry(logger: Logger, { level, message, meta = {} }: LogEntry): void {
  const { workflowId, runId, activityType, workflowType, taskQueue, attempt, error } = meta as Record<string, unknown>;
  logger[levels[level]](
    { sdk: true, workflowId, runId, activityType, workflowType, taskQueue, attempt, error },
    message,
  );
}
