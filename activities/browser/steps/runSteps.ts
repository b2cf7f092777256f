import type { StepResult } from "#schemas/outputs.ts";
import {
  actionsOf,
  standardStepSeconds,
  type Step,
  type StepAction,
  type StepTarget,
  waitMsOf,
} from "#schemas/options/steps.ts";
import type { Logger } from "#telemetry/logger.ts";
import { RenderFailure } from "../../failures.ts";
import type { CaptureRequest } from "../../ports.ts";
import { waitForQuiet } from "../inPage/elements.ts";
import type { PageLease } from "../pool/pool.ts";
import type { DocumentTracker } from "../watch/documentTracker.ts";
import type { CaptureGuard } from "../watch/guard.ts";
import { act, frameOf } from "./actions.ts";
import { countMatches, describeTarget, quoted, selectorOf } from "./findTarget.ts";
import { StepProblem } from "./stepProblem.ts";

/** Time for steps on a page that took all of its time to load. Chosen by eye. */
const minStepsMs = 1_000;
/** Time for the DOM to become quiet after an action. It usually is much sooner. */
const maxQuietMs = 500;
/** Time to count the elements of a failed step. */
const maxCountMs = 1_000;

/** The parts of a capture that its steps need. */
type StepRun = {
  request: Pick<CaptureRequest, "steps">;
  lease: PageLease;
  guard: CaptureGuard;
  tracker: DocumentTracker;
  logger: Logger;
  /** `performance.now()` at the capture's start. */
  startedAt: number;
  /** Milliseconds from that start to the deadline of loading. */
  budget: { loadMs: number };
};

/** How steps reach other documents. */
export type StepNavigation = {
  /** Opens an address. @throws RenderFailure */
  open(address: string, maxMs: number): Promise<void>;
  /** Waits for a navigation that a step began. */
  settle(): Promise<unknown>;
};

/** Actions that change nothing in the page. */
const calm: ReadonlySet<StepAction> = new Set(["wait", "waitFor", "goto"]);

/**
 * Does the steps of a capture, one after the other. Returns how each went.
 * @throws RenderFailure `step_failed` for the first that fails and is not optional; that of the page for a page that fails.
 */
export async function runSteps(run: StepRun, navigation: StepNavigation): Promise<StepResult[]> {
  const { steps = [] } = run.request;
  const now = performance.now();
  const until = Math.max(run.startedAt + run.budget.loadMs, now + minStepsMs) + waitMsOf(steps);
  const results: StepResult[] = [];
  for (const [index, step] of steps.entries()) {
    const startedAt = performance.now();
    const problem = await attempt(run, { step, maxMs: until - startedAt, navigation });
    const about = aboutOf(step);
    if (problem !== null && step.optional !== true) {
      const name = [about.action, about.target].filter((part) => part !== undefined).join(" ");
      throw new RenderFailure("step_failed", `Step ${index + 1} of ${steps.length} (${name}): ${problem}.`);
    }
    const ms = Math.round(performance.now() - startedAt);
    results.push({ ...about, ms, ...(problem !== null && { problem }) });
  }
  return results;
}

type Attempt = { step: Step; maxMs: number; navigation: StepNavigation };

/** Does a step. Returns why it failed; null if it did not. */
async function attempt(run: StepRun, { step, maxMs, navigation }: Attempt): Promise<string | null> {
  const { guard, lease, logger, tracker } = run;
  const [action] = actionsOf(step);
  if (action === undefined) return null;
  if (maxMs <= 0) return "the time for loading is over; raise timeout";
  const stepMs = Math.min(maxMs, ownMsOf(step) ?? maxMs);
  const until = performance.now() + stepMs;
  const leftMs = () => Math.max(1, until - performance.now());
  tracker.forgetDocuments();
  try {
    await guard.race(act({ page: lease.page, world: lease.world, leftMs, open: navigation.open }, action, step));
  } catch (error) {
    if (guard.cause() !== null || error instanceof RenderFailure) throw error;
    // Puppeteer's messages may quote the value of a field, so only their kind is logged.
    logger.debug({ action, kind: error instanceof Error ? error.name : typeof error }, "a step failed");
    return describeProblem(run, { step, stepMs, error });
  }
  if (!calm.has(action)) {
    await navigation.settle();
    await guard.race(lease.world.call(waitForQuiet, maxQuietMs));
  }
  await navigation.settle();
  return null;
}

/** Milliseconds of a step by itself; null for one that has all that is left. */
function ownMsOf({ goto, timeout, wait }: Step): number | null {
  if (timeout !== undefined) return timeout * 1_000;
  return goto === undefined && wait === undefined ? standardStepSeconds * 1_000 : null;
}

type Place = { target: StepTarget; frame: string | undefined };

/** The element that a step is for; null for an action of the page. */
function placeOf(step: Step): Place | null {
  const { waitFor } = step;
  const [action] = actionsOf(step);
  if (waitFor !== undefined) {
    const { selector, hidden, text, frame } = waitFor;
    const target = selector ?? hidden ?? (text === undefined ? undefined : { text });
    return target === undefined ? null : { target, frame };
  }
  const given = action === undefined ? undefined : step[action];
  if (typeof given !== "object" || !("target" in given) || given.target === undefined) return null;
  return { target: given.target, frame: given.frame };
}

/** The action of a step and what it is for, without its values. Of an address only the host is told. */
function aboutOf(step: Step): Pick<StepResult, "action" | "target"> {
  const [action = "wait"] = actionsOf(step);
  const place = placeOf(step);
  const target = place === null ? otherTarget(step) : describeTarget(place.target, place.frame);
  return { action, ...(target !== undefined && { target }) };
}

function otherTarget({ goto, waitFor }: Step): string | undefined {
  if (goto !== undefined) return new URL(goto).host;
  return waitFor?.address === undefined ? undefined : `address ${quoted(waitFor.address)}`;
}

async function describeProblem(
  run: StepRun,
  { step, stepMs, error }: { step: Step; stepMs: number; error: unknown },
): Promise<string> {
  if (error instanceof StepProblem) return error.message;
  const count = Math.round(stepMs / 100) / 10;
  const seconds = count === 1 ? "1 second" : `${count} seconds`;
  const place = placeOf(step);
  if (place === null) return `not done within ${seconds}`;
  const matches = await countNow(run, place);
  if (matches === null) return `its frame was not found within ${seconds}`;
  if (matches === 0) return `0 elements match after ${seconds}`;
  const words = matches === 1 ? "1 element matches" : `${matches} elements match`;
  return step.waitFor?.hidden === undefined
    ? `${words}, and none of them took the action within ${seconds}`
    : `${words} after ${seconds}, and not all are hidden`;
}

/** The number of elements of a target; null without its frame. */
async function countNow({ guard, lease }: StepRun, { target, frame }: Place): Promise<number | null> {
  const counting = async () => {
    try {
      return await countMatches(
        await frameOf({ page: lease.page, leftMs: () => maxCountMs }, frame),
        selectorOf(target),
      );
    } catch (error) {
      if (guard.cause() !== null) throw error;
      return null;
    }
  };
  const counted = await guard.attempt(counting(), maxCountMs);
  return counted.done ? counted.value : null;
}
