import type { Clip } from "#schemas/options/picture.ts";
import type { ScreenshotSpec } from "#schemas/renders/render.ts";
import { RenderFailure } from "../../failures.ts";
import type { CapturedScreenshot } from "../../ports.ts";
import type { PageState } from "../inPage/pageSettler.ts";
import { findElementBox, withoutCovers } from "./interact.ts";
import { releaseFloating, reveal } from "./reveal.ts";
import { pageUnresponsive, retryTransient } from "../watch/hangRecovery.ts";
import type { VerticalRange } from "../inPage/scrolling/fullPageScroller.ts";
import type { CaptureRun } from "./run.ts";
import {
  captureParts,
  checkPageSize,
  countParts,
  finishScreenshot,
  measurePage,
  measureViewport,
  type PageSize,
  type RawScreenshot,
  type ScreenshotArea,
} from "./screenshot.ts";

/** Usual time for a screenshot on a busy machine. Beyond it hang recovery starts. Chosen by eye. */
const maxScreenshotMs = { viewport: 4_000, fullPage: 15_000 } as const;
/** Screenshots of a page that changes its size meanwhile. The last one is used. */
const maxAttempts = 3;

/**
 * Takes the page's screenshot. Resolves when the page is no longer needed; `finishing` is the encoded screenshot.
 * @throws RenderFailure when the page is too large or can't be captured completely.
 */
export async function takePicture(
  run: CaptureRun,
  spec: ScreenshotSpec,
  { scale, state }: { scale: number; state: PageState },
): Promise<{ finishing: Promise<CapturedScreenshot> }> {
  const isPart = spec.selector !== undefined || spec.clip !== undefined;
  if (!spec.fullPage && !isPart) {
    const area = { box: null, scale, hiddenVideos: null };
    return { finishing: finishScreenshot(await takeArea(run, spec, area), spec) };
  }
  // Checked before the scrolling, which a page that is too tall does not need.
  const cut = (size: PageSize): PageSize => (isPart ? size : cutPage(size, spec));
  if (spec.fullPage && !isPart) checkPageSize(cut(state), { format: spec.format, scale });
  const end = isPart ? undefined : spec.maxHeight;
  const revealAll = () => reveal(run, state, end === undefined ? undefined : { end });
  const hiddenVideos = spec.fullPage ? await revealAll() : await revealPart(run, spec, { scale, state });
  if (spec.selector !== undefined)
    return takeElement(run, { ...spec, selector: spec.selector }, { scale, hiddenVideos });
  const area = { box: await findBox(run, spec), scale, hiddenVideos };
  const take = async () => {
    if (isPart) return finishScreenshot(await takeArea(run, spec, area), spec);
    const { rawPixels, isCut } = await takeFullPage(run, spec, area);
    return { ...(await finishScreenshot(rawPixels, spec)), ...(isCut && { isCut }) };
  };
  if (isPart) checkPageSize(area.box, { format: spec.format, scale });
  return takeInSlot(run, area, take);
}

/**
 * Takes a picture of the browser's window as it is, in the format of the page's picture; a JPEG without one. A page without a
 * frame yet has at most `maxMs` to draw one.
 */
export async function takeWindow(
  { lease, request: { spec } }: Pick<CaptureRun, "lease" | "request">,
  { scale, maxMs }: { scale: number; maxMs: number },
): Promise<CapturedScreenshot> {
  const { format = "jpg", quality = 80 } = spec.screenshot ?? {};
  const shot = { format, quality, fullPage: false };
  const area = { box: null, scale, hiddenVideos: null };
  const raw = await retryTransient(() => captureParts(lease, shot, area), maxMs);
  return finishScreenshot(raw, shot);
}

/** Takes the picture of an element alone. The page is as before when this resolves. */
async function takeElement(
  run: CaptureRun,
  spec: ScreenshotSpec & { selector: string },
  { scale, hiddenVideos }: Omit<ScreenshotArea, "box">,
): Promise<{ finishing: Promise<CapturedScreenshot> }> {
  const { lease, guard } = run;
  // Elements moved to the end of the page may lie over the element there.
  if (spec.fullPage) await releaseFloating(run);
  return withoutCovers(lease, { selector: spec.selector, guard }, async () => {
    const area = { box: await findElementBox(lease, spec.selector, guard), scale, hiddenVideos };
    checkPageSize(area.box, { format: spec.format, scale });
    const taking = await takeInSlot(run, area, () => takeArea(run, spec, area));
    const raw = await taking.finishing;
    return { finishing: finishScreenshot(raw, spec) };
  });
}

/** Takes an area; a tall one waits for its turn. */
async function takeInSlot<Value>(
  run: CaptureRun,
  area: ScreenshotArea,
  take: () => Promise<Value>,
): Promise<{ finishing: Promise<Value> }> {
  if (countParts(area) === 1) return { finishing: take() };
  return { finishing: Promise.resolve(await withTallPageSlot(run, take)) };
}

