import type { Environment } from "./provision/context.ts";

/** The life of a command that runs until somebody stops it. */
export type Foreground = {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  signal: AbortSignal;
  /** Resolves with the first such signal. */
  stopped: Promise<void>;
  /** Called when a later signal says that stopping takes too long. */
  onImpatience(hurry: () => void): void;
};

/** Ctrl-C arrives twice: from the terminal, and passed on by the bootstrap. */
const sameSignalMs = 1_000;
const parentCheckMs = 500;

/** Turns this process's stop signals into one promise. Call it once, before anything is started. */
export function watchForStop(env: Environment): Foreground {
  const controller = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
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
  // A terminal that was closed must not end the process before it has stopped its parts.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  watchParent(Number(env["WATCHFRAME_BOOTSTRAP_PID"] ?? 0), stop);
  return { signal: controller.signal, stopped, onImpatience: (callback) => void (hurry = callback) };
}

/** The bootstrap passes signals on; killed with -9 it cannot, and then this process has another parent. */
function watchParent(parent: number, stop: () => void): void {
  if (parent === 0 || process.ppid !== parent) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentCheckMs);
  timer.unref();
}
