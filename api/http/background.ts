import type { LogFields, Logger } from "#telemetry/logger.ts";

/** Work that goes on after its reply was sent. */
export type Background = {
  /** Starts the work; a failure is logged under `what`, never thrown. */
  run(what: string, fields: LogFields, work: () => Promise<unknown>): void;
  /** Pieces of work under way. */
  size(): number;
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
};

/** A place for work whose outcome no client waits for. */
export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>();
  return {
    run(what, fields, work) {
      const piece = work()
        .then(() => undefined)
        .catch((err: unknown) => log.warn({ ...fields, err }, `${what} failed`))
        .finally(() => running.delete(piece));
      running.add(piece);
    },
    size: () => running.size,
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Whether the process still wants traffic; `signal` aborts when it starts to drain, so that long polls end early. */
export type Lifecycle = { readonly signal: AbortSignal; draining(): boolean; drain(): void };

/** A lifecycle that starts out serving. */
export function createLifecycle(): Lifecycle {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    draining: () => controller.signal.aborted,
    drain: () => controller.abort(),
  };
}
