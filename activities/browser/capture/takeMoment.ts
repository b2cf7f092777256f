import type { Step } from "#schemas/options/steps.ts";
import { hideFilled } from "../inPage/hideFilled.ts";
import { createIsolatedWorld } from "../inPage/world.ts";
import { frameIdentity } from "../pool/jobPage.ts";
import { retryTransient } from "../watch/hangRecovery.ts";
import type { CaptureRun } from "./run.ts";

/** Time to hide what was filled in, and time for the picture. Chosen by eye. */
const maxHideMs = 1_500;
const maxPictureMs = 3_000;
/** Characters from which a filled value is hidden in the page's texts. A shorter one would spoil words. */
const minChars = 4;

/**
 * A JPEG of the viewport as it is now, without what stands in fields. Returns null if the page does not answer in time, as an
 * unmasked picture may show a secret.
 */
export async function takeMoment(run: CaptureRun): Promise<Buffer | null> {
  const { guard, lease, logger, request } = run;
  const given = { values: filledValues(request.steps ?? []), minChars };
  const hiding = lease.page.frames().map(async (frame) => {
    const { session, frameId } = frameIdentity(frame);
    const world = frame === lease.page.mainFrame() ? lease.world : createIsolatedWorld(session, frameId);
    await world.call(hideFilled, given);
  });
  try {
    const hidden = await guard.attempt(Promise.all(hiding), maxHideMs);
    if (!hidden.done) return null;
    const picture = { format: "jpeg", quality: 70, optimizeForSpeed: true } as const;
    const taking = retryTransient(() => lease.session.send("Page.captureScreenshot", picture), maxPictureMs);
    const taken = await guard.attempt(taking, maxPictureMs);
    return taken.done ? Buffer.from(taken.value.data, "base64") : null;
  } catch (error) {
    if (guard.cause() !== null) throw error;
    logger.debug({ err: error }, "no picture of this moment could be taken");
    return null;
  }
}

/** The values that the steps fill in and choose. */
function filledValues(steps: readonly Step[]): string[] {
  return steps.flatMap(({ fill, select }) => [...(fill === undefined ? [] : [fill.value]), ...(select?.values ?? [])]);
}
