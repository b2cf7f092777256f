import { type DestinationStream, type Logger, pino } from "pino";
import { SettingsError } from "#schemas/settings/readEnv.ts";

export type { Logger } from "pino";

/** Fields of any log line; see docs/observing.md. Values are ids and names, never bodies, queries or secrets. */
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
  return pino(options, destination ?? standardOutput());
}

/** Bytes of lines that wait while the log's disk is full. Further lines are dropped. */
const maxWaitingBytes = 1_000_000;

/** Standard output. A full disk does not end the process: the lines wait, and each further line tries again. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: process.stdout.fd, sync: false, maxLength: maxWaitingBytes });
  output.on("error", () => undefined);
  return output;
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

/** The settings of listening addresses and ports. */
const listenSettings =
  "WATCHFRAME_HOST, _PORT, _HEALTH_PORT, _METRICS_HOST, _METRICS_PORT, _CODEC_HOST and _CODEC_PORT";

/**
 * Runs a program. For an error that its operator can fix (a wrong setting or a port in use), it prints a message to stderr and
 * exits with 1. Node reports any other error with its stack.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const message = messageFor(error);
    if (message === null) throw error;
    console.error(message);
    // Open connections would keep the process alive.
    process.exit(1);
  }
}

/** The message for an error that the operator can fix; null for other errors. */
function messageFor(error: unknown): string | null {
  if (error instanceof SettingsError) return error.message;
  const isListening = error instanceof Error && "syscall" in error && error.syscall === "listen";
  return isListening ? `${error.message}; change the address or port with ${listenSettings}` : null;
}
