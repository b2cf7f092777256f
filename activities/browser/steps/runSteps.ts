import { TimeoutError } from "puppeteer";
import type { StepResult } from "#schemas/outputs.ts";
import {
  actionsOf,
  standardStepSeconds,
  type Step,
  type StepAction,
  type StepTarget,
  waitMsOf,
} from "#schemas/options/steps.ts";
import { totpReference } from "#schemas/signIn.ts";
import type { Logger } from "#telemetry/logger.ts";
import { totpCode } from "#vault/totp.ts";
import { RenderFailure } from "../../failures.ts";
import type { CaptureRequest } from "../../ports.ts";
import { waitForQuiet } from "../inPage/elements.ts";
import type { JobPage } from "../pool/jobPage.ts";
import type { DocumentTracker } from "../watch/documentTracker.ts";
import type { CaptureGuard } from "../watch/guard.ts";
import { act, frameOf, type StepScope } from "./actions.ts";
import { countMatches, describeTarget, maxTargets, quoted, selectorOf } from "./findTarget.ts";
import { sitesOf } from "./pageAddress.ts";
import { StepProblem } from "./stepProblem.ts";

/** Time for steps on a page that took all of its time to load. Chosen by eye. */
const minStepsMs = 1_000;
/** Time for the DOM to become quiet after an action. It usually is much sooner. */
const maxQuietMs = 500;
/** Time to count the elements of a failed step. */
const maxCountMs = 1_000;

/** Time for puppeteer to notice that the time of a step is over. A page that hangs never answers. */
const maxNoticeMs = 500;

/** Seconds for the page behind a log-in to appear. Chosen by eye. */
const signingInSeconds = 15;

/** The page that steps act on. */
export type SteppedPage = {
  lease: JobPage;
  request: Pick<CaptureRequest, "steps" | "signIn">;
  /** The address of the request. */
  url: URL;
  guard: CaptureGuard;
  tracker: DocumentTracker;
  logger: Logger;
  /** `performance.now()` at the capture's start. */
  startedAt: number;
  /** The deadline of loading, milliseconds from the start. */
  budget: { loadMs: number };
};

/** How steps reach other documents, and do what captures do. */
export type StepNavigation = Pick<StepScope, "open" | "runScript" | "takePicture"> & {
  /** Waits for a navigation that a step began, until the time `untilMs` of `performance.now()`. */
  settle(untilMs: number): Promise<unknown>;
};

/** Actions that end by themselves, so that the page need not become quiet after them. */
const waitingActions: ReadonlySet<StepAction> = new Set(["wait", "waitFor", "goto", "screenshot"]);

/**
 * Does the steps of a capture, one after the other. Returns how each went.
 * @throws RenderFailure `step_failed` for the first that fails and is not optional; that of the page for a page that fails.
 */
export async function runSteps(run: SteppedPage, navigation: StepNavigation): Promise<StepResult[]> {
  const { steps = [] } = run.request;
  let untilMs = Math.max(run.startedAt + run.budget.loadMs, performance.now() + minStepsMs);
  const doneSteps: Step[] = [];
  const results: StepResult[] = [];
  for (const [index, step] of steps.entries()) {
    const startedAt = performance.now();
    // The seconds of waiting are set aside, so a step before it can't use them up.
    if (step.wait !== undefined) untilMs = Math.max(untilMs, startedAt) + waitMsOf([step]);
    const problem = await attempt(run, {
      step: withCode(step, run),
      untilMs,
      sites: sitesOf(run.url, doneSteps),
      navigation,
    });
    const about = aboutOf(step);
    if (problem !== null && step.optional !== true) {
      const name = [about.action, about.target].filter((part) => part !== undefined).join(" ");
      throw new RenderFailure("step_failed", `Step ${index + 1} of ${steps.length} (${name}): ${problem}.`);
    }
    if (problem === null) doneSteps.push(step);
    const ms = Math.round(performance.now() - startedAt);
    results.push({ ...about, ms, ...(problem !== null && { problem }) });
  }
  return results;
}

/**
 * Waits for the sign of a page behind the log-in.
 * @throws RenderFailure `signed_out` if the page does not have it in time; that of the page for a page that fails.
 */
