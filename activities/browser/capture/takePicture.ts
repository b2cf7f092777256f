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
  checkExtent,
  finishScreenshot,
  measurePage,
  type PageExtent,
  partsOf,
  type RawScreenshot,
  type ScreenshotSubject,
  shoot,
  type Span,
} from "./screenshot.ts";
import { settleFrames } from "./settle.ts";

/** Milliseconds a sound page takes at most, on a busy machine, for its picture; the ladder is for those that exceed it. */
const shotMs = { viewport: 4_000, fullPage: 15_000 } as const;
/** Milliseconds for a whole page to be scrolled through and its images to come. */
const revealMs = 10_000;
/** A page whose size changes while its picture is taken is taken again, this often. */
const maxShots = 3;

/** The page's picture, by whatever it takes to get one. Resolves when the page is no longer needed; `finishing` is the picture itself. */
export async function takePicture(
  run: CaptureRun,
  spec: ScreenshotSpec,
  { scale, state }: { scale: number; state: PageState },
): Promise<{ finishing: Promise<CapturedScreenshot> }> {
  if (!spec.fullPage) return { finishing: finishScreenshot(await takeViewport(run, spec, scale), spec) };
  // What is too tall from the start need not be scrolled through.
  checkExtent(state, { format: spec.format, scale });
  const subject: ScreenshotSubject = { whole: true, ...(await bringIntoView(run, state)), scale };
  if (partsOf(subject) === 1) return { finishing: finishScreenshot(await takeWhole(run, spec, subject), spec) };
  const picture = await inTurn(run, async () => finishScreenshot(await takeWhole(run, spec, subject), spec));
  return { finishing: Promise.resolve(picture) };
}

function takeViewport(run: CaptureRun, spec: ScreenshotSpec, scale: number): Promise<RawScreenshot> {
  const { lease, hangRecovery } = run;
  return hangRecovery.run(
    () => shoot(lease, spec, { whole: false, extent: { width: 0, height: 0 }, scale, hiddenVideos: null }),
    () => shotBound(run, shotMs.viewport),
    pageUnresponsive,
  );
}

/** Scrolls through the page; resolves to its size, and to where it has videos that its viewport does not show. */
async function bringIntoView(
  run: CaptureRun,
  state: PageState,
): Promise<Pick<ScreenshotSubject, "extent" | "hiddenVideos">> {
  const { lease, guard, hangRecovery } = run;
  const bound = Math.min(revealMs, guard.remainingMs() / 3);
  const hiddenVideos = await hangRecovery.run(
    () => revealPage(lease, bound),
    () => bound + 500,
    incomplete,
  );
  // Some overlays wait to be scrolled to.
  await hideLateOverlays(run);
  if (lease.page.frames().length > 1) await settleFrames(run);
  if (state.hides) await freezeUnscriptable(run);
  return { extent: await measure(run), hiddenVideos };
}

async function takeWhole(run: CaptureRun, spec: ScreenshotSpec, subject: ScreenshotSubject): Promise<RawScreenshot> {
  const { lease, hangRecovery } = run;
  let { extent } = subject;
  for (let shots = 1; ; shots += 1) {
    checkExtent(extent, { format: spec.format, scale: subject.scale });
    const taken = { ...subject, extent };
    // Asked for together: what the page grows by after it was drawn is no longer of interest.
    const [raw, now] = await Promise.all([
      hangRecovery.run(
        () => shoot(lease, spec, taken),
        () => shotBound(run, shotMs.fullPage * partsOf(taken)),
        incomplete,
      ),
      measureBeside(run, taken.extent),
    ]);
    if (shots === maxShots || (now.width === taken.extent.width && now.height === taken.extent.height)) return raw;
    extent = now;
  }
}

function measure(run: CaptureRun): Promise<PageExtent> {
  const { lease, guard, hangRecovery } = run;
  return hangRecovery.run(
    () => measurePage(lease),
    () => Math.min(shotMs.viewport, guard.remainingMs() / 4),
    incomplete,
  );
}

/** The page's size while its picture is taken; a page that does not say has the one it had. */
async function measureBeside({ lease, guard }: CaptureRun, before: PageExtent): Promise<PageExtent> {
  const measured = await guard.attempt(
    measurePage(lease).catch(() => before),
    Math.min(shotMs.viewport, guard.remainingMs() / 3),
  );
  return measured.done ? measured.value : before;
}

/** Tall pictures take much memory, in the browser and here: few are taken at once. */
async function inTurn<Value>({ guard, tallPageLimit }: CaptureRun, work: () => Promise<Value>): Promise<Value> {
  const waiting = new AbortController();
  const entering = tallPageLimit.acquire(waiting.signal);
  try {
    const turn = await guard.attempt(entering, guard.remainingMs() / 2);
    if (!turn.done) throw new RenderFailure("full_page_incomplete", "Too many tall pages are captured just now.");
    return await guard.race(work());
  } finally {
    waiting.abort();
    entering.then(
      (leave) => leave(),
      () => undefined,
    );
  }
}

/** The last try has all the time there is; before it, there must be some left to try harder. */
function shotBound({ guard, hangRecovery }: CaptureRun, usualMs: number): number {
  return hangRecovery.exhausted() ? guard.remainingMs() : Math.min(usualMs, guard.remainingMs() / 3);
}

function incomplete(): RenderFailure {
  return new RenderFailure("full_page_incomplete");
}

/** Milliseconds that what one round of scrolling asked for may take. */
const requestsMs = 3_000;

/**
 * Scrolls through the page so that all of it is there, and returns to its top; takes `maxMs` at most. Resolves to where it has
 * videos that can't be seen from there.
 */
async function revealPage({ page, world }: JobPage, maxMs: number): Promise<Span | null> {
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
