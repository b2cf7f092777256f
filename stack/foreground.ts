import type { Environment } from "./environment.ts";

/** The stop signals of a command that runs until the user stops it. */
export type Foreground = {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  signal: AbortSignal;
  /** Resolves with the first such signal. */
  shutdown: Promise<void>;
  /** Calls `action` when a later signal asks to stop at once. */
  onForceStop(hurry: () => void): void;
};

/** Milliseconds in which a second signal counts as the same one. Ctrl-C arrives from the terminal and from the bootstrap. */
const sameSignalMs = 1_000;
const parentCheckMs = 500;

/** Turns this process's stop signals into one promise. Call it once, before anything is started. */
export function watchForStop(env: Environment): Foreground {
  const controller = new AbortController();
  const { promise: shutdown, resolve } = Promise.withResolvers<void>();
  let stoppedAt = 0;
  let hurry: (() => void) | undefined;
  const stop = (): void => {
    if (stoppedAt === 0) {
      stoppedAt = Date.now();
      controller.abort(new Error("stopped before everything was up"));
      resolve();
    } else if (Date.now() - stoppedAt > sameSignalMs) hurry?.();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  // A closed terminal must not end the process before its parts have stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  watchParent(Number(env["WATCHFRAME_BOOTSTRAP_PID"] ?? 0), stop);
  return { signal: controller.signal, shutdown, onForceStop: (callback) => void (hurry = callback) };
}

/** The bootstrap forwards signals. If it is killed with -9, this process gets another parent, which counts as a stop. */
function watchParent(parent: number, stop: () => void): void {
  if (parent === 0 || process.ppid !== parent) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentCheckMs);
  timer.unref();
}
