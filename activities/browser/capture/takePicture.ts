import type { ScreenshotSpec } from "#schemas/renders/render.ts";
import { RenderFailure } from "../../failures.ts";
import type { CapturedScreenshot } from "../../ports.ts";
import { hideLateOverlays } from "../blocking/clearPage.ts";
import { FullPageScroller } from "../inPage/fullPageScroller.ts";
import { MotionFreezer } from "../inPage/motionFreezer.ts";
import type { PageState } from "../inPage/pageSettler.ts";
import { StyleOverrides } from "../inPage/styleOverrides.ts";
import { inPageObject } from "../inPage/world.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { freezeUnscriptable } from "./freezeUnscriptable.ts";
import { watchRequests } from "./requests.ts";
import { type CaptureRun, pageUnresponsive } from "./run.ts";
import {
  captureParts,
  checkPageSize,
  countParts,
  finishScreenshot,
  measurePage,
  type PageSize,
  type RawScreenshot,
  type ScreenshotArea,
  type VerticalRange,
} from "./screenshot.ts";
import { settleFrames } from "./settle.ts";

/** Usual time for a screenshot on a busy machine. Beyond it hang recovery starts. Chosen by eye. */
const maxScreenshotMs = { viewport: 4_000, fullPage: 15_000 } as const;
/** Time to scroll through a full page and load its images. Chosen by eye. */
const maxRevealMs = 10_000;
/** Screenshots of a page that changes its size meanwhile. The last one is used. */
const maxAttempts = 3;

/**
 * Takes the page's screenshot. Resolves when the page is no longer needed; `finishing` is the encoded screenshot.
 * @throws RenderFailure when the page is too large or can't be captured completely.
 */
export async function takePicture(
  run: CaptureRun,
  spec: ScreenshotSpec,
  { scale, state }: { scale: number; state: PageState },
): Promise<{ finishing: Promise<CapturedScreenshot> }> {
  if (!spec.fullPage) return { finishing: finishScreenshot(await takeViewport(run, spec, scale), spec) };
  // Checked before the scrolling, which a page that is too tall does not need.
  checkPageSize(state, { format: spec.format, scale });
  const area: ScreenshotArea = { fullPage: true, ...(await reveal(run, state)), scale };
  if (countParts(area) === 1) return { finishing: finishScreenshot(await takeFullPage(run, spec, area), spec) };
  const picture = await withTallPageSlot(run, async () => finishScreenshot(await takeFullPage(run, spec, area), spec));
  return { finishing: Promise.resolve(picture) };
}

function takeViewport(run: CaptureRun, spec: ScreenshotSpec, scale: number): Promise<RawScreenshot> {
  const { lease, hangRecovery } = run;
  return hangRecovery.run(
    () => captureParts(lease, spec, { fullPage: false, pageSize: { width: 0, height: 0 }, scale, hiddenVideos: null }),
    () => screenshotBound(run, maxScreenshotMs.viewport),
    pageUnresponsive,
  );
}

/** Scrolls through the page so that all of it loads. Resolves to its final size and its videos below the viewport. */
async function reveal(run: CaptureRun, state: PageState): Promise<Pick<ScreenshotArea, "pageSize" | "hiddenVideos">> {
  const { lease, guard, hangRecovery } = run;
  const bound = Math.min(maxRevealMs, guard.remainingMs() / 3);
  const hiddenVideos = await hangRecovery.run(
    () => scrollThrough(lease, bound),
    () => bound + 500,
    incomplete,
  );
  // Some overlays appear only while the page scrolls.
  await hideLateOverlays(run);
  if (lease.page.frames().length > 1) await settleFrames(run);
  if (state.unscriptableMotion) await freezeUnscriptable(run);
  return { pageSize: await measure(run), hiddenVideos };
}

