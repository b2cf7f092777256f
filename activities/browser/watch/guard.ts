import type { Page } from "puppeteer";
import { RenderFailure } from "../../failures.ts";

/** Outcome of a step that may time out without failing the capture. */
export type Attempt<Value> = { done: true; value: Value } | { done: false };

/**
 * Races every step against the events that end a capture: deadline, crash, disconnect and cancellation.
 * Calls to a dead renderer hang and never reject.
 */
export type CaptureGuard = {
  /** The outcome of the work, or a rejection with the reason why the capture ended. */
  race<Value>(work: Promise<Value>): Promise<Value>;
  /** Like `race`, but gives up on the work after `boundMs`. The capture goes on. */
  attempt<Value>(work: Promise<Value>, boundMs: number): Promise<Attempt<Value>>;
  /** Milliseconds to the deadline. */
  remainingMs(): number;
  /** Why the capture ended, or null while it runs. A step's own error may be only a symptom of it. */
  cause(): unknown;
  dispose(): void;
};

export type GuardOptions = {
  page: Page;
  signal: AbortSignal;
  timeoutMs: number;
  /** Failure for the deadline, by the state of the capture at that moment. */
  onDeadline(): RenderFailure;
  /** Failure for a crash, by what the memory watchdog knows. */
  onCrash(): RenderFailure;
};

/** Starts the deadline and watches the page until `dispose`. */
export function createGuard(options: GuardOptions): CaptureGuard {
  const { page, signal } = options;
  const browser = page.browser();
  const deadline = performance.now() + options.timeoutMs;
  const { promise: captureEnd, reject } = Promise.withResolvers<never>();
  // No race may be running when it rejects.
  captureEnd.catch(() => undefined);
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
  // on(), because puppeteer's off() can't remove a listener added with once(). The browser would keep every page.
  page.on("error", onCrash);
  page.on("close", onClose);
  browser.on("disconnected", onDisconnect);
  if (signal.aborted) onAbort();
  if (!browser.connected) onDisconnect();

  return {
    race: (work) => Promise.race([work, captureEnd]),
    attempt: (work, boundMs) => attempt(Promise.race([work, captureEnd]), boundMs),
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
