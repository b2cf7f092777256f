import type { Frame } from "puppeteer";
import { RenderFailure } from "../../failures.ts";
import { MotionFreezer } from "../inPage/motionFreezer.ts";
import { PageSettler, type PageState } from "../inPage/pageSettler.ts";
import { createIsolatedWorld, inPageObject, type IsolatedWorld } from "../inPage/world.ts";
import { frameIdentity } from "../pool/jobPage.ts";
import { freezeUnscriptable } from "./freezeUnscriptable.ts";
import type { CaptureRun } from "./run.ts";

/** Milliseconds that fonts and images in view may still take. */
const settleMs = 2_000;
/** A DOM of 200,000 nodes is drawn in a second; beyond this it takes the machine with it. */
const maxElements = 1_000_000;
/** A page may replace its document while it settles; it settles again, this often. */
const maxDocuments = 3;
/** Of the time that is left, what the documents it is replaced by may take; then the page is held. */
const followShare = 0.3;
/** Frames that are settled too: a page with more of them is one of advertisements. */
const maxFrames = 20;

/** Waits until the page is fit to be captured. A page that never answers is freed first. */
export async function settle(run: CaptureRun, settleNavigation: () => Promise<unknown>): Promise<PageState> {
  const { guard, hangRecovery, lease, tracker, request, blocker } = run;
  // A page without a body of its own is shown empty, not as Chromium's error page.
  if (tracker.answeredWithoutBody) await guard.race(showNothing(run));
  const { hideSelectors, clickSelectors, scrollToElement, waitUntil } = request.spec;
  // Whoever takes the page before it has loaded wants it as it is.
  const impatient = waitUntil === "domcontentloaded";
  const touched = blocker !== null || hideSelectors.length + clickSelectors.length > 0 || scrollToElement !== undefined;
  const drawn = request.spec.screenshot?.fullPage !== true;
  const bound = () => Math.min(settleMs, guard.remainingMs() / 4);
  const enough = guard.remainingMs() * (1 - followShare);
  let state = await attempt();
  for (let documents = 1; mayFollow() && documents < maxDocuments; documents += 1) {
    await settleNavigation();
    state = await attempt();
  }
  if (tracker.navigating) {
    await hangRecovery.freezeDocument();
    state = await attempt();
  }
  if (drawn && state.frames > 0) await settleFrames(run);
  if (drawn && state.hides) await freezeUnscriptable(run);
  if (state.elements > maxElements) throw new RenderFailure("page_too_large", `It has ${state.elements} elements.`);
  return state;

  function mayFollow(): boolean {
    return tracker.navigating && guard.remainingMs() > enough;
  }

  async function attempt(): Promise<PageState> {
    const within = bound();
    const unknown: PageState = { title: "", elements: 0, width: 0, height: 0, frames: 0, hides: false };
    // What can't be asked can still be drawn: the picture has the last word on whether the page is lost.
    return hangRecovery.run(
      () => settler(lease.world).call("settle", { maxMs: within, touched, impatient, drawn }),
      () => within + 500,
      () => unknown,
    );
  }
}

/** Brings what is in frames to rest; one that does not answer is shown as it is. */
export async function settleFrames({ lease, guard, request, logger }: CaptureRun): Promise<void> {
  const { page } = lease;
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const maxMs = Math.min(settleMs / 2, guard.remainingMs() / 6);
  const settling = { maxMs, touched: false, impatient: request.spec.waitUntil === "domcontentloaded", drawn: true };
  const settled = frames.slice(0, maxFrames).map((frame) => settler(worldOf(frame)).call("settle", settling));
  const outcomes = await guard.attempt(Promise.allSettled(settled), maxMs + 200);
  const failed = outcomes.done ? outcomes.value.filter(({ status }) => status === "rejected").length : frames.length;
  if (failed > 0) logger.debug({ failed }, "frames did not settle");
}

function worldOf(frame: Frame): IsolatedWorld {
  const { session, frameId } = frameIdentity(frame);
  return createIsolatedWorld(session, frameId);
}

function settler(world: IsolatedWorld) {
  return inPageObject(world, PageSettler, [MotionFreezer]);
}

async function showNothing({ lease }: CaptureRun): Promise<void> {
  await lease.session.send("Page.setDocumentContent", {
    frameId: lease.mainFrameId,
    html: "<!doctype html><title></title>",
  });
}