/** Scrolls down to the end of a part that leaves the viewport, because pages load and draw only what comes into view. */
async function revealPart(
  run: CaptureRun,
  spec: ScreenshotSpec,
  { scale, state }: { scale: number; state: PageState },
): Promise<VerticalRange | null> {
  const box = await findBox(run, spec);
  checkPageSize(box, { format: spec.format, scale });
  if (contains(await run.guard.race(measureViewport(run.lease)), box)) return null;
  const hiddenVideos = await reveal(run, state, { end: box.y + box.height });
  if (spec.selector !== undefined) await releaseFloating(run);
  return hiddenVideos;
}

function contains(outer: Clip, inner: Clip): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** The part of the page to show: an element, the given part, or all of it. */
async function findBox(run: CaptureRun, { selector, clip }: ScreenshotSpec): Promise<Clip> {
  if (clip !== undefined) return clip;
  if (selector !== undefined) return findElementBox(run.lease, selector, run.guard);
  return { x: 0, y: 0, ...(await measure(run)) };
}

/** The size of the page's part that its picture shows. */
function cutPage({ width, height }: PageSize, { maxHeight = Infinity }: ScreenshotSpec): PageSize {
  return { width, height: Math.min(height, maxHeight) };
}

function takeArea(run: CaptureRun, spec: ScreenshotSpec, area: ScreenshotArea): Promise<RawScreenshot> {
  const { lease, hangRecovery } = run;
  const usualMs = spec.fullPage ? maxScreenshotMs.fullPage : maxScreenshotMs.viewport;
  return hangRecovery.run(
    () => captureParts(lease, spec, area),
    () => screenshotBound(run, usualMs * countParts(area)),
    pageUnresponsive,
  );
}

/** Takes the full page, again up to `maxAttempts` times while its size changes. */
async function takeFullPage(
  run: CaptureRun,
  spec: ScreenshotSpec,
  area: ScreenshotArea & { box: Clip },
): Promise<{ rawPixels: RawScreenshot; isCut: boolean }> {
  const { lease, hangRecovery } = run;
  let pageSize: PageSize = area.box;
  for (let attempts = 1; ; attempts += 1) {
    const { width, height } = cutPage(pageSize, spec);
    checkPageSize({ width, height }, { format: spec.format, scale: area.scale });
    const taken = { ...area, box: { x: 0, y: 0, width, height } };
    // Measured at the same time, because growth after the screenshot does not matter.
    const [rawPixels, now] = await Promise.all([
      hangRecovery.run(
        () => captureParts(lease, spec, taken),
        () => screenshotBound(run, maxScreenshotMs.fullPage * countParts(taken)),
        incomplete,
      ),
      measureOr(run, pageSize),
    ]);
    const next = cutPage(now, spec);
    if (attempts === maxAttempts || (next.width === width && next.height === height))
      return { rawPixels, isCut: now.height > height && height === spec.maxHeight };
    pageSize = now;
  }
}

function measure(run: CaptureRun): Promise<PageSize> {
  const { lease, guard, hangRecovery } = run;
  return hangRecovery.run(
    () => measurePage(lease),
    () => Math.min(maxScreenshotMs.viewport, guard.remainingMs() / 4),
    incomplete,
  );
}

/** The page's current size, or `fallback` when the page does not answer. */
async function measureOr({ lease, guard }: CaptureRun, fallback: PageSize): Promise<PageSize> {
  const measured = await guard.attempt(
    measurePage(lease).catch(() => fallback),
    Math.min(maxScreenshotMs.viewport, guard.remainingMs() / 3),
  );
  return measured.done ? measured.value : fallback;
}

/**
 * Runs the work in a slot for tall pages, because their screenshots need much memory.
 * @throws RenderFailure `full_page_incomplete` when no slot is free within half of the remaining time.
 */
async function withTallPageSlot<Value>(
  { guard, tallPageLimit }: CaptureRun,
  work: () => Promise<Value>,
): Promise<Value> {
  const waitController = new AbortController();
  const acquiring = tallPageLimit.acquire(waitController.signal);
  try {
    const acquired = await guard.attempt(acquiring, guard.remainingMs() / 2);
    if (!acquired.done)
      throw new RenderFailure("full_page_incomplete", "Too many tall pages are being captured at the moment.");
    return await guard.race(work());
  } finally {
    waitController.abort();
    acquiring.then(
      (release) => release(),
      () => undefined,
    );
  }
}

/** The last attempt gets all the remaining time. Earlier ones leave time for hang recovery. */
function screenshotBound({ guard, hangRecovery }: CaptureRun, usualMs: number): number {
  return hangRecovery.exhausted() ? guard.remainingMs() : Math.min(usualMs, guard.remainingMs() / 3);
}

function incomplete(): RenderFailure {
  return new RenderFailure("full_page_incomplete");
}
