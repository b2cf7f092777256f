/*
 * Rejects consent dialogs with the autoconsent library. Order of the steps, per frame:
 * 1. Load the library and the frame's rules into the isolated world and start it.
 * 2. Wait until it detects a dialog; longer when a vendor's script announced one.
 * 3. Wait until the dialog is shown, then until it is rejected.
 * 4. Meanwhile evaluate expressions of the rules in the page's own world and return the results.
 * Runs in the main frame and in frames with the address of a vendor's dialog.
 */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Config, ConsentState, IndexedCMPRuleset, RuleBundle } from "@duckduckgo/autoconsent";
import type { Frame } from "puppeteer";
import type { Logger } from "#telemetry/logger.ts";
import type { Attempt, CaptureGuard } from "../watch/guard.ts";
import { stopScript } from "../watch/hangRecovery.ts";
import { type ConsentUpdate, nextConsentUpdate, startConsent } from "../inPage/consent.ts";
import { createIsolatedWorld, type IsolatedWorld } from "../inPage/world.ts";
import { frameIdentity, type JobPage } from "../pool/jobPage.ts";

/** The page of a capture with what ends its steps. */
export type ConsentPage = { lease: JobPage; guard: CaptureGuard; logger: Logger };

type Lifecycle = ConsentState["lifecycle"];

/** Time to detect a dialog, without and with a vendor's script that announced one. Chosen by eye. */
const maxDetectMs = { unannounced: 900, announced: 3_000 } as const;
/** Time for a detected dialog to be shown. Chosen by eye. */
const maxAppearMs = 1_500;
/** Time for a shown dialog to be rejected. Chosen by eye. */
const maxRejectMs = 5_000;

/** Extra time for the reply of a call that itself waits. */
const maxReplyDelayMs = 500;

/** Address of a frame that may contain a vendor's dialog. */
const consentFrameAddress = /consent|cookie|privacy|gdpr|ccpa|cmp|message_id=/iu;
const maxFrames = 6;

/** Never accepts. A dialog that can't be rejected is hidden by a later step. */
const config: Partial<Config> = {
  autoAction: "optOut",
  heuristicMode: "reject",
  enablePrehide: false,
  enableCosmeticRules: true,
  logs: {
    lifecycle: false,
    rulesteps: false,
    detectionsteps: false,
    evals: false,
    errors: false,
    messages: false,
    waits: false,
  },
};

/**
 * Finds and rejects consent dialogs: by the rules of their vendor, else by their buttons.
 * Returns the number of rejected dialogs. `announced`: whether a vendor's script was requested.
 * Includes frames that open meanwhile.
 */
export async function rejectConsent(run: ConsentPage, announced: boolean): Promise<number> {
  const { page, world } = run.lease;
  const main = page.mainFrame();
  const frameOutcomes = new Map<Frame, Promise<boolean>>();
  const { promise: rejectedInFrame, resolve } = Promise.withResolvers<false>();
  const rejectInFrame = async (frame: Frame): Promise<boolean> => {
    try {
      const rejected = await rejectIn(run, { frame, world: worldOf(frame), announced: true });
      if (rejected) resolve(false);
      return rejected;
    } catch (error) {
      run.logger.debug({ err: error }, "the consent dialog of a frame could not be rejected");
      return false;
    }
  };
  const consider = (frame: Frame) => {
    if (frame === main || frameOutcomes.has(frame) || frameOutcomes.size === maxFrames) return;
    if (consentFrameAddress.test(frame.url())) frameOutcomes.set(frame, rejectInFrame(frame));
  };
  page.on("framenavigated", consider);
  for (const frame of page.frames()) consider(frame);
  try {
    // Once a frame's dialog is rejected, none is expected in the main frame.
    const inMain = await Promise.race([rejectIn(run, { frame: main, world, announced }), rejectedInFrame]);
    const outcomes = [inMain, ...(await Promise.all(frameOutcomes.values()))];
    return outcomes.filter((rejected) => rejected).length;
  } finally {
    page.off("framenavigated", consider);
  }
}

type ConsentFrame = { frame: Frame; world: IsolatedWorld; announced: boolean };

