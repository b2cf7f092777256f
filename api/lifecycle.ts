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
