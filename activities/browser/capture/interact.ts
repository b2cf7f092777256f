import type { FieldProblem } from "#schemas/common.ts";
import type { Clip } from "#schemas/options/picture.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { cutChars } from "../../cut.ts";
import { RenderFailure } from "../../failures.ts";
import { DrawnTree } from "../inPage/drawnTree.ts";
import { ElementCovers } from "../inPage/elementCovers.ts";
import { ElementFinder } from "../inPage/elementFinder.ts";
import { ElementMeasurer } from "../inPage/elementMeasurer.ts";
import { clickWithoutMouse, hideMatches, waitForElement, waitForQuiet, waitUntilHidden } from "../inPage/elements.ts";
import { motionFreezer } from "../inPage/motionFreezer.ts";
import { StyleOverrides } from "../inPage/styleOverrides.ts";
import { inPageObject } from "../inPage/world.ts";
import type { JobPage } from "../pool/jobPage.ts";
import type { CaptureGuard } from "../watch/guard.ts";

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
    if (spot.usable) await guard.race(clickAt(jobPage, spot));
    else await guard.race(jobPage.world.call(clickWithoutMouse, selector));
    await settleNavigation();
    await guard.race(jobPage.world.call(waitForQuiet, maxQuietMs));
  }
}

/**
 * Scrolls the element to the top of the viewport, below bars that stay there, as far as the page scrolls. Without
 * `scrollToElement`, it is the element of the picture.
 * @throws RenderFailure `selector_not_found` for an invalid selector or one without a match.
 */
export async function scrollToElement(
  jobPage: JobPage,
  { scrollToElement: target, screenshot }: Pick<RenderSpec, "scrollToElement" | "screenshot">,
  guard: CaptureGuard,
): Promise<void> {
  const selector = target ?? screenshot?.selector;
  if (selector === undefined) return;
  const option = target === undefined ? "selector" : "scrollToElement";
  await locate(jobPage, guard, { selector, block: "start", name: `${option}: ${quote(selector)}` });
}

/**
 * Waits until an element matches the selector. The page may replace its document meanwhile.
 * @throws RenderFailure `selector_not_found` for an invalid selector, or without a match within `maxMs`.
 */
export async function awaitElement(
  { world }: JobPage,
  { waitForSelector: selector }: Pick<RenderSpec, "waitForSelector">,
  { guard, maxMs }: { guard: CaptureGuard; maxMs: number },
): Promise<void> {
  if (selector === undefined) return;
  const found = await guard.race(world.call(waitForElement, selector, maxMs));
  if (found !== "found") throw notFound(found, `waitForSelector: ${quote(selector)}`);
}

/**
 * Waits until no element that matches the selector is visible. Returns a warning if one is after `maxMs`.
 * @throws RenderFailure `selector_not_found` for an invalid selector.
 */
export async function awaitHidden(
  { world }: JobPage,
  { waitForHidden: selector }: Pick<RenderSpec, "waitForHidden">,
  { guard, maxMs }: { guard: CaptureGuard; maxMs: number },
): Promise<FieldProblem | null> {
  if (selector === undefined) return null;
  const end = await guard.race(world.call(waitUntilHidden, selector, maxMs));
  if (end === "invalid") throw notFound(end, `waitForHidden: ${quote(selector)}`);
  if (end === "hidden") return null;
  const message = `was still visible after ${Math.round(maxMs / 100) / 10} seconds, and the capture shows it: give more timeout, or hide it by hideSelectors`;
  return { field: "waitForHidden", message };
}

/**
 * Moves the mouse over the element, so that its menus and styles show.
 * @throws RenderFailure `selector_not_found` for an invalid selector or one without a match.
 */
export async function hoverElement(
  jobPage: JobPage,
  { hoverSelector: selector }: Pick<RenderSpec, "hoverSelector">,
  guard: CaptureGuard,
): Promise<void> {
  if (selector === undefined) return;
  const { x, y } = await locate(jobPage, guard, {
    selector,
    block: "center",
    name: `hoverSelector: ${quote(selector)}`,
  });
  await guard.race(jobPage.session.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }));
  await guard.race(keepHovered(jobPage, selector));
  await guard.race(jobPage.world.call(waitForQuiet, maxQuietMs));
}

/** Keeps the styles of an element under the mouse. The scrolling for a whole page moves other elements under it. */
async function keepHovered({ session }: JobPage, selector: string): Promise<void> {
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  if (nodeId !== 0) await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["hover"] });
}

/**
 * The box of the first match in the page, CSS pixels, rounded outwards.
 * @throws RenderFailure `selector_not_found` for an invalid selector, or without a match that has a size.
 */
export async function findElementBox(jobPage: JobPage, selector: string, guard: CaptureGuard): Promise<Clip> {
  const box = await guard.race(inPageObject(jobPage.world, ElementMeasurer, [DrawnTree]).call("measure", selector));
  const name = `selector: ${quote(selector)}`;
  if (typeof box === "string") throw notFound(box, name);
  if (box.width > 0 && box.height > 0) return box;
  throw new RenderFailure("selector_not_found", `${name} matches an element without a size.`);
}

/** Runs the work while nothing lies over the first match that is not a part of it, such as bars of the viewport. */
export async function withoutCovers<Value>(
  jobPage: JobPage,
  { selector, guard }: { selector: string; guard: CaptureGuard },
  work: () => Promise<Value>,
): Promise<Value> {
  await guard.race(finderOf(jobPage).call("hideCovers", selector));
  const value = await work();
  await guard.race(finderOf(jobPage).call("restoreCovers"));
  return value;
}

function finderOf({ world }: JobPage) {
  return inPageObject(world, ElementFinder, [
    DrawnTree,
    ...motionFreezer,
    StyleOverrides,
    ElementCovers,
    ElementMeasurer,
  ]);
}

async function locate(
  jobPage: JobPage,
  guard: CaptureGuard,
  target: { selector: string; block: "start" | "center"; name: string },
) {
  const found = await guard.race(finderOf(jobPage).call("locate", target.selector, target.block, maxAppearMs));
  if (typeof found === "string") throw notFound(found, target.name);
  return found;
}

function notFound(reason: "invalid" | "missing", name: string): RenderFailure {
  return new RenderFailure(
    "selector_not_found",
    `${name} ${reason === "invalid" ? "is not valid" : "matches nothing"}.`,
  );
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
  return JSON.stringify(cutChars(selector, 101));
}