export async function requireSignedIn(run: SteppedPage, navigation: StepNavigation): Promise<void> {
  const { signIn } = run.request;
  if (signIn === undefined) return;
  // A log-in that has just been sent takes its time.
  const timeout = signIn.session === null ? signingInSeconds : standardStepSeconds;
  const untilMs = Math.max(run.startedAt + run.budget.loadMs, performance.now() + minStepsMs);
  const step = { waitFor: signIn.signedIn, timeout };
  const problem = await attempt(run, { step, untilMs, sites: new Set(), navigation });
  if (problem !== null) throw new RenderFailure("signed_out", `signedIn: ${problem}.`);
}

/** The step with the one-time code of this moment, so that no earlier step lets it expire. */
function withCode(step: Step, { request: { signIn } }: SteppedPage): Step {
  const { fill } = step;
  const totp = signIn?.totp;
  if (fill === undefined || totp == null || !fill.value.includes(totpReference)) return step;
  return { ...step, fill: { ...fill, value: fill.value.replaceAll(totpReference, totpCode(totp, Date.now())) } };
}

type Attempt = { step: Step; untilMs: number; sites: ReadonlySet<string>; navigation: StepNavigation };

/** Does a step. Returns why it failed; null if it did not. */
async function attempt(run: SteppedPage, { step, untilMs, sites, navigation }: Attempt): Promise<string | null> {
  const { guard, lease, logger, tracker } = run;
  const [action] = actionsOf(step);
  if (action === undefined) return null;
  const startedAt = performance.now();
  const maxMs = untilMs - startedAt;
  if (maxMs <= 0) return "the time for loading is over; raise timeout";
  const stepMs = Math.min(maxMs, ownMsOf(step) ?? maxMs);
  const leftMs = () => Math.max(1, startedAt + stepMs - performance.now());
  tracker.forgetDocuments();
  try {
    const acting = act({ ...navigation, page: lease.page, world: lease.world, sites, leftMs }, action, step);
    // An address that does not open in time has a failure of its own.
    const maxActingMs = action === "goto" ? guard.remainingMs() : stepMs + maxNoticeMs;
    const outcome = await guard.attempt(acting, maxActingMs);
    if (!outcome.done) return describeProblem(run, { step, stepMs, error: null });
  } catch (error) {
    if (guard.cause() !== null || error instanceof RenderFailure) throw error;
    // Puppeteer's messages may quote the value of a field, so only their kind is logged.
    logger.debug({ action, kind: error instanceof Error ? error.name : typeof error }, "a step failed");
    return describeProblem(run, { step, stepMs, error });
  }
  if (!waitingActions.has(action)) {
    await navigation.settle(untilMs);
    await guard.attempt(lease.world.call(waitForQuiet, maxQuietMs), maxQuietMs + maxNoticeMs);
  }
  await navigation.settle(untilMs);
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

function otherTarget({ goto, waitFor, screenshot }: Step): string | undefined {
  if (screenshot !== undefined) return quoted(screenshot);
  if (goto !== undefined) return new URL(goto).host;
  return waitFor?.address === undefined ? undefined : `address ${quoted(waitFor.address)}`;
}

async function describeProblem(
  run: SteppedPage,
  { step, stepMs, error }: { step: Step; stepMs: number; error: unknown },
): Promise<string> {
  if (error instanceof StepProblem) return error.message;
  const count = Math.round(stepMs / 100) / 10;
  const seconds = count === 1 ? "1 second" : `${count} seconds`;
  const place = placeOf(step);
  const matches = place === null ? null : await countNow(run, place);
  if (matches === null)
    return error === null || error instanceof TimeoutError ? `not done within ${seconds}` : "the browser refused it";
  if (matches === "no frame") return `its frame was not found within ${seconds}`;
  if (matches === 0) return `0 elements match after ${seconds}`;
  const number = matches === maxTargets ? `${matches} or more` : matches;
  const words = matches === 1 ? "1 element matches" : `${number} elements match`;
  return step.waitFor?.hidden === undefined
    ? `${words}, and none of them took the action within ${seconds}`
    : `${words} after ${seconds}, and not all are hidden`;
}

/** The number of elements of a target. Null if the page does not tell it in time. */
async function countNow({ guard, lease }: SteppedPage, { target, frame }: Place): Promise<number | "no frame" | null> {
  const counting = async () => {
    try {
      const content = await frameOf({ page: lease.page, leftMs: () => maxCountMs / 2 }, frame);
      return await countMatches(content, selectorOf(target));
    } catch (error) {
      if (guard.cause() !== null) throw error;
      return error instanceof TimeoutError || error instanceof StepProblem ? "no frame" : null;
    }
  };
  const counted = await guard.attempt(counting(), maxCountMs);
  return counted.done ? counted.value : null;
}
