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
  const dismissed = new Set<BlockKind>();
  const dismiss = (kind: BlockKind, times: number) => {
    blocker.count(kind, times);
    if (times > 0) dismissed.add(kind);
  };
  if (blocker.asks("cookieBanners")) {
    const announced = blocker.isAnnounced("cookieBanners");
    dismiss("cookieBanners", await steps.take(() => rejectConsent(run, announced), consentMs, 0));
    // Some sites load themselves again, now without the dialog.
    await settleNavigation();
  }
  if (blocker.asks("popups")) {
    const says = { closing: closingName, declining: decliningName, consent: consentText, answer: consentName };
    dismiss("popups", await steps.take(() => world.call(closeDialogs, says, dialogsMs), dialogsMs + 500, 0));
  }
  await hideRest(run, { blocker, steps, dismissed });
}

/** Hides what has come since the page was cleared; true where there was any. */
export async function hideLateOverlays(run: CaptureRun): Promise<boolean> {
  const { blocker } = run;
  return blocker !== null && hideRest(run, { blocker, steps: new Steps(run), dismissed: new Set() });
}

type Clearing = {
  blocker: Blocker;
  steps: Steps;
  /** Kinds of which a dialog was just dismissed: what is still to be seen of it is counted already. */
  dismissed: ReadonlySet<BlockKind>;
};

async function hideRest(run: CaptureRun, clearing: Clearing): Promise<boolean> {
  const { steps, dismissed } = clearing;
  const named = await hideNamed(run, clearing);
  const gaps = await hideGaps(run, clearing);
  // Only what lay over the page had a veil behind it and the page held still.
  const uncovered = [...dismissed, ...named].some((kind) => overlayTraits[kind] !== undefined);
  const overlays = await hideUnnamed(run, clearing, uncovered);
  if (uncovered || overlays.length > 0) await steps.take(() => run.lease.world.call(releaseScroll), stepMs, undefined);
  return gaps || named.length + overlays.length > 0;
}

/** Kinds of which something was hidden by its name. */
async function hideNamed({ lease }: CaptureRun, { blocker, steps, dismissed }: Clearing): Promise<BlockKind[]> {
  const elements = blocker.rules.map((rules) => [...rules.elements]);
  const counts = await steps.take(() => lease.world.call(hideVendorElements, elements), stepMs, []);
  return tally(blocker, { kinds: blocker.rules.map(({ kind }) => kind), counts, dismissed });
}

async function hideGaps({ lease }: CaptureRun, { blocker, steps }: Clearing): Promise<boolean> {
  const refused = blocker.refusedAddresses();
  const places = blocker.rules.flatMap(({ kind, suspects }) => (kind === "ads" ? suspects : []));
  if (refused.length + places.length === 0) return false;
  const collapse = () => lease.world.call(collapseGaps, refused, places, adLabel);
  const gaps = await steps.take(collapse, stepMs, { hidden: 0, places: 0 });
  if (blocker.asks("ads")) blocker.count("ads", gaps.places);
  return gaps.hidden > 0;
}

/** Kinds of which something was hidden by what it says. */
async function hideUnnamed(run: CaptureRun, clearing: Clearing, uncovered: boolean): Promise<BlockKind[]> {
  const { blocker, steps, dismissed } = clearing;
  const kinds = blocker.rules.flatMap(({ kind, suspects }) => {
    const traits = overlayTraits[kind];
    return traits === undefined ? [] : [{ kind, traits: { ...traits, selectors: [...suspects] } }];
  });
  if (kinds.length === 0) return [];
  const traits = kinds.map((each) => each.traits);
  const counts = await steps.take(() => run.lease.world.call(hideOverlays, traits, uncovered), stepMs, []);
  return tally(blocker, { kinds: kinds.map(({ kind }) => kind), counts, dismissed });
}

/** Counts what was hidden of each kind; the kinds of which there was any. */
function tally(
  blocker: Blocker,
  of: { kinds: BlockKind[]; counts: number[]; dismissed: ReadonlySet<BlockKind> },
): BlockKind[] {
  return of.kinds.filter((kind, index) => {
    const count = of.counts[index] ?? 0;
    if (!of.dismissed.has(kind)) blocker.count(kind, count);
    return count > 0;
  });
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