/** Whether the frame's dialog was rejected. */
async function rejectIn(run: ConsentPage, target: ConsentFrame): Promise<boolean> {
  let last: Lifecycle = "loading";
  try {
    for await (const lifecycle of runLibrary(run, target)) last = lifecycle;
  } catch (error) {
    // A rejected dialog may remove its frame or reload the document.
    if (last !== "runningOptOut") throw error;
    return true;
  }
  return last === "done" || last === "optOutSucceeded";
}

/**
 * Runs the library in one frame and yields its stages, until it is done or a stage takes too long.
 * @throws Error when the page does not answer or the document is replaced.
 */
async function* runLibrary(
  { guard, lease }: ConsentPage,
  { frame, world, announced }: ConsentFrame,
): AsyncGenerator<Lifecycle> {
  const library = await loadConsentLibrary();
  await world.evaluate(library.expression);
  const rules = library.rulesFor({ url: frame.url(), mainFrame: frame.parentFrame() === null });
  await world.call(startConsent, { ...config, detectRetries: announced ? 4 : 1 }, rules);
  const end = performance.now() + guard.remainingMs() / 3;
  const deadlineIn = (ms: number) => Math.min(end, performance.now() + ms);
  let lifecycle: Lifecycle = "loading";
  let until = deadlineIn(announced ? maxDetectMs.announced : maxDetectMs.unannounced);
  let answers: { id: string; result: boolean }[] = [];
  for (let left = until - performance.now(); left > 0; left = until - performance.now()) {
    const attempt: Attempt<ConsentUpdate | null> = await guard.attempt(
      world.call(nextConsentUpdate, lifecycle, answers, left),
      left + maxReplyDelayMs,
    );
    if (!attempt.done) {
      await stopScript(lease, guard);
      throw new Error("The page does not answer.");
    }
    const update: ConsentUpdate | null = attempt.value;
    if (update === null) throw new Error("The document was replaced.");
    if (update.lifecycle !== lifecycle) {
      lifecycle = update.lifecycle;
      yield lifecycle;
      const stage = stageOf(lifecycle);
      if (stage === "done") return;
      if (stage !== "detecting") until = deadlineIn(stage === "detected" ? maxAppearMs : maxRejectMs);
    }
    answers = await Promise.all(
      update.evalRequests.map(async ({ id, code }) => ({ id, result: await evaluateInPage(frame, code) })),
    );
  }
}

function stageOf(lifecycle: Lifecycle): "detecting" | "detected" | "shown" | "done" {
  switch (lifecycle) {
    case "loading":
    case "initialized":
    case "waitingForInitResponse":
    case "started":
      return "detecting";
    case "cmpDetected":
      return "detected";
    case "openPopupDetected":
    case "runningOptOut":
    case "runningOptIn":
      return "shown";
    case "nothingDetected":
    case "optOutSucceeded":
    case "optOutFailed":
    case "optInSucceeded":
    case "optInFailed":
    case "done":
      return "done";
  }
}

function worldOf(frame: Frame): IsolatedWorld {
  const { session, frameId } = frameIdentity(frame);
  return createIsolatedWorld(session, frameId);
}

/** Evaluates a rule's expression in the page's own world, where the vendor's script is. False when it throws. */
async function evaluateInPage(frame: Frame, code: string): Promise<boolean> {
  try {
    return (await frame.evaluate(`Promise.resolve(${code}).then(Boolean)`)) === true;
  } catch {
    // The vendor's script is missing or differs from what the rule expects.
    return false;
  }
}

/** The library as an expression for the page, and its rules by frame. */
type ConsentLibrary = { expression: string; rulesFor(frame: { url: string; mainFrame: boolean }): RuleBundle };

let loading: Promise<ConsentLibrary> | null = null;

/** Reads the library once, for the first job that needs it. */
function loadConsentLibrary(): Promise<ConsentLibrary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ConsentLibrary> {
  const { resolve } = createRequire(import.meta.url);
  const [{ filterCompactRules }, source, text] = await Promise.all([
    import("@duckduckgo/autoconsent"),
    readFile(resolve("@duckduckgo/autoconsent"), "utf8"),
    readFile(resolve("@duckduckgo/autoconsent/rules/compact-rules.json"), "utf8"),
  ]);
  const rules: IndexedCMPRuleset = JSON.parse(text);
  return {
    expression: `globalThis.watchframeConsentLibrary = (() => { const module = { exports: {} }; ${source}\nreturn module.exports; })(); true`,
    rulesFor: (frame) => ({ autoconsent: [], compact: filterCompactRules(rules, frame) }),
  };
}
