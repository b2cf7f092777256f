import type { Frame } from "puppeteer";
import { createIsolatedWorld } from "../inPage/world.ts";
import { frameIdentity, type JobPage } from "../pool/jobPage.ts";
import { hideFloatingFrame, holdsDialog } from "../inPage/frameDialogs.ts";

/** Frames that are examined. Pages with more mostly show advertisements in them. */
const maxFrames = 20;

/**
 * Hides floating frames of the page whose document holds a dialog. The page's own scripts can't read frames of other origins.
 * `text` and `button` are sources of regular expressions. Returns the number of hidden frames.
 */
export async function hideFrameDialogs(
  { page }: Pick<JobPage, "page">,
  { text, button }: { text: string; button: string },
): Promise<number> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const outcomes = await Promise.allSettled(
    frames.slice(0, maxFrames).map(async (frame) => {
      const { session, frameId } = frameIdentity(frame);
      const isDialog = await createIsolatedWorld(session, frameId).call(holdsDialog, text, button);
      return isDialog ? [outermost(frame)] : [];
    }),
  );
  const holders = new Set(outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : [])));
  let hidden = 0;
  for (const holder of holders) {
    const element = await holder.frameElement();
    if ((await element?.evaluate(hideFloatingFrame)) === true) hidden += 1;
    await element?.dispose();
  }
  return hidden;
}

/** The frame of the page itself that a frame is in. */
function outermost(frame: Frame): Frame {
  const parent = frame.parentFrame();
  return parent === null || parent.parentFrame() === null ? frame : outermost(parent);
}
