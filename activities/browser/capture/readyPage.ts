import { setTimeout as sleep } from "node:timers/promises";
import type { FieldProblem } from "#schemas/common.ts";
import { waitMsOf } from "#schemas/options/steps.ts";
import type { StepResult } from "#schemas/outputs.ts";
import type { StepPicture } from "../../ports.ts";
import { clearPage, hideLateOverlays } from "../blocking/clearPage.ts";
import type { PageState } from "../inPage/pageSettler.ts";
import { requireSignedIn, runSteps } from "../steps/runSteps.ts";
import { applyCss, applyTexts, runScript } from "./callerTexts.ts";
import { awaitElement, awaitHidden, clickElements, hideElements, hoverElement, scrollToElement } from "./interact.ts";
import { openFurther, settleNavigation } from "./openPage.ts";
import type { CaptureRun } from "./run.ts";
import { takeWindow } from "./takePicture.ts";
import { settle, startDrawings } from "./settle.ts";

/** Time for `waitForSelector` and `waitForHidden` on a page that took all of its time to load. Chosen by eye. */
const minAppearMs = 1_000;

/** A page that is ready for its picture, the options that did not work, and how the steps went with what they took. */
type ReadyPage = {
  state: PageState;
  warnings: FieldProblem[];
  steps: StepResult[];
  stepPictures: StepPicture[];
};

/** Clears, changes and settles the loaded page as the job asks. */
export async function readyPage(run: CaptureRun, scale: number): Promise<ReadyPage> {
  const { lease, request, guard } = run;
  const { spec } = request;
  // Steps that wait have seconds of their own, which are set aside from the time for loading.
  const endMs = run.startedAt + run.budget.loadMs + waitMsOf(request.steps ?? []);
  const settleOpened = () => settleNavigation(run);
  const settleLate = () => settleNavigation(run, endMs);
  await clearPage(run, settleOpened);
  await hideElements(lease, spec, guard);
  const scriptWarning = await applyTexts(run, settleOpened);
  await clickElements(lease, spec, { guard, settleNavigation: settleOpened });
  const stepPictures: StepPicture[] = [];
  const navigation = {
    open: (address: string, maxMs: number) => openFurther(run, address, maxMs),
    settle: (untilMs: number) => settleNavigation(run, untilMs),
    runScript: (script: string, maxMs: number) => runScript(run, script, maxMs),
    takePicture: async (name: string, maxMs: number) => {
      stepPictures.push({ name, ...(await takeWindow(run, { scale, maxMs })) });
    },
  };
  if (request.signIn?.session != null) await requireSignedIn(run, navigation);
  const steps = await runSteps(run, navigation);
  if (request.signIn !== undefined && steps.length > 0) await requireSignedIn(run, navigation);
  if (steps.length > 0) await clearPage(run, settleLate);
  // Script, clicks and steps may have led to another document.
  if (spec.clickSelectors.length + steps.length > 0 || request.texts.script !== undefined) {
    await hideElements(lease, spec, guard);
    await applyCss(run);
  }
  const leftMs = () => Math.max(minAppearMs, endMs - performance.now());
  await awaitElement(lease, spec, { guard, maxMs: leftMs() });
  const visibleWarning = await awaitHidden(lease, spec, { guard, maxMs: leftMs() });
  await scrollToElement(lease, spec, guard);
  await hoverElement(lease, spec, guard);
  if (spec.delay !== undefined) await guard.race(sleep(spec.delay * 1_000));
  // Before settling, which stops all motion.
  if (run.recorder.isNeeded) await recordMotion(run);
  const state = await settle(run, settleLate);
  const last = (await hideLateOverlays(run)) ? await settle(run, settleLate) : state;
  const warnings = [scriptWarning, visibleWarning].filter((warning) => warning !== null);
  return { state: last, steps, stepPictures, warnings: [...warnings, ...warnRefresh(run)] };
}

/** Longest refresh that counts as a forward, seconds: `delay` can wait for it. Pages that renew themselves wait longer. */
const maxForwardSeconds = 30;

/** The warning about a page that goes to another one some seconds later. */
function warnRefresh({ lease, tracker }: CaptureRun): FieldProblem[] {
  const { refresh } = tracker;
  if (refresh === null || refresh.seconds > maxForwardSeconds) return [];
  if (withoutFragment(refresh.url) === withoutFragment(lease.page.url())) return [];
  const message = `goes to another page after ${refresh.seconds} seconds, and the capture shows the first one: give a delay of more to follow it`;
  return [{ field: "url", message }];
}

const withoutFragment = (url: string): string => url.replace(/#.*$/su, "");

async function recordMotion(run: CaptureRun): Promise<void> {
  await hideLateOverlays(run);
  await startDrawings(run);
  await run.recorder.record(run);
}
