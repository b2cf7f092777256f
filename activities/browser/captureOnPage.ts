import { RenderFailure } from "#activities/failures.ts";
import { secondsOf } from "#activities/retryAfter.ts";
import type { CaptureContext, CapturedPage, CaptureRequest, HostObserver } from "#activities/ports.ts";
import type { PageInfo } from "#schemas/outputs.ts";
import type { Logger } from "#telemetry/logger.ts";
import { type Blocker, createBlocker } from "./blocking/blocker.ts";
import { hideLateOverlays, clearPage } from "./blocking/clearPage.ts";
import { divideTime, type TimeBudget } from "./budget.ts";
import { DocumentTracker } from "./documentTracker.ts";
import { type CaptureGuard, createGuard } from "./guard.ts";
import type { PageState } from "./inPageSettler.ts";
import { clickElements, hideElements, scrollToElement } from "./interact.ts";
import { followHandOvers, navigate, type NavigateOptions, refuseErrorPage } from "./navigate.ts";
import type { PageLease } from "./pool.ts";
import { preparePage } from "./prepare.ts";
import { runProbe } from "./probe.ts";
import { createHangRecovery, type HangRecovery } from "./rescue.ts";
import type { Semaphore } from "./semaphore.ts";
import { settle } from "./settle.ts";
import { takePicture } from "./takePicture.ts";
import { observeHostRequest } from "./watchContact.ts";
import { stripCredentials } from "./withoutUser.ts";

export type CaptureWork = {
  lease: PageLease;
  request: CaptureRequest;
  context: CaptureContext;
  url: URL;
  logger: Logger;
  /** Who wants to hear of the first contact with the host; undefined where nobody does. */
  host: HostObserver | undefined;
  /** Lets tall pictures be taken one after the other. */
  tallPageLimit: Semaphore;
};

/** Everything the steps of one capture share. */
export type CaptureRun = CaptureWork & {
  guard: CaptureGuard;
  tracker: DocumentTracker;
  hangRecovery: HangRecovery;
  budget: TimeBudget;
  /** Null where nothing is to be blocked. */
  blocker: Blocker | null;
  /** `performance.now()` at its start. */
  startedAt: number;
};

/** One job on its page, from blank to captured. */
export async function captureOnPage(work: CaptureWork): Promise<CapturedPage> {
  const { lease, request, context, url } = work;
  const { timeout, screenshot, blocking } = request.spec;
  const blocker = await createBlocker(blocking, { url, mainFrameId: lease.mainFrameId });
  const budget = divideTime({ timeout, fullPage: screenshot?.fullPage ?? false });
  const tracker = new DocumentTracker(lease, work.logger);
  const guard = createGuard({
    page: lease.page,
    signal: context.signal,
    timeoutMs: budget.totalMs,
    onDeadline: () =>
      new RenderFailure(
        tracker.arrived ? "page_crashed" : "navigation_timeout",
        tracker.arrived ? "It stopped answering." : undefined,
      ),
    onCrash: lease.crashFailure,
  });
  const unwatch = work.host === undefined ? () => undefined : observeHostRequest(lease, work.host);
  const startedAt = performance.now();
  const hangRecovery = createHangRecovery(lease, guard, tracker);
  const run: CaptureRun = { ...work, guard, tracker, hangRecovery, budget, blocker, startedAt };
  try {
    return await steps(run);
  } catch (error) {
    // A step may notice the page's end before the guard does, in puppeteer's words.
    throw guard.cause() ?? error;
  } finally {
    unwatch();
    guard.dispose();
    tracker.dispose();
  }
}

async function steps(run: CaptureRun): Promise<CapturedPage> {
  const { lease, request, context, startedAt } = run;
  const { screenshot } = request.spec;
  context.onStage("navigating");
  const viewport = await run.guard.race(preparePage(lease, request, run));
  const { timedOut } = await open(run);
  const navigatedAt = performance.now();
  context.onStage("capturing");
  const state = await openPage(run);
  const picture =
    screenshot === null ? null : await takePicture(run, screenshot, { scale: viewport.deviceScaleFactor, state });
  const shotAt = performance.now();
  if (request.probe !== null) context.onStage("extracting");
  const [probed, finished] = await Promise.all([probe(run), picture?.finishing ?? null]);
  refuseErrorPage(run.tracker);
  return {
    page: describePage(run, state, timedOut),
    screenshot: finished,
    probed,
    timings: spans(startedAt, navigatedAt, shotAt),
  };
}

async function open(run: CaptureRun): Promise<{ timedOut: boolean }> {
  const options = navigation(run);
  const opened = await navigate(options);
  // A page that never finished loading may never answer either: the first rung is free of charge for it.
  if (opened === "late") await run.hangRecovery.escalate();
  else if (opened === "restless") await run.hangRecovery.freezeDocument();
  else await followHandOvers(options);
  if (run.lease.proxy.budgetExceeded === "bytes") throw new RenderFailure("page_too_large");
  return { timedOut: opened !== "loaded" };
}

async function openPage(run: CaptureRun): Promise<PageState> {
  const { lease, request, guard } = run;
  const { spec } = request;
  const settleNavigation = () => followHandOvers(navigation(run));
  await clearPage(run, settleNavigation);
  await hideElements(lease, spec, guard);
  await clickElements(lease, spec, { guard, settleNavigation });
  if (spec.clickSelectors.length > 0) await hideElements(lease, spec, guard);
  await scrollToElement(lease, spec.scrollToElement, guard);
  const state = await settle(run, settleNavigation);
  return (await hideLateOverlays(run)) ? settle(run, settleNavigation) : state;
}

async function probe(run: CaptureRun): Promise<CapturedPage["probed"]> {
  const { lease, request, guard, hangRecovery } = run;
  const expression = request.probe;
  if (expression === null) return null;
  return hangRecovery.run(
    () => runProbe(lease, expression),
    () => guard.remainingMs() / 2,
    pageUnresponsive,
  );
}

/** What to say of a page that answers nothing, whatever was tried. */
export function pageUnresponsive(): RenderFailure {
  return new RenderFailure("page_crashed", "It stopped answering.");
}

function navigation(run: CaptureRun): NavigateOptions {
  const { lease, guard, tracker, url, request, budget, startedAt } = run;
  return { jobPage: lease, guard, tracker, url, waitUntil: request.spec.waitUntil, budget, startedAt };
}

function describePage({ lease, tracker, blocker }: CaptureRun, { title }: PageState, timedOut: boolean): PageInfo {
  const { response } = tracker;
  const shown = lease.page.url();
  const retryAfter = secondsOf(response?.headers()["retry-after"], new Date());
  return {
    finalUrl: stripCredentials(tracker.answeredWithoutBody ? (response?.url() ?? shown) : shown),
    statusCode: response?.status() ?? 0,
    title,
    contentType: response?.headers()["content-type"] ?? "",
    redirects: tracker.redirects(),
    ...(retryAfter !== null && { retryAfter }),
    ...(timedOut && { timedOut }),
    ...(blocker !== null && { blocked: blocker.counts() }),
  };
}

function spans(startedAt: number, navigatedAt: number, shotAt: number): CapturedPage["timings"] {
  return {
    navigation: Math.round(navigatedAt - startedAt),
    capture: Math.round(shotAt - navigatedAt),
    extraction: Math.round(performance.now() - shotAt),
  };
}
