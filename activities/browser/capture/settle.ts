import type { Frame } from "puppeteer";
import { RenderFailure } from "../../failures.ts";
import { ChangingTexts } from "../inPage/changingTexts.ts";
import { DrawingClock } from "../inPage/drawingClock.ts";
import { Drawings } from "../inPage/drawings.ts";
import { FirstDrawing } from "../inPage/firstDrawing.ts";
import { motionFreezer } from "../inPage/motionFreezer.ts";
import { PageSettler, type PageState } from "../inPage/pageSettler.ts";
import { createIsolatedWorld, inPageObject, type IsolatedWorld } from "../inPage/world.ts";
import { frameIdentity } from "../pool/jobPage.ts";
import { freezeUnscriptable } from "./freezeUnscriptable.ts";
import type { CaptureRun } from "./run.ts";

/** Time for fonts and images in view. Chosen by eye. */
const maxSettleMs = 2_000;
/** A DOM of 200,000 nodes is drawn in a second. A larger one than this exhausts the machine. */
const maxElements = 1_000_000;
/** Documents that are settled when the page replaces its document meanwhile. */
const maxDocuments = 3;
/** Share of the remaining time for following new documents. Afterwards the document is frozen. */
const maxFollowShare = 0.3;
/** Frames that are settled. Pages with more mostly show advertisements in them. */
const maxFrames = 20;

/**
 * Waits until the page is ready to be captured and resolves to its state.
 * `settleNavigation` waits for pending navigations.
 * @throws RenderFailure `page_too_large` when the page has more than `maxElements` elements.
 */
export async function settle(run: CaptureRun, settleNavigation: () => Promise<unknown>): Promise<PageState> {
  const { guard, hangRecovery, lease, tracker, request, blocker } = run;
  // A response without a body is captured as an empty page, not as Chromium's error page.
  if (tracker.answeredWithoutBody) await guard.race(showEmptyDocument(run));
  const { hideSelectors, clickSelectors, scrollToElement, waitUntil } = request.spec;
  // A caller who does not wait for `load` does not wait for pending images and fonts either.
  const skipPending = waitUntil === "domcontentloaded";
  const hasChanged =
    blocker !== null || hideSelectors.length + clickSelectors.length > 0 || scrollToElement !== undefined;
  const drawViewport = request.spec.screenshot?.fullPage !== true;
  const bound = () => Math.min(maxSettleMs, guard.remainingMs() / 4);
  const minFollowMs = guard.remainingMs() * (1 - maxFollowShare);
  let state = await settleDocument();
  for (let documents = 1; mayFollow() && documents < maxDocuments; documents += 1) {
    await settleNavigation();
    state = await settleDocument();
  }
  if (tracker.navigating) {
    await hangRecovery.freezeDocument();
    state = await settleDocument();
  }
  if (drawViewport && state.visibleFrames > 0) await settleFrames(run);
  if (drawViewport && state.unscriptableMotion) await freezeUnscriptable(run);
  if (state.elements > maxElements) throw new RenderFailure("page_too_large", `It has ${state.elements} elements.`);
  return state;

  function mayFollow(): boolean {
    return tracker.navigating && guard.remainingMs() > minFollowMs;
  }

  async function settleDocument(): Promise<PageState> {
    const maxMs = bound();
    const unknownState: PageState = {
      title: "",
      elements: 0,
      width: 0,
      height: 0,
      visibleFrames: 0,
      unscriptableMotion: false,
    };
    // A page that does not answer may still be drawn, so only the screenshot decides whether the capture fails.
    return hangRecovery.run(
      () => settler(lease.world).call("settle", { maxMs, changed: hasChanged, skipPending, drawViewport }),
      () => maxMs + 500,
      () => unknownState,
    );
  }
}

/** Starts the animations of drawings in the page, for a recording. */
export async function startDrawings({ lease, guard }: CaptureRun): Promise<void> {
  await guard.race(settler(lease.world).call("startDrawings"));
}

/** Time for a number to count up. Common scripts take two seconds. Chosen by eye. */
const maxRestMs = 5_000;

/** Does the work, and again if a text of the page was still changing step by step meanwhile, once it rests. */
export async function withRestingTexts<Value>(
  { lease, guard, logger }: CaptureRun,
  work: () => Promise<Value>,
): Promise<Value> {
  const value = await work();
  const maxMs = Math.min(maxRestMs, guard.remainingMs() / 3);
  const resting = settler(lease.world)
    .callExisting("restTexts", maxMs)
    .catch((error: unknown) => {
      logger.debug({ err: error }, "the page's texts could not be watched");
      return false;
    });
  const rested = await guard.attempt(resting, maxMs + 200);
  return rested.done && rested.value === true ? work() : value;
}

/** Settles up to `maxFrames` frames. A frame that does not answer is captured as it is. */
export async function settleFrames({ lease, guard, request, logger }: CaptureRun): Promise<void> {
  const { page } = lease;
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const maxMs = Math.min(maxSettleMs / 2, guard.remainingMs() / 6);
  const skipPending = request.spec.waitUntil === "domcontentloaded";
  const options = { maxMs, changed: false, skipPending, drawViewport: true };
  const settled = frames.slice(0, maxFrames).map((frame) => settler(worldOf(frame)).call("settle", options));
  const outcomes = await guard.attempt(Promise.allSettled(settled), maxMs + 200);
  const failed = outcomes.done ? outcomes.value.filter(({ status }) => status === "rejected").length : frames.length;
  if (failed > 0) logger.debug({ failed }, "frames did not settle");
}

function worldOf(frame: Frame): IsolatedWorld {
  const { session, frameId } = frameIdentity(frame);
  return createIsolatedWorld(session, frameId);
}

function settler(world: IsolatedWorld) {
  return inPageObject(world, PageSettler, [...motionFreezer, ChangingTexts, DrawingClock, Drawings, FirstDrawing]);
}

async function showEmptyDocument({ lease }: CaptureRun): Promise<void> {
  await lease.session.send("Page.setDocumentContent", {
    frameId: lease.mainFrameId,
    html: "<!doctype html><title></title>",
  });
}
