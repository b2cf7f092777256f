import type { Viewport } from "puppeteer";
import { RenderFailure } from "#activities/failures.ts";
import type { ScreenshotSpec } from "#schemas/render.ts";
import { clearLatecomers } from "./blocking/clearPage.ts";
import { type CaptureRun, hung } from "./captureOnPage.ts";
import { checkExtent, measurePage, type PageExtent, revealPage } from "./fullPage.ts";
import type { CaptureGuard } from "./guard.ts";
import type { RescueLadder } from "./rescue.ts";
import { type RawScreenshot, shoot } from "./screenshot.ts";

/** Milliseconds a sound page takes at most, on a busy machine, for its picture; the ladder is for those that exceed it. */
const shotMs = { viewport: 4_000, fullPage: 15_000 } as const;
/** Milliseconds for a whole page to be scrolled through and its images to come. */
const revealMs = 10_000;

/** The page's picture, by whatever it takes to get one. */
export async function takePicture(
  run: CaptureRun,
  spec: ScreenshotSpec,
  viewport: Required<Viewport>,
): Promise<RawScreenshot> {
  return spec.fullPage ? takeFullPage(run, spec, viewport) : takeViewport(run, spec, viewport);
}

function takeViewport(
  { lease, guard, ladder }: CaptureRun,
  spec: ScreenshotSpec,
  { width, height }: Viewport,
): Promise<RawScreenshot> {
  const of = { whole: false, extent: { width, height } };
  return ladder.run(
    () => shoot(lease, spec, of),
    () => shotBound(guard, ladder, shotMs.viewport),
    hung,
  );
}

async function takeFullPage(
  run: CaptureRun,
  spec: ScreenshotSpec,
  viewport: Required<Viewport>,
): Promise<RawScreenshot> {
  const { lease, guard, ladder } = run;
  const check = (extent: PageExtent) => checkExtent(extent, { format: spec.format, scale: viewport.deviceScaleFactor });
  const within = (shareMs: number, part: number) => Math.min(shareMs, guard.remainingMs() / part);
  // What is too tall from the start need not be scrolled through.
  const measure = () =>
    ladder.run(
      () => measurePage(lease),
      () => within(shotMs.viewport, 4),
      incomplete,
    );
  check(await measure());
  const revealBound = within(revealMs, 3);
  const revealed = await ladder.run(
    () => revealPage(lease, revealBound),
    () => revealBound + 500,
    incomplete,
  );
  // Some overlays wait to be scrolled to.
  const extent = (await clearLatecomers(run)) ? await measure() : revealed;
  check(extent);
  return ladder.run(
    () => shoot(lease, spec, { whole: true, extent }),
    () => shotBound(guard, ladder, shotMs.fullPage),
    incomplete,
  );
}

/** The last try has all the time there is; before it, there must be some left to try harder. */
function shotBound(guard: CaptureGuard, ladder: RescueLadder, usualMs: number): number {
  return ladder.spent() ? guard.remainingMs() : Math.min(usualMs, guard.remainingMs() / 3);
}

function incomplete(): RenderFailure {
  return new RenderFailure("full_page_incomplete");
}
