import type { LogFields, Logger } from "#telemetry/logger.ts";

/** Work that continues after the reply. */
export type Background = {
  /** Starts the work. A failure is logged with `what` and never thrown. */
  run(what: string, fields: LogFields, work: () => Promise<unknown>): void;
  /** Number of running pieces of work. */
  size(): number;
  /** Resolves when no work is running. */
  settled(): Promise<void>;
};

/** Creates a runner for work that no client waits for. */
export function createBackground(log: Logger): Background {
  const runningPieces = new Set<Promise<void>>();
  return {
    run(what, fields, work) {
      const piece = work()
        .then(() => undefined)
        .catch((err: unknown) => log.warn({ ...fields, err }, `${what} failed`))
        .finally(() => runningPieces.delete(piece));
      runningPieces.add(piece);
    },
    size: () => runningPieces.size,
    async settled() {
      while (runningPieces.size > 0) await Promise.all(runningPieces);
    },
  };
}

/** Whether the process accepts traffic. `signal` aborts when it starts to drain, so that long polls end early. */
export type Lifecycle = { readonly signal: AbortSignal; draining(): boolean; drain(): void };

/** A lifecycle that accepts traffic. */
export function createLifecycle(): Lifecycle {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    draining: () => controller.signal.aborted,
    drain: () => controller.abort(),
  };
}
