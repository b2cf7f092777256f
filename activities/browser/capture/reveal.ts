import { RenderFailure } from "../../failures.ts";
import { hideLateOverlays } from "../blocking/clearPage.ts";
import { FullPageScroller } from "../inPage/fullPageScroller.ts";
import { InnerScroller } from "../inPage/innerScroller.ts";
import { MotionFreezer } from "../inPage/motionFreezer.ts";
import type { PageState } from "../inPage/pageSettler.ts";
import { StyleOverrides } from "../inPage/styleOverrides.ts";
import { type InPageObject, inPageObject } from "../inPage/world.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { freezeUnscriptable } from "./freezeUnscriptable.ts";
import { watchRequests } from "./requests.ts";
import type { CaptureRun } from "./run.ts";
import type { VerticalRange } from "./screenshot.ts";
import { settleFrames } from "./settle.ts";

/** Time to scroll through a full page and load its images. Chosen by eye. */
const maxRevealMs = 10_000;

/** Scrolls through the page so that all of it loads. Resolves to its videos below the viewport. */
export async function reveal(run: CaptureRun, state: PageState): Promise<VerticalRange | null> {
  const { lease, guard, hangRecovery } = run;
  const bound = Math.min(maxRevealMs, guard.remainingMs() / 3);
  const hiddenVideos = await hangRecovery.run(
    () => scrollThrough(lease, bound),
    () => bound + 500,
    () => new RenderFailure("full_page_incomplete"),
  );
  // Some overlays appear only while the page scrolls.
  await hideLateOverlays(run);
  if (lease.page.frames().length > 1) await settleFrames(run);
  if (state.unscriptableMotion) await freezeUnscriptable(run);
  return hiddenVideos;
}

/** Takes back what `reveal` moved to the end of the page, as sheets of paper have their own ends. */
export async function releaseFloating({ lease, guard }: CaptureRun): Promise<void> {
  await guard.race(scrollerOf(lease).call("releaseFloating"));
}

function scrollerOf({ world }: JobPage): InPageObject<FullPageScroller> {
  return inPageObject(world, FullPageScroller, [StyleOverrides, MotionFreezer, InnerScroller]);
}

/** Time for the requests of one pass of scrolling. Chosen by eye. */
const maxRequestsMs = 3_000;

/**
 * Scrolls through the page within `maxMs`, so that lazy content loads, and returns to its top.
 * Resolves to the range of videos below the viewport.
 */
async function scrollThrough(jobPage: JobPage, maxMs: number): Promise<VerticalRange | null> {
  const until = performance.now() + maxMs;
  const leftMs = () => Math.max(0, until - performance.now());
  const scroller = scrollerOf(jobPage);
  const requests = watchRequests(jobPage.page);
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
