import { setTimeout } from "node:timers/promises";
import type { Protocol } from "puppeteer";
import { RenderFailure } from "../../failures.ts";
import { isContextGone } from "../inPage/world.ts";
import type { JobPage } from "../pool/jobPage.ts";
import type { DocumentTracker } from "./documentTracker.ts";
import type { Attempt, CaptureGuard } from "./guard.ts";

/** Frees a page that does not answer, in steps that get harder. */
export type HangRecovery = {
  /** Takes the next step. Resolves to false when none is left. */
  escalate(): Promise<boolean>;
  /** Keeps the page from going to another document and waits at most `maxParseMs` until the current one is parsed. */
  freezeDocument(): Promise<void>;
  /** Whether no step is left, so that the current attempt is the last. */
  exhausted(): boolean;
  /**
   * Runs work that may hang on a page that spins or keeps navigating, and retries it.
   * Freezes the document when documents keep being replaced. Escalates when the work exceeds its bound.
   * `onHang` gives the result when no step is left.
   * @throws RenderFailure when `onHang` returns one.
   */
  run<Value>(work: () => Promise<Value>, boundMs: () => number, onHang: () => Value | RenderFailure): Promise<Value>;
};

/** Failure for a page that does not respond after every step of hang recovery. */
export function pageUnresponsive(): RenderFailure {
  return new RenderFailure("page_crashed", "It stopped responding.");
}

/** Retries after a transient error: a replaced document, or one without a frame yet, is ready soon after. */
const maxRetries = 2;
const retryDelayMs = 50;

/** Time for the messages of one step. The browser answers even when the renderer does not. */
const maxMessageMs = 500;

/** Time for a frozen document to be parsed. Chosen by eye. */
const maxParseMs = 1_000;

type Outcome<Value> = Attempt<Value> | { done: false; replaced: true };

/** Hang recovery of one capture. Each step is taken once. */
export function createHangRecovery(jobPage: JobPage, guard: CaptureGuard, tracker: DocumentTracker): HangRecovery {
  const { session, world } = jobPage;
  const send = async (...work: Array<Promise<unknown>>) => {
    // A hanging page may never answer. Only the order in which the messages arrive matters.
    await guard.attempt(Promise.allSettled(work), Math.min(maxMessageMs, guard.remainingMs() / 6));
  };
  const stop = async () => {
    await send(session.send("Runtime.terminateExecution"), session.send("Page.stopLoading"));
    // Retried, because the termination may hit our own script.
    await send(closeUnfinishedHead(jobPage).catch(() => closeUnfinishedHead(jobPage)));
  };
  const steps = [
    async () => {
      if (!tracker.frozen) await send(tracker.freezeDocument());
      await stop();
    },
    async () => {
      await send(session.send("Emulation.setScriptExecutionDisabled", { value: true }));
      await stop();
    },
  ];
  let takenSteps = 0;

  async function freezeDocument(): Promise<void> {
    if (tracker.frozen) return;
    await guard.race(tracker.freezeDocument());
    const parsed = world.call(waitUntilParsed);
    await guard.attempt(Promise.allSettled([parsed]), Math.min(maxParseMs, guard.remainingMs() / 6));
  }

  async function escalate(): Promise<boolean> {
    const step = steps[takenSteps];
    if (step === undefined) return false;
    takenSteps += 1;
    await step();
    return true;
  }

  async function attempt<Value>(work: () => Promise<Value>, boundMs: number): Promise<Outcome<Value>> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await guard.attempt(work(), boundMs);
      } catch (error) {
        if (guard.cause() !== null || !isTransient(error)) throw error;
        if (retries === maxRetries) return { done: false, replaced: true };
        await guard.race(setTimeout(retryDelayMs));
      }
    }
  }

  return {
    escalate,
    freezeDocument,
    exhausted: () => takenSteps === steps.length,
    async run(work, boundMs, onHang) {
      for (;;) {
        const outcome = await attempt(work, boundMs());
        if (outcome.done) return outcome.value;
        if ("replaced" in outcome && !tracker.frozen) await freezeDocument();
        else if (!(await escalate())) return throwIfFailure(onHang());
      }
    },
  };
}

function throwIfFailure<Value>(outcome: Value | RenderFailure): Value {
  if (outcome instanceof RenderFailure) throw outcome;
  return outcome;
}

/** Resolves once the document is parsed. Runs in the page. */
async function waitUntilParsed(): Promise<void> {
  if (document.readyState !== "loading") return;
  await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
}

/** Terminates the page's running script, its own or ours. */
export async function stopScript({ session }: JobPage, guard: CaptureGuard): Promise<void> {
  await guard.attempt(Promise.allSettled([session.send("Runtime.terminateExecution")]), maxMessageMs);
}

/** The outcome of work that is done again, for at most `maxMs`, while its document is replaced or has no frame yet. */
export async function retryTransient<Value>(work: () => Promise<Value>, maxMs: number): Promise<Value> {
  const endMs = performance.now() + maxMs - retryDelayMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() > endMs) throw error;
      await setTimeout(retryDelayMs);
    }
  }
}

/** Whether a call failed only because its document was being replaced or had no frame yet. */
function isTransient(error: unknown): boolean {
  return (
    isContextGone(error) ||
    error instanceof DocumentReplaced ||
    (error instanceof Error &&
      /Not attached to an active page|Unable to capture screenshot|Internal error/u.test(error.message))
  );
}

/**
 * Adds an empty body to a document that ended inside its head.
 * Chromium draws no frame of such a document and never answers a screenshot request.
 */
async function closeUnfinishedHead({ session, world, mainFrameId }: JobPage): Promise<void> {
  const html = await world.call(headWithEmptyBody);
  if (html !== null) await session.send("Page.setDocumentContent", { frameId: mainFrameId, html });
}

/** HTML of the head with an empty body, without resources that block parsing. Null when a body exists. Runs in the page. */
function headWithEmptyBody(): string | null {
  if (document.contentType !== "text/html" || document.body !== null) return null;
  const head = document.createElement("head");
  for (const element of document.head?.children ?? [])
    if (!element.matches("script, style, link[rel~=stylesheet i], meta[http-equiv]"))
      head.append(element.cloneNode(true));
  return `<!doctype html>${head.outerHTML}<body></body>`;
}

/** The document was replaced while a call about it was pending. */
class DocumentReplaced extends Error {
  override readonly name = "DocumentReplaced";
}

/**
 * The outcome of the work. A screenshot may never be answered when its document is replaced.
 * @throws DocumentReplaced when the page commits another document first.
 */
export async function raceNavigation<Value>({ session, mainFrameId }: JobPage, work: Promise<Value>): Promise<Value> {
  const { promise: replaced, reject } = Promise.withResolvers<never>();
  const onNavigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id === mainFrameId) reject(new DocumentReplaced());
  };
  session.on("Page.frameNavigated", onNavigated);
  try {
    return await Promise.race([work, replaced]);
  } finally {
    session.off("Page.frameNavigated", onNavigated);
  }
}
