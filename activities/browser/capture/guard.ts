import type { Page } from "puppeteer";
import { RenderFailure } from "../../failures.ts";

/** Outcome of a step that may take too long without the capture being lost. */
export type Attempt<Value> = { done: true; value: Value } | { done: false };

/**
 * What ends a capture from outside: its deadline, its page's or browser's death, the job's cancellation.
 * Calls to a dead renderer hang and never reject, so every step is raced against these.
 */
export type CaptureGuard = {
  /** The work's outcome, or the reason the capture ended first. */
  race<Value>(work: Promise<Value>): Promise<Value>;
  /** The same with a bound of its own: a step that exceeds it is given up, not the capture. */
  attempt<Value>(work: Promise<Value>, boundMs: number): Promise<Attempt<Value>>;
  /** Milliseconds to the deadline. */
  remainingMs(): number;
  /** Why the capture ended, for errors of steps that noticed before the guard did; null when it did not. */
  cause(): unknown;
  dispose(): void;
};

export type GuardOptions = {
  page: Page;
  signal: AbortSignal;
  timeoutMs: number;
  /** What running out of time means at this moment. */
  onDeadline(): RenderFailure;
  /** Why a renderer died: the memory watchdog knows more than the page does. */
  onCrash(): RenderFailure;
};

/** Starts to watch a page; `dispose` ends that. */
export function createGuard(options: GuardOptions): CaptureGuard {
  const { page, signal } = options;
  const browser = page.browser();
  const deadline = performance.now() + options.timeoutMs;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // Nobody may be racing at the moment it rejects.
  ended.catch(() => undefined);
  let cause: unknown = null;

  const end = (reason: unknown) => {
    cause ??= reason;
    reject(cause);
  };
  const onAbort = () => end(signal.reason);
  const onCrash = () => end(options.onCrash());
  const onDisconnect = () => end(new RenderFailure("browser_unavailable"));
  const onClose = () =>
    end(
      browser.connected
        ? new RenderFailure("page_crashed", "It was closed.")
        : new RenderFailure("browser_unavailable"),
    );
  const timer = setTimeout(() => end(options.onDeadline()), options.timeoutMs);

  signal.addEventListener("abort", onAbort, { once: true });
  // Not by once(): puppeteer's off() does not find what its once() has wrapped, and the browser would keep every page there was.
  page.on("error", onCrash);
  page.on("close", onClose);
  browser.on("disconnected", onDisconnect);
  if (signal.aborted) onAbort();
  if (!browser.connected) onDisconnect();

  return {
    race: (work) => Promise.race([work, ended]),
    attempt: (work, boundMs) => attempt(Promise.race([work, ended]), boundMs),
    remainingMs: () => Math.max(0, deadline - performance.now()),
    cause: () => cause ?? (browser.connected ? null : new RenderFailure("browser_unavailable")),
    dispose() {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      page.off("error", onCrash);
      page.off("close", onClose);
      browser.off("disconnected", onDisconnect);
    },
  };
}

async function attempt<Value>(work: Promise<Value>, boundMs: number): Promise<Attempt<Value>> {
  const { promise: late, resolve } = Promise.withResolvers<{ done: false }>();
  const timer = setTimeout(() => resolve({ done: false }), boundMs);
  try {
    return await Promise.race([work.then((value) => ({ done: true as const, value })), late]);
  } finally {
    clearTimeout(timer);
  }
}
