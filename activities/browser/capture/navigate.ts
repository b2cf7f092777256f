import { TimeoutError } from "puppeteer";
import type { WaitUntil } from "#schemas/common.ts";
import { RenderFailure } from "../../failures.ts";
import type { JobPage } from "../pool/jobPage.ts";
import type { DocumentTracker } from "../watch/documentTracker.ts";
import type { CaptureGuard } from "../watch/guard.ts";
import { navigationFailure } from "../watch/navigationErrors.ts";
import type { TimeBudget } from "./run.ts";

export type NavigateOptions = {
  jobPage: JobPage;
  guard: CaptureGuard;
  tracker: DocumentTracker;
  url: URL;
  waitUntil: WaitUntil;
  budget: TimeBudget;
  /** `performance.now()` at the capture's start. */
  startedAt: number;
};

/** Time by which events of a failed navigation may arrive after it. Chosen by eye. */
const maxEventDelayMs = 2_000;

/** Client-side redirects that are followed. Afterwards the current document is captured. */
const maxClientRedirects = 3;

/**
 * How far a page loaded. `late`: the document arrived, but `waitUntil` was not reached in time.
 * `navigationLoop`: the page kept going to further documents.
 */
export type Opened = "loaded" | "late" | "navigationLoop";

/**
 * Opens the address and waits for `waitUntil` as puppeteer defines it.
 * @throws RenderFailure when no document arrived or it can't be displayed.
 */
export async function navigate(options: NavigateOptions): Promise<Opened> {
  const { jobPage, guard, tracker, url, waitUntil, budget } = options;
  try {
    const opening = jobPage.page.goto(url.href, { waitUntil, timeout: budget.documentMs - elapsed(options) });
    const opened = await raceNavigationLoop(options, raceLoadDeadline(options, opening));
    if (opened === "navigationLoop") return opened;
    if (opened === "late") return afterTimeout(options);
  } catch (error) {
    if (guard.cause() !== null || error instanceof RenderFailure) throw error;
    const errorText = error instanceof Error ? error.message : "";
    if (/net::ERR_/u.test(errorText)) await guard.race(tracker.waitForAnswer(maxEventDelayMs));
    if (tracker.verdict !== null) throw navigationFailure(tracker.broken(errorText));
    if (error instanceof TimeoutError) return afterTimeout(options);
    throw /net::ERR_/u.test(errorText) ? navigationFailure(tracker.broken(errorText)) : error;
  }
  await refuseErrorPage(options);
  return "loaded";
}

/**
 * Follows client-side redirects (script or meta refresh) within the load time and `maxClientRedirects`.
 * One that leads to no document, such as a download, is not waited for.
 * Resolves to false when a redirect did not finish.
 * @throws RenderFailure when the last document can't be displayed.
 */
export async function followClientRedirects(options: NavigateOptions): Promise<boolean> {
  const { guard, tracker, budget } = options;
  for (let count = 0; tracker.navigating && count < maxClientRedirects; count += 1) {
    const left = budget.loadMs - elapsed(options);
    if (left <= 0) return false;
    try {
      if ((await awaitNavigation(options, left)) === "navigationLoop") return false;
    } catch (error) {
      if (guard.cause() !== null) throw error;
      // The next document did not arrive, so the current one is captured.
      return false;
    }
  }
  await refuseErrorPage(options);
  return true;
}

/** Waits for the pending navigation's document, or until there will be none. */
async function awaitNavigation(options: NavigateOptions, timeout: number): Promise<unknown> {
  const { jobPage, tracker, waitUntil } = options;
  // Puppeteer does not notice a navigation that ends without a document.
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    const loaded = jobPage.page.waitForNavigation({ waitUntil, timeout, signal });
    return await raceNavigationLoop(options, Promise.race([loaded, tracker.noDocument]));
  } finally {
    waiting.abort();
  }
}

/** The outcome of the work, or `navigationLoop` when the page keeps navigating. */
function raceNavigationLoop<Value>(
  { guard, tracker }: NavigateOptions,
  work: Promise<Value>,
): Promise<Value | "navigationLoop"> {
  return guard.race(Promise.race([work, tracker.navigationLoop]));
}

/** The outcome of the work, or `late` when a document arrived but did not load within the budget. */
async function raceLoadDeadline<Value>(options: NavigateOptions, work: Promise<Value>): Promise<Value | "late"> {
  const { tracker, budget } = options;
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(
    () => {
      if (tracker.arrived) resolve("late");
    },
    budget.loadMs - elapsed(options),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Keeps error pages of Chromium and replies of the proxy from being captured as the site's page.
 * Puppeteer takes the reply of a redirect for that of the document, so the document's own reply may come later.
 * @throws RenderFailure when the page shows one of them.
 */
export async function refuseErrorPage({ guard, tracker }: Pick<NavigateOptions, "guard" | "tracker">): Promise<void> {
  if (tracker.showsUnansweredDocument) await guard.race(tracker.waitForAnswer(maxEventDelayMs));
  if (tracker.verdict !== null) throw navigationFailure(tracker.broken(""));
  if (tracker.showsErrorPage && !tracker.answeredWithoutBody) throw navigationFailure(tracker.broken(""));
}

function afterTimeout({ tracker, budget }: NavigateOptions): Opened {
  if (tracker.verdict !== null) throw navigationFailure(tracker.broken(""));
  if (tracker.arrived) return "late";
  const [navigationSeconds, totalSeconds] = [budget.documentMs, budget.totalMs].map(
    (milliseconds) => milliseconds / 1_000,
  );
  throw new RenderFailure(
    "navigation_timeout",
    `It had ${navigationSeconds} of ${totalSeconds} seconds; the rest is reserved for the capture.`,
  );
}

function elapsed({ startedAt }: NavigateOptions): number {
  return performance.now() - startedAt;
}
