import { TimeoutError } from "puppeteer";
import type { WaitUntil } from "#schemas/common.ts";
import { RenderFailure } from "../../failures.ts";
import type { JobPage } from "../pool/jobPage.ts";
import type { DocumentTracker } from "./documentTracker.ts";
import type { CaptureGuard } from "./guard.ts";
import { navigationFailure } from "./navigationErrors.ts";
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

/** Milliseconds by which the events of a failed navigation may trail behind it. */
const trailMs = 500;

/** A page may hand on to another a few times; one that never stops is captured as it stands. */
const maxHandOvers = 3;

/** How far a page came: `late` where its document arrived but `waitUntil` never came true, `restless` where one document followed another. */
export type Opened = "loaded" | "late" | "restless";

/** Opens the address and waits as puppeteer does. A document that never arrived, or can't be shown, is a failure. */
export async function navigate(options: NavigateOptions): Promise<Opened> {
  const { jobPage, guard, tracker, url, waitUntil, budget } = options;
  try {
    const opening = jobPage.page.goto(url.href, { waitUntil, timeout: budget.documentMs - elapsed(options) });
    const opened = await unlessRestless(options, unlessLate(options, opening));
    if (opened === "restless") return opened;
    if (opened === "late") return afterTimeout(options);
  } catch (error) {
    if (guard.cause() !== null || error instanceof RenderFailure) throw error;
    const errorText = error instanceof Error ? error.message : "";
    if (/net::ERR_/u.test(errorText)) await guard.race(tracker.answered(trailMs));
    if (tracker.verdict !== null) throw navigationFailure(tracker.broken(errorText));
    if (error instanceof TimeoutError) return afterTimeout(options);
    throw /net::ERR_/u.test(errorText) ? navigationFailure(tracker.broken(errorText)) : error;
  }
  refuseErrorPage(tracker);
  return "loaded";
}

/** Waits for the documents a page hands on to by itself (script or meta refresh), within bounds. */
export async function followHandOvers(options: NavigateOptions): Promise<boolean> {
  const { jobPage, guard, tracker, waitUntil, budget } = options;
  for (let count = 0; tracker.navigating && count < maxHandOvers; count += 1) {
    const left = budget.loadMs - elapsed(options);
    if (left <= 0) return false;
    try {
      const navigation = jobPage.page.waitForNavigation({ waitUntil, timeout: left });
      if ((await unlessRestless(options, navigation)) === "restless") return false;
    } catch (error) {
      if (guard.cause() !== null) throw error;
      // The next document is not coming: what is there is the page.
      return false;
    }
  }
  refuseErrorPage(tracker);
  return true;
}

/** The work's outcome, or word that the page comes to no end. */
function unlessRestless<Value>({ guard, tracker }: NavigateOptions, work: Promise<Value>): Promise<Value | "restless"> {
  return guard.race(Promise.race([work, tracker.restless]));
}

/** The work's outcome, or word that the document has come but is not done by the time it has to load. */
async function unlessLate<Value>(options: NavigateOptions, work: Promise<Value>): Promise<Value | "late"> {
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

/** Chromium's own error page, or the proxy's word, must never be taken for the site's. */
export function refuseErrorPage(tracker: DocumentTracker): void {
  if (tracker.verdict !== null) throw navigationFailure(tracker.broken(""));
  if (tracker.showsErrorPage && !tracker.answeredWithoutBody) throw navigationFailure(tracker.broken(""));
}

function afterTimeout({ tracker, budget }: NavigateOptions): Opened {
  if (tracker.verdict !== null) throw navigationFailure(tracker.broken(""));
  if (tracker.arrived) return "late";
  const [had, whole] = [budget.documentMs, budget.totalMs].map((milliseconds) => milliseconds / 1_000);
  throw new RenderFailure("navigation_timeout", `It had ${had} of ${whole} seconds; the rest is kept for the capture.`);
}

function elapsed({ startedAt }: NavigateOptions): number {
  return performance.now() - startedAt;
}
