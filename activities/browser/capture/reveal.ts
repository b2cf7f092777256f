import { RenderFailure } from "../../failures.ts";
import { hideLateOverlays } from "../blocking/clearPage.ts";
import { DrawnTree } from "../inPage/drawnTree.ts";
import { FullPageScroller } from "../inPage/scrolling/fullPageScroller.ts";
import { FixedElements } from "../inPage/scrolling/fixedElements.ts";
import { InnerScroller } from "../inPage/scrolling/innerScroller.ts";
import { motionFreezer } from "../inPage/motionFreezer.ts";
import type { VerticalRange } from "../inPage/scrolling/fullPageScroller.ts";
import type { PageState } from "../inPage/pageSettler.ts";
import { Placeholders } from "../inPage/scrolling/placeholders.ts";
import { ScrollerExpander } from "../inPage/scrolling/scrollerExpander.ts";
import { StyleOverrides } from "../inPage/styleOverrides.ts";
import { type InPageObject, inPageObject } from "../inPage/world.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { freezeUnscriptable } from "./freezeUnscriptable.ts";
import { watchRequests } from "../watch/requests.ts";
import type { CaptureRun } from "./run.ts";
import { settleFrames } from "./settle.ts";

/** Time to scroll through a full page and load its images. Chosen by eye. */
const maxRevealMs = 10_000;

/** Part of a page from its top, CSS pixels. */
type RevealedPart = { end: number };

/** Scrolls through the page, or to the end of a part, so that it loads. Resolves to its videos below the viewport. */
export async function reveal(run: CaptureRun, state: PageState, part?: RevealedPart): Promise<VerticalRange | null> {
  const { lease, guard, hangRecovery } = run;
  const bound = Math.min(maxRevealMs, guard.remainingMs() / 3);
  const hiddenVideos = await hangRecovery.run(
    () => scrollThrough(lease, { maxMs: bound, end: part?.end ?? null }),
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
  return inPageObject(world, FullPageScroller, [
    DrawnTree,
    FixedElements,
    StyleOverrides,
    ...motionFreezer,
    Placeholders,
    InnerScroller,
    ScrollerExpander,
  ]);
}

/** Time that is left to return to the top and to stop all motion. Chosen by eye. */
const finishMs = 1_000;

/**
 * Scrolls through the page within `maxMs`, so that lazy content loads, and returns to its top.
 * Resolves to the range of videos below the viewport.
 */
async function scrollThrough(
  jobPage: JobPage,
  { maxMs, end }: { maxMs: number; end: number | null },
): Promise<VerticalRange | null> {
  const until = performance.now() + maxMs;
  const leftMs = () => Math.max(0, until - performance.now());
  const scroller = scrollerOf(jobPage);
  const requests = watchRequests(jobPage.page);
  try {
    let outcome = await scroller.call("scrollToEnd", leftMs(), end);
    // Endless lists have grown by then, so scrolling goes on.
    while (outcome === "scrolled" && leftMs() > 0) {
      await requests.settled(leftMs() - finishMs);
      outcome = await scroller.call("scrollToEnd", leftMs(), end);
    }
    if (outcome === "unrevealed" && leftMs() > 0) {
      await scroller.call("revisit", leftMs());
      await requests.settled(leftMs() - finishMs);
    }
    return await scroller.call("finish", leftMs());
  } finally {
    requests.dispose();
  }
}
