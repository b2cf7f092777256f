import { setTimeout } from "node:timers/promises";
import type { Protocol } from "puppeteer";
import { RenderFailure } from "../../failures.ts";
import { isContextGone } from "../inPage/world.ts";
import type { JobPage } from "../pool/jobPage.ts";
import type { DocumentTracker } from "./documentTracker.ts";
import type { Attempt, CaptureGuard } from "./guard.ts";

/** Ways to free a page that does not answer, each harder than the one before. */
export type HangRecovery = {
  /** Takes the next rung; false when there is none. */
  escalate(): Promise<boolean>;
  /** Keeps the document that is there, or on its way, and waits a moment for it to load: the page goes to no other any more. */
  freezeDocument(): Promise<void>;
  /** Whether no rung is left: what is tried now is the last there is. */
  exhausted(): boolean;
  /**
   * Runs a step that may hang on a page that spins or keeps navigating, and tries it again: where documents keep going away
   * under it, after the page is held; where it does not come back within its bound, after the next rung. `onHang` says what
   * comes of it when there is no rung left.
   */
  run<Value>(step: () => Promise<Value>, boundMs: () => number, onHang: () => Value | RenderFailure): Promise<Value>;
};

/** A document that is replaced, or has drawn no frame yet, is ready a moment later: asked again this often before more is done. */
const stepTimeoutMs = 2;
const pauseMs = 50;

/** A rung is a message to the browser, which answers even when the renderer does not. */
const rungTimeoutMs = 500;

/** Milliseconds a document that was held has, at most, to be parsed to its end. */
const loadMs = 1_000;

type Outcome<Value> = Attempt<Value> | { done: false; replaced: true };

/** The ladder of one capture; rungs taken stay taken. */
export function createHangRecovery(jobPage: JobPage, guard: CaptureGuard, tracker: DocumentTracker): HangRecovery {
  const { session, world } = jobPage;
  const send = async (...work: Array<Promise<unknown>>) => {
    // Some never answer on a page this sick; the order in which they arrive is what counts.
    await guard.attempt(Promise.allSettled(work), Math.min(rungTimeoutMs, guard.remainingMs() / 6));
  };
  const stop = async () => {
    await send(session.send("Runtime.terminateExecution"), session.send("Page.stopLoading"));
    // What ends the page's script may hit ours.
    await send(closeUnfinishedHead(jobPage).catch(() => closeUnfinishedHead(jobPage)));
  };
  const rungs = [
    async () => {
      if (!tracker.held) await send(tracker.hold());
      await stop();
    },
    async () => {
      await send(session.send("Emulation.setScriptExecutionDisabled", { value: true }));
      await stop();
    },
  ];
  let taken = 0;

  async function freezeDocument(): Promise<void> {
    if (tracker.held) return;
    await guard.race(tracker.hold());
    const loaded = world.call(parsed);
    await guard.attempt(Promise.allSettled([loaded]), Math.min(loadMs, guard.remainingMs() / 6));
  }

  async function escalate(): Promise<boolean> {
    const rung = rungs[taken];
    if (rung === undefined) return false;
    taken += 1;
    await rung();
    return true;
  }

  async function attempt<Value>(step: () => Promise<Value>, boundMs: number): Promise<Outcome<Value>> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await guard.attempt(step(), boundMs);
      } catch (error) {
        if (guard.cause() !== null || !isTransient(error)) throw error;
        if (tries === stepTimeoutMs) return { done: false, replaced: true };
        await guard.race(setTimeout(pauseMs));
      }
    }
  }

  return {
    escalate,
    freezeDocument,
    exhausted: () => taken === rungs.length,
    async run(step, boundMs, onHang) {
      for (;;) {
        const outcome = await attempt(step, boundMs());
        if (outcome.done) return outcome.value;
        if ("replaced" in outcome && !tracker.held) await freezeDocument();
        else if (!(await escalate())) return orThrow(onHang());
      }
    },
  };
}

function orThrow<Value>(end: Value | RenderFailure): Value {
  if (end instanceof RenderFailure) throw end;
  return end;
}

/** Resolves once the document's text is parsed. Runs in the page. */
async function parsed(): Promise<void> {
  if (document.readyState !== "loading") return;
  await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
}

/** Ends what script a page is at, its own or ours, and nothing more. */
export async function stopScript({ session }: JobPage, guard: CaptureGuard): Promise<void> {
  await guard.attempt(Promise.allSettled([session.send("Runtime.terminateExecution")]), rungTimeoutMs);
}

/** What calls reject with while a document is being replaced. */
function isTransient(error: unknown): boolean {
  return (
    isContextGone(error) ||
    error instanceof DocumentReplaced ||
    (error instanceof Error &&
      /Not attached to an active page|Unable to capture screenshot|Internal error/u.test(error.message))
  );
}

/**
 * Chromium draws no frame of a document whose loading ended before its body began, and never answers whoever asks for a picture
 * of it. Such a document is given an empty body here; what its head says is kept.
 */
async function closeUnfinishedHead({ session, world, mainFrameId }: JobPage): Promise<void> {
  const html = await world.call(headAlone);
  if (html !== null) await session.send("Page.setDocumentContent", { frameId: mainFrameId, html });
}

/** The document as it is, without what its parser would wait for again; null where it has a body. Runs in the page. */
function headAlone(): string | null {
  if (document.contentType !== "text/html" || document.body !== null) return null;
  const head = document.createElement("head");
  for (const element of document.head?.children ?? [])
    if (!element.matches("script, style, link[rel~=stylesheet i], meta[http-equiv]"))
      head.append(element.cloneNode(true));
  return `<!doctype html>${head.outerHTML}<body></body>`;
}

/** The page showed another document before a call about the last one was answered. */
class DocumentReplaced extends Error {
  override readonly name = "DocumentReplaced";
}

/** The work's outcome; DocumentReplaced where the page goes to another document first, because a picture then may never come. */
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
