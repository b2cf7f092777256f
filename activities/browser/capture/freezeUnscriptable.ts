import type { CDPSession, Protocol } from "puppeteer";
import { MotionFreezer } from "../inPage/motionFreezer.ts";
import { inPageObject } from "../inPage/world.ts";
import type { CaptureRun } from "./run.ts";

type Moving = Protocol.Animation.Animation & { source: Protocol.Animation.AnimationEffect };

/** Milliseconds it may take. */
const hiddenMs = 1_000;
/** Animations looked at; a page of more is shown as it is. */
const maxAnimations = 200;

/**
 * Brings to rest what no script can reach, ours neither: animations in closed shadow trees, marquees, and what turns in the
 * browser's own controls. The rest of the page must have come to rest before, as this would stop all that moves.
 */
export async function freezeUnscriptable(run: CaptureRun): Promise<void> {
  const { lease, guard, logger } = run;
  const { session } = lease;
  const page = inPageObject(lease.world, MotionFreezer);
  const found: Moving[] = [];
  const note = ({ animation }: Protocol.Animation.AnimationStartedEvent) => {
    if (found.length < maxAnimations && isMoving(animation)) found.push(animation);
  };
  session.on("Animation.animationStarted", note);
  const stilled = await guard.attempt(still().catch(ignore), Math.min(hiddenMs, guard.remainingMs() / 6));
  if (!stilled.done) logger.debug("hidden animations did not come to rest");
  session.off("Animation.animationStarted", note);
  // What is stopped stays so; a page that settles again is told of anew.
  session.send("Animation.disable").catch(ignore);

  async function still(): Promise<void> {
    await session.send("Animation.enable");
    // Those in trees of their own are told of with the next frame. A marquee at its end begins anew meanwhile.
    await page.call("twoFrames");
    for (let stopped = 0; stopped < found.length;) {
      const moving = found.slice(stopped);
      stopped = found.length;
      await session.send("Animation.setPaused", { animations: moving.map(({ id }) => id), paused: true });
      // A pause takes hold with a frame, and what is sought before runs until then.
      await page.call("twoFrames");
      await Promise.all(moving.map((animation) => bringToRest(session, animation)));
      await page.call("twoFrames");
    }
  }

  function ignore(error: unknown): void {
    logger.debug({ err: error }, "hidden animations could not be stopped");
  }
}

function isMoving(animation: Protocol.Animation.Animation): animation is Moving {
  const { playState, source, viewOrScrollTimeline } = animation;
  return playState === "running" && source !== undefined && viewOrScrollTimeline === undefined;
}

async function bringToRest(session: CDPSession, animation: Moving): Promise<void> {
  const currentTime = await restOf(session, animation);
  await session.send("Animation.seekAnimations", { animations: [animation.id], currentTime });
}

/**
 * Where an animation rests, milliseconds: at its end, or its beginning where it has none. The text of a marquee is out of sight
 * at both; what moves it is an element of the browser's own with an empty style.
 */
async function restOf(session: CDPSession, { type, source }: Moving): Promise<number> {
  const { delay, duration, iterations, backendNodeId } = source;
  if (iterations === undefined || !Number.isFinite(iterations)) return 0;
  const end = delay + duration * iterations;
  if (type !== "WebAnimation" || backendNodeId === undefined) return end;
  const { node } = await session.send("DOM.describeNode", { backendNodeId });
  return node.attributes?.join("=") === "style=" ? end / 2 : end;
}
