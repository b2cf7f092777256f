import type { CDPSession, Protocol } from "puppeteer";
import { EndlessMotion } from "../inPage/endlessMotion.ts";
import { MotionFreezer } from "../inPage/motionFreezer.ts";
import { inPageObject } from "../inPage/world.ts";
import type { CaptureRun } from "./run.ts";

type RunningAnimation = Protocol.Animation.Animation & { source: Protocol.Animation.AnimationEffect };

/** Time for all animations to stop. Chosen by eye. */
const maxFreezeMs = 1_000;
/** Animations stopped per page. Further ones keep running. */
const maxAnimations = 200;

/**
 * Stops animations that no script can reach: in closed shadow trees, marquees and the browser's own controls.
 * Works through the protocol and stops every running animation, so MotionFreezer must run before.
 */
export async function freezeUnscriptable(run: CaptureRun): Promise<void> {
  const { lease, guard, logger } = run;
  const { session } = lease;
  const freezer = inPageObject(lease.world, MotionFreezer, [EndlessMotion]);
  const animations: RunningAnimation[] = [];
  const onStarted = ({ animation }: Protocol.Animation.AnimationStartedEvent) => {
    if (animations.length < maxAnimations && isRunning(animation)) animations.push(animation);
  };
  session.on("Animation.animationStarted", onStarted);
  const frozen = await guard.attempt(freeze().catch(ignore), Math.min(maxFreezeMs, guard.remainingMs() / 6));
  if (!frozen.done) logger.debug("the animations out of reach of scripts did not stop in time");
  session.off("Animation.animationStarted", onStarted);
  // Stopped animations stay stopped. The next call enables the domain again and gets all animations again.
  session.send("Animation.disable").catch(ignore);

  async function freeze(): Promise<void> {
    await session.send("Animation.enable");
    // Animations in shadow trees are reported with the next frame. A finished marquee may restart meanwhile.
    await freezer.call("twoFrames");
    for (let stopped = 0; stopped < animations.length;) {
      const running = animations.slice(stopped);
      stopped = animations.length;
      await session.send("Animation.setPaused", { animations: running.map(({ id }) => id), paused: true });
      // A pause takes effect with the next frame. An animation sought before that would run on.
      await freezer.call("twoFrames");
      await Promise.all(running.map((animation) => seekToRest(session, animation)));
      await freezer.call("twoFrames");
    }
  }

  function ignore(error: unknown): void {
    logger.debug({ err: error }, "the animations out of reach of scripts could not be stopped");
  }
}

function isRunning(animation: Protocol.Animation.Animation): animation is RunningAnimation {
  const { playState, source, viewOrScrollTimeline } = animation;
  return playState === "running" && source !== undefined && viewOrScrollTimeline === undefined;
}

async function seekToRest(session: CDPSession, animation: RunningAnimation): Promise<void> {
  const currentTime = await restTimeMs(session, animation);
  await session.send("Animation.seekAnimations", { animations: [animation.id], currentTime });
}

/**
 * Time at which an animation is stopped, milliseconds: its end, or 0 when it is endless.
 * A marquee is stopped halfway, because its text is out of sight at both ends.
 * The browser animates an inner element with an empty `style` attribute; this identifies a marquee.
 */
async function restTimeMs(session: CDPSession, { type, source }: RunningAnimation): Promise<number> {
  const { delay, duration, iterations, backendNodeId } = source;
  if (iterations === undefined || !Number.isFinite(iterations)) return 0;
  const end = delay + duration * iterations;
  if (type !== "WebAnimation" || backendNodeId === undefined) return end;
  const { node } = await session.send("DOM.describeNode", { backendNodeId });
  return node.attributes?.join("=") === "style=" ? end / 2 : end;
}
