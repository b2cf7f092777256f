import type { RenderSpec } from "#schemas/renders/render.ts";
import { RenderFailure } from "../../failures.ts";
import { clickWithoutMouse, hideMatches, locateElement, waitForQuiet } from "../inPage/elements.ts";
import type { JobPage } from "../pool/jobPage.ts";
import type { CaptureGuard } from "./guard.ts";

/** Time for an element to appear. */
const maxAppearMs = 2_000;
/** Time for the DOM to become quiet after a click. It usually is much sooner. */
const maxQuietMs = 500;

type Selectors = Pick<RenderSpec, "hideSelectors" | "clickSelectors" | "scrollToElement">;

/**
 * Hides all matches of `hideSelectors`, also later ones.
 * @throws RenderFailure `selector_not_found` for an invalid selector.
 */
export async function hideElements(
  { world }: JobPage,
  { hideSelectors }: Selectors,
  guard: CaptureGuard,
): Promise<void> {
  if (hideSelectors.length === 0) return;
  const invalid = await guard.race(world.call(hideMatches, hideSelectors));
  if (invalid !== null) throw new RenderFailure("selector_not_found", `hideSelectors: ${quote(invalid)} is not valid.`);
}

/**
 * Clicks each element in order. `settleNavigation` runs after each click and waits for its navigation.
 * @throws RenderFailure `selector_not_found` for an invalid selector or one without a match.
 */
export async function clickElements(
  jobPage: JobPage,
  { clickSelectors }: Selectors,
  options: { guard: CaptureGuard; settleNavigation(): Promise<unknown> },
): Promise<void> {
  const { guard, settleNavigation } = options;
  for (const [index, selector] of clickSelectors.entries()) {
    // A monitor's clickSelectors are write-only, so the message names the index and not the selector.
    const spot = await locate(jobPage, guard, { selector, block: "center", name: `clickSelectors.${index}` });
    if (spot.visible) await guard.race(clickAt(jobPage, spot));
    else await guard.race(jobPage.world.call(clickWithoutMouse, selector));
    await settleNavigation();
    await guard.race(jobPage.world.call(waitForQuiet, maxQuietMs));
  }
}

/**
 * Scrolls the element to the top of the viewport, as far as the page scrolls.
 * @throws RenderFailure `selector_not_found` for an invalid selector or one without a match.
 */
export async function scrollToElement(
  jobPage: JobPage,
  selector: string | undefined,
  guard: CaptureGuard,
): Promise<void> {
  if (selector === undefined) return;
  await locate(jobPage, guard, { selector, block: "start", name: `scrollToElement: ${quote(selector)}` });
}

async function locate(
  { world }: JobPage,
  guard: CaptureGuard,
  target: { selector: string; block: "start" | "center"; name: string },
) {
  const found = await guard.race(world.call(locateElement, target.selector, target.block, maxAppearMs));
  if (found === "invalid") throw new RenderFailure("selector_not_found", `${target.name} is not valid.`);
  if (found === "missing") throw new RenderFailure("selector_not_found", `${target.name} matches nothing.`);
  return found;
}

async function clickAt({ session }: JobPage, { x, y }: { x: number; y: number }): Promise<void> {
  const button = { x, y, button: "left", clickCount: 1 } as const;
  await Promise.all([
    session.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }),
    session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...button }),
    session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...button }),
  ]);
}

function quote(selector: string): string {
  return JSON.stringify(selector.length > 100 ? `${selector.slice(0, 100)}…` : selector);
}
