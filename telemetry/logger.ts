import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

/** Fields every log line may carry; see docs/operating.md. Values are ids and names, never bodies, addresses with a query, or secrets. */
export type LogFields = {
  requestId?: string;
  accountId?: string;
  jobId?: string;
  workflowId?: string;
};

/** Structured JSON logs, one object a line. Errors go through `serializeError`, which drops everything but type, message, code and stack. */
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

/** An error as a log line shows it, addresses cut to their origin and sealed values left out. */
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

/** Cuts addresses to their origin and drops keys and sealed values: whatever follows an origin may be a secret. */
export function redact(text: string): string {
  return text
    .replaceAll(/\b(https?|wss?):\/\/(?:[^\s/"'@]*@)?([^\s/"'?#]+)[^\s"')]*/g, "$1://$2/…")
    .replaceAll(/wf_live_[0-9A-Za-z]+/g, "wf_live_…")
    .replaceAll(/sealed:v1:[\w-]+:[\w-]+/g, "sealed:…");
}
