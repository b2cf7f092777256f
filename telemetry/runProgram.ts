import { SettingsError } from "#schemas/validate.ts";

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
