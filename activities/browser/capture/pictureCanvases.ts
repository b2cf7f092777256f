import { CanvasPictures } from "../inPage/canvasPictures.ts";
import { motionFreezer } from "../inPage/motionFreezer.ts";
import { StyleOverrides } from "../inPage/styleOverrides.ts";
import { inPageObject } from "../inPage/world.ts";
import type { CaptureRun } from "./run.ts";

/** Time for the pictures of all canvases. Chosen by eye. */
const maxPicturesMs = 5_000;
/** Pixels of one picture. A larger canvas is printed as it is. */
const maxPictureArea = 20_000_000;

/** Gives canvases that print blank, such as those of WebGL, a picture of what they show. Printing discards their pixels. */
export async function pictureCanvases({ lease, guard, logger }: CaptureRun): Promise<void> {
  const { session, world } = lease;
  const canvases = inPageObject(world, CanvasPictures, [StyleOverrides, ...motionFreezer]);
  const done = await guard.attempt(take().catch(ignore), Math.min(maxPicturesMs, guard.remainingMs() / 4));
  if (!done.done) logger.debug("the canvases did not get their pictures in time");

  async function take(): Promise<void> {
    const boxes = await canvases.call("findAndShowAlone");
    if (boxes.length === 0) return;
    await session.send("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } });
    const pictures: Array<string | null> = [];
    for (const { x, y, width, height, scale } of boxes) {
      const isTooLarge = width * height * scale * scale > maxPictureArea;
      const clip = { x, y, width, height, scale };
      const options = { format: "png", captureBeyondViewport: true, optimizeForSpeed: true, clip } as const;
      pictures.push(isTooLarge ? null : (await session.send("Page.captureScreenshot", options)).data);
    }
    await session.send("Emulation.setDefaultBackgroundColorOverride", {});
    await canvases.call("showAll");
    for (const [index, picture] of pictures.entries())
      if (picture !== null) await canvases.call("replace", index, picture);
  }

  function ignore(error: unknown): void {
    logger.debug({ err: error }, "the canvases could not get their pictures");
  }
}
