import type { CaptureRun } from "../captureOnPage.ts";
import type { BlockKind } from "#schemas/blocking.ts";
import { stopScript } from "../rescue.ts";
import type { Blocker } from "./blocker.ts";
import { closeDialogs } from "./inPageDialogs.ts";
import { hideOverlays, type OverlayTraits, releaseScroll } from "./inPageOverlays.ts";
import { collapseGaps, hideVendorElements } from "./inPageVendors.ts";
import { rejectConsent } from "./rejectConsent.ts";
import { adLabel, closingName, consentName, consentText, decliningName, promotionText } from "./words.ts";

/** Milliseconds for what happens within the page at once, for dialogs to close, and for consent to be rejected. */
const stepMs = 1_500;
const dialogsMs = 2_000;
const consentMs = 8_500;
/** Of the time that is left, what all of it together may take. */
const share = 0.4;

/** How overlays are known that go by no vendor's name. */
const overlayTraits: Partial<Record<BlockKind, Omit<OverlayTraits, "selectors">>> = {
  cookieBanners: { text: consentText, button: consentName, least: 0.01 },
  popups: { text: promotionText, button: `${closingName}|${decliningName}`, least: 0.04 },
};

/**
 * Takes off the loaded page what refusing requests did not keep away: consent dialogs are rejected, other dialogs closed,
 * the rest hidden. None of it may cost the capture: what fails or takes too long leaves the page as it is.
 */
export async function clearPage(run: CaptureRun, settleNavigation: () => Promise<unknown>): Promise<void> {
  const { blocker } = run;
  if (blocker === null) return;
  const { world } = run.lease;
  const steps = new Steps(run);
  let dismissed = 0;
  if (blocker.asks("cookieBanners")) {
    const announced = blocker.isAnnounced("cookieBanners");
    const rejected = await steps.take(() => rejectConsent(run, announced), consentMs, 0);
    // Some sites load themselves again, now without the dialog.
    await settleNavigation();
    blocker.count("cookieBanners", rejected);
    dismissed += rejected;
  }
  if (blocker.asks("popups")) {
    const says = { closing: closingName, declining: decliningName, consent: consentText, answer: consentName };
    const closed = await steps.take(() => world.call(closeDialogs, says, dialogsMs), dialogsMs + 500, 0);
    blocker.count("popups", closed);
    dismissed += closed;
  }
  await hideRest(run, { blocker, steps, dismissed: dismissed > 0 });
}

/** Hides what has come since the page was cleared; true where there was any. */
export async function clearLatecomers(run: CaptureRun): Promise<boolean> {
  const { blocker } = run;
  return blocker !== null && hideRest(run, { blocker, steps: new Steps(run), dismissed: false });
}

type Clearing = { blocker: Blocker; steps: Steps; dismissed: boolean };

async function hideRest(run: CaptureRun, clearing: Clearing): Promise<boolean> {
  const { blocker, steps, dismissed } = clearing;
  const { world } = run.lease;
  const elements = blocker.rules.map((rules) => [...rules.elements]);
  const named = await steps.take(() => world.call(hideVendorElements, elements), stepMs, []);
  blocker.rules.forEach(({ kind }, index) => blocker.count(kind, named[index] ?? 0));
  const uncovered = blocker.rules.some(
    ({ kind }, index) => overlayTraits[kind] !== undefined && (named[index] ?? 0) > 0,
  );
  const gaps = await hideGaps(run, clearing);
  const overlays = await hideUnnamed(run, { ...clearing, dismissed: dismissed || uncovered });
  if (dismissed || uncovered || overlays > 0) await steps.take(() => world.call(releaseScroll), stepMs, undefined);
  return named.some((count) => count > 0) || gaps > 0 || overlays > 0;
}

async function hideGaps({ lease }: CaptureRun, { blocker, steps }: Clearing): Promise<number> {
  const refused = blocker.refusedAddresses();
  const places = blocker.rules.flatMap(({ kind, suspects }) => (kind === "ads" ? suspects : []));
  if (refused.length + places.length === 0) return 0;
  const gaps = await steps.take(() => lease.world.call(collapseGaps, refused, places, adLabel), stepMs, 0);
  if (blocker.asks("ads")) blocker.count("ads", gaps);
  return gaps;
}

async function hideUnnamed({ lease }: CaptureRun, { blocker, steps, dismissed }: Clearing): Promise<number> {
  const kinds = blocker.rules.flatMap(({ kind, suspects }) => {
    const traits = overlayTraits[kind];
    return traits === undefined ? [] : [{ kind, traits: { ...traits, selectors: [...suspects] } }];
  });
  if (kinds.length === 0) return 0;
  const traits = kinds.map((each) => each.traits);
  const counts = await steps.take(() => lease.world.call(hideOverlays, traits, dismissed), stepMs, []);
  kinds.forEach(({ kind }, index) => blocker.count(kind, counts[index] ?? 0));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Takes step after step within one bound; a page that once did not answer is not asked again. */
class Steps {
  readonly #run: CaptureRun;
  readonly #until: number;
  #stuck = false;

  constructor(run: CaptureRun) {
    this.#run = run;
    this.#until = performance.now() + run.guard.remainingMs() * share;
  }

  async take<Value>(work: () => Promise<Value>, boundMs: number, otherwise: Value): Promise<Value> {
    const { guard, lease, logger } = this.#run;
    const left = Math.min(boundMs, this.#until - performance.now());
    if (this.#stuck || left <= 0) return otherwise;
    try {
      const outcome = await guard.attempt(work(), left);
      if (outcome.done) return outcome.value;
      // What a page is at may be the step itself, which then takes too long.
      this.#stuck = true;
      await stopScript(lease, guard);
      return otherwise;
    } catch (error) {
      if (guard.cause() !== null) throw error;
      logger.debug({ err: error }, "a page was not cleared of everything");
      return otherwise;
    }
  }
}