/** Takes the full page, again up to `maxAttempts` times while its size changes. */
async function takeFullPage(run: CaptureRun, spec: ScreenshotSpec, area: ScreenshotArea): Promise<RawScreenshot> {
  const { lease, hangRecovery } = run;
  let { pageSize } = area;
  for (let attempts = 1; ; attempts += 1) {
    checkPageSize(pageSize, { format: spec.format, scale: area.scale });
    const taken = { ...area, pageSize };
    // Measured at the same time, because growth after the screenshot does not matter.
    const [raw, now] = await Promise.all([
      hangRecovery.run(
        () => captureParts(lease, spec, taken),
        () => screenshotBound(run, maxScreenshotMs.fullPage * countParts(taken)),
        incomplete,
      ),
      measureOr(run, pageSize),
    ]);
    if (attempts === maxAttempts || (now.width === pageSize.width && now.height === pageSize.height)) return raw;
    pageSize = now;
  }
}

function measure(run: CaptureRun): Promise<PageSize> {
  const { lease, guard, hangRecovery } = run;
  return hangRecovery.run(
    () => measurePage(lease),
    () => Math.min(maxScreenshotMs.viewport, guard.remainingMs() / 4),
    incomplete,
  );
}

/** The page's current size, or `fallback` when the page does not answer. */
async function measureOr({ lease, guard }: CaptureRun, fallback: PageSize): Promise<PageSize> {
  const measured = await guard.attempt(
    measurePage(lease).catch(() => fallback),
    Math.min(maxScreenshotMs.viewport, guard.remainingMs() / 3),
  );
  return measured.done ? measured.value : fallback;
}

/**
 * Runs the work in a slot for tall pages, because their screenshots need much memory.
 * @throws RenderFailure `full_page_incomplete` when no slot is free within half of the remaining time.
 */
async function withTallPageSlot<Value>(
  { guard, tallPageLimit }: CaptureRun,
  work: () => Promise<Value>,
): Promise<Value> {
  const waiting = new AbortController();
  const acquiring = tallPageLimit.acquire(waiting.signal);
  try {
    const acquired = await guard.attempt(acquiring, guard.remainingMs() / 2);
    if (!acquired.done)
      throw new RenderFailure("full_page_incomplete", "Too many tall pages are being captured at the moment.");
    return await guard.race(work());
  } finally {
    waiting.abort();
    acquiring.then(
      (release) => release(),
      () => undefined,
    );
  }
}

/** The last attempt gets all the remaining time. Earlier ones leave time for hang recovery. */
function screenshotBound({ guard, hangRecovery }: CaptureRun, usualMs: number): number {
  return hangRecovery.exhausted() ? guard.remainingMs() : Math.min(usualMs, guard.remainingMs() / 3);
}

function incomplete(): RenderFailure {
  return new RenderFailure("full_page_incomplete");
}

/** Time for the requests of one pass of scrolling. Chosen by eye. */
const maxRequestsMs = 3_000;

/**
 * Scrolls through the page within `maxMs`, so that lazy content loads, and returns to its top.
 * Resolves to the range of videos below the viewport.
 */
async function scrollThrough({ page, world }: JobPage, maxMs: number): Promise<VerticalRange | null> {
  const until = performance.now() + maxMs;
  const leftMs = () => Math.max(0, until - performance.now());
  const scroller = inPageObject(world, FullPageScroller, [StyleOverrides, MotionFreezer]);
  const requests = watchRequests(page);
  try {
    let outcome = await scroller.call("scrollToEnd", leftMs());
    // Endless lists have grown by then, so scrolling goes on.
    while (outcome === "scrolled" && leftMs() > 0) {
      await requests.settled(Math.min(leftMs(), maxRequestsMs));
      outcome = await scroller.call("scrollToEnd", leftMs());
    }
    if (outcome === "unrevealed" && leftMs() > 0) {
      await scroller.call("revisit", leftMs());
      await requests.settled(Math.min(leftMs(), maxRequestsMs));
    }
    return await scroller.call("finish", leftMs());
  } finally {
    requests.dispose();
  }
}
