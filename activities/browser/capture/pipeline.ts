import type { Json } from "#schemas/common.ts";
import type { PageInfo } from "#schemas/outputs.ts";
import { RenderFailure } from "../../failures.ts";
import { secondsOf } from "../../httpHosts.ts";
import type { CapturedPage } from "../../ports.ts";
import { createBlocker } from "../blocking/blocker.ts";
import { clearPage, hideLateOverlays } from "../blocking/clearPage.ts";
import type { PageState } from "../inPage/pageSettler.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { DocumentTracker } from "./documentTracker.ts";
import { createGuard } from "./guard.ts";
import { createHangRecovery } from "./hangRecovery.ts";
import { clickElements, hideElements, scrollToElement } from "./interact.ts";
import { followHandOvers, navigate, type NavigateOptions, refuseErrorPage } from "./navigate.ts";
import { preparePage } from "./prepare.ts";
import { observeHostRequest, stripCredentials } from "./requests.ts";
import { type CaptureRun, type CaptureWork, divideTime, pageUnresponsive } from "./run.ts";
import { settle } from "./settle.ts";
import { takePicture } from "./takePicture.ts";

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
  const [probed, finished] = await Promise.all([readProbe(run), picture?.finishing ?? null]);
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

async function readProbe(run: CaptureRun): Promise<CapturedPage["probed"]> {
  const { lease, request, guard, hangRecovery } = run;
  const expression = request.probe;
  if (expression === null) return null;
  return hangRecovery.run(
    () => runProbe(lease, expression),
    () => guard.remainingMs() / 2,
    pageUnresponsive,
  );
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

/** Characters of JSON that a probe may bring back. */
const maxProbeLength = 32 * 2 ** 20;

/**
 * Evaluates the probe in the isolated world. It is turned to text in the page: the protocol's own conversion is slow for
 * large values and limited in depth, and what is too much is dropped before it travels.
 */
async function runProbe({ world }: JobPage, probe: string): Promise<Json> {
  const text = await world.evaluate(
    `(async () => { const text = JSON.stringify((await (${probe}\n)) ?? null); return text.length > ${maxProbeLength} ? text.length : text; })()`,
  );
  if (typeof text !== "string") throw new RenderFailure("page_too_large", "What was to be extracted is too much.");
  const value: Json = JSON.parse(text);
  return value;
}
