import { SettingsError } from "#schemas/validate.ts";

/** The settings by which our programs listen. */
const listening = "WATCHFRAME_HOST, _PORT, _HEALTH_PORT, _METRICS_HOST, _METRICS_PORT, _CODEC_HOST and _CODEC_PORT";

/**
 * Runs a program. What its operator can mend, a wrong setting or a port that is taken, is told on stderr in plain words, and the
 * process ends with 1; any other error is Node's to tell, with its stack.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const told = remedy(error);
    if (told === null) throw error;
    console.error(told);
    // What was opened before would keep the process alive.
    process.exit(1);
  }
}

function remedy(error: unknown): string | null {
  if (error instanceof SettingsError) return error.message;
  const isListening = error instanceof Error && "syscall" in error && error.syscall === "listen";
  return isListening ? `${error.message}; where to listen is set by ${listening}` : null;
}
