import { StyleOverrides } from "./inPageHolds.ts";
import { inPageObject } from "./inPageObject.ts";
import { FullPageScroller } from "./inPageRevealer.ts";
import { MotionFreezer } from "./inPageStill.ts";
import type { JobPage } from "./jobPage.ts";
import { watchRequests } from "./requestWatch.ts";
import type { Span } from "./screenshot.ts";

/** Milliseconds that what one round of scrolling asked for may take. */
const requestsMs = 3_000;

/**
 * Scrolls through the page so that all of it is there, and returns to its top; takes `maxMs` at most. Resolves to where it has
 * videos that can't be seen from there.
 */
export async function revealPage({ page, world }: JobPage, maxMs: number): Promise<Span | null> {
  const until = performance.now() + maxMs;
  const left = () => Math.max(0, until - performance.now());
  const revealer = inPageObject(world, FullPageScroller, [StyleOverrides, MotionFreezer]);
  const requests = watchRequests(page);
  try {
    let outcome = await revealer.call("scrollOn", left());
    // Lists that load on have grown by what the scrolling asked for.
    while (outcome === "moved" && left() > 0) {
      await requests.settled(Math.min(left(), requestsMs));
      outcome = await revealer.call("scrollOn", left());
    }
    if (outcome === "unseen" && left() > 0) {
      await revealer.call("revisit", left());
      await requests.settled(Math.min(left(), requestsMs));
    }
    return await revealer.call("finish", left());
  } finally {
    requests.dispose();
  }
}
