import { setTimeout } from "node:timers/promises";
import type { Page } from "puppeteer";
import { RenderFailure } from "#activities/failures.ts";
import type { Attempt, CaptureGuard } from "./guard.ts";
import { isContextGone } from "./isolatedWorld.ts";
import type { JobPage } from "./jobPage.ts";

/** Ways to free a page that does not answer, each harder than the one before. */
export type RescueLadder = {
  /** Takes the next rung; false when there is none. */
  climb(): Promise<boolean>;
  /** Whether no rung is left: what is tried now is the last there is. */
  spent(): boolean;
  /**
   * Runs a step that may hang on a page that spins or keeps navigating; each time it does not come back within its bound, or
   * the document goes away under it, the next rung is taken and it is tried again. `onHang` says what comes of it when there is no rung left.
   */
  run<Value>(step: () => Promise<Value>, boundMs: () => number, onHang: () => Value | RenderFailure): Promise<Value>;
};

/** A document that is replaced, or has drawn no frame yet, is ready a moment later: asked again this often before a rung is taken. */
const patience = 2;
const pauseMs = 50;

/** A rung is a message to the browser, which answers even when the renderer does not. */
const rungTimeoutMs = 500;

/** The ladder of one capture; rungs taken stay taken. */
export function createRescueLadder({ page, session }: JobPage, guard: CaptureGuard): RescueLadder {
  const send = async (...work: Array<Promise<unknown>>) => {
    // Some never answer on a page this sick; the order in which they arrive is what counts.
    await guard.attempt(Promise.allSettled(work), rungTimeoutMs);
  };
  const rungs = [
    async () => {
      await send(holdNavigations(page));
      await send(session.send("Runtime.terminateExecution"), session.send("Page.stopLoading"));
    },
    () =>
      send(
        session.send("Emulation.setScriptExecutionDisabled", { value: true }),
        session.send("Runtime.terminateExecution"),
        session.send("Page.stopLoading"),
      ),
  ];
  let taken = 0;

  async function climb(): Promise<boolean> {
    const rung = rungs[taken];
    if (rung === undefined) return false;
    taken += 1;
    await rung();
    return true;
  }

  async function attempt<Value>(step: () => Promise<Value>, boundMs: number): Promise<Attempt<Value>> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await guard.attempt(step(), boundMs);
      } catch (error) {
        if (guard.cause() !== null || !isTransient(error)) throw error;
        if (tries === patience) return { done: false };
        await guard.race(setTimeout(pauseMs));
      }
    }
  }

  return {
    climb,
    spent: () => taken === rungs.length,
    async run(step, boundMs, onHang) {
      for (;;) {
        const outcome = await attempt(step, boundMs());
        if (outcome.done) return outcome.value;
        if (await climb()) continue;
        const end = onHang();
        if (end instanceof RenderFailure) throw end;
        return end;
      }
    },
  };
}

/** Ends what script a page is at, its own or ours, and nothing more. */
export async function stopScript({ session }: JobPage, guard: CaptureGuard): Promise<void> {
  await guard.attempt(Promise.allSettled([session.send("Runtime.terminateExecution")]), rungTimeoutMs);
}

/**
 * Leaves every document that is asked for from now on unanswered, so that the one there stays: a page that keeps handing on
 * to itself can't be captured between two of its documents. By a session of its own, because enabling interception again
 * on the page's would replace the caller's headers.
 */
async function holdNavigations(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  await session.send("Fetch.enable", {
    patterns: [{ urlPattern: "*", resourceType: "Document", requestStage: "Request" }],
  });
}

/** What calls reject with while a document is being replaced. */
function isTransient(error: unknown): boolean {
  return (
    isContextGone(error) ||
    (error instanceof Error &&
      /Not attached to an active page|Unable to capture screenshot|Internal error/u.test(error.message))
  );
}
