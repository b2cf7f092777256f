import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

/** Fields of any log line; see docs/operating.md. Values are ids and names, never bodies, queries or secrets. */
export type LogFields = {
  requestId?: string;
  accountId?: string;
  jobId?: string;
  workflowId?: string;
};

/** Structured JSON logs, one object per line. Of errors, only type, message, code, stack and cause are logged. */
export function createLogger(
  { name, level }: { name: string; level: string },
  destination?: DestinationStream,
): Logger {
  const options = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError, error: serializeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

type SerializedError = { type: string; message: string; code?: string; stack?: string; cause?: SerializedError };

/** An error as it is logged: redacted. */
function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)) };
  const code: unknown = "code" in error ? error.code : undefined;
  return {
    type: error.name,
    message: redact(error.message),
    ...(typeof code === "string" && { code }),
    ...(error.stack !== undefined && { stack: redact(error.stack) }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
}

/** Cuts addresses to their origin, as the rest may be a secret, and removes API keys and sealed values. */
export function redact(text: string): string {
  return text
    .replaceAll(/\b(https?|wss?):\/\/(?:[^\s/"'@]*@)?([^\s/"'?#]+)[^\s"')]*/g, "$1://$2/…")
    .replaceAll(/wf_live_[0-9A-Za-z]+/g, "wf_live_…")
    .replaceAll(/sealed:v1:[\w-]+:[\w-]+/g, "sealed:…");
}
