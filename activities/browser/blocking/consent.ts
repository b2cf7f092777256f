import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Config, ConsentState, IndexedCMPRuleset, RuleBundle } from "@duckduckgo/autoconsent";
import type { Frame } from "puppeteer";
import type { Attempt } from "../capture/guard.ts";
import { stopScript } from "../capture/hangRecovery.ts";
import type { CaptureRun } from "../capture/run.ts";
import { type ConsentUpdate, nextConsentUpdate, startConsent } from "../inPage/consent.ts";
import { createIsolatedWorld, type IsolatedWorld } from "../inPage/world.ts";
import { frameIdentity } from "../pool/jobPage.ts";

type Lifecycle = ConsentState["lifecycle"];

/** Milliseconds to find out that there is no dialog; where a vendor's script was loaded, until one must have appeared. */
const detectMs = { unannounced: 900, announced: 3_000 } as const;
/** Milliseconds for a dialog that was recognised to be shown, and for one that is shown to be gone. */
const appearMs = 1_500;
const rejectMs = 5_000;

/** Milliseconds by which an answer may be late. */
const lateMs = 500;

/** Frames that a vendor's dialog may live in, as their addresses give away. */
const frameAddress = /consent|cookie|privacy|gdpr|ccpa|cmp|message_id=/iu;
const maxFrames = 6;

/** Never accepts: a dialog that can't be rejected is hidden afterwards. */
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
 * Finds the page's consent dialog and rejects it: by the rules of its vendor, else by its buttons, in the page and in frames
 * that vendors use, those included that open on the way. How many were rejected.
 */
export async function rejectConsent(run: CaptureRun, announced: boolean): Promise<number> {
  const { page, world } = run.lease;
  const main = page.mainFrame();
  const inFrames = new Map<Frame, Promise<boolean>>();
  const { promise: rejectedInFrame, resolve } = Promise.withResolvers<false>();
  const enter = async (frame: Frame): Promise<boolean> => {
    try {
      const rejected = await rejectIn(run, { frame, world: worldOf(frame), announced: true });
      if (rejected) resolve(false);
      return rejected;
    } catch (error) {
      run.logger.debug({ err: error }, "a frame's consent dialog was left as it is");
      return false;
    }
  };
  const consider = (frame: Frame) => {
    if (frame === main || inFrames.has(frame) || inFrames.size === maxFrames || !frameAddress.test(frame.url())) return;
    inFrames.set(frame, enter(frame));
  };
  page.on("framenavigated", consider);
  for (const frame of page.frames()) consider(frame);
  try {
    // Where a frame held the dialog, there is none to wait for in the page.
    const inPage = await Promise.race([rejectIn(run, { frame: main, world, announced }), rejectedInFrame]);
    const outcomes = [inPage, ...(await Promise.all(inFrames.values()))];
    return outcomes.filter((rejected) => rejected).length;
  } finally {
    page.off("framenavigated", consider);
  }
}

type Place = { frame: Frame; world: IsolatedWorld; announced: boolean };

async function rejectIn(run: CaptureRun, place: Place): Promise<boolean> {
  let last: Lifecycle = "loading";
  try {
    for await (const lifecycle of follow(run, place)) last = lifecycle;
  } catch (error) {
    // A dialog that was being answered may take its frame or the document with it.
    if (last !== "runningOptOut") throw error;
    return true;
  }
  return last === "done" || last === "optOutSucceeded";
}

/** Every stage the library goes through in one frame, as long as there is hope. */
async function* follow({ guard, lease }: CaptureRun, { frame, world, announced }: Place): AsyncGenerator<Lifecycle> {
  const library = await loadConsentLibrary();
  await world.evaluate(library.expression);
  const rules = library.rulesFor({ url: frame.url(), mainFrame: frame.parentFrame() === null });
  await world.call(startConsent, { ...config, detectRetries: announced ? 4 : 1 }, rules);
  const end = performance.now() + guard.remainingMs() / 3;
  const within = (ms: number) => Math.min(end, performance.now() + ms);
  let lifecycle: Lifecycle = "loading";
  let until = within(announced ? detectMs.announced : detectMs.unannounced);
  let answers: { id: string; result: boolean }[] = [];
  for (let left = until - performance.now(); left > 0; left = until - performance.now()) {
    const asked: Attempt<ConsentUpdate | null> = await guard.attempt(
      world.call(nextConsentUpdate, lifecycle, answers, left),
      left + lateMs,
    );
    if (!asked.done) {
      await stopScript(lease, guard);
      throw new Error("The page does not answer.");
    }
    const news: ConsentUpdate | null = asked.value;
    if (news === null) throw new Error("The document is another one now.");
    if (news.lifecycle !== lifecycle) {
      lifecycle = news.lifecycle;
      yield lifecycle;
      const stage = stageOf(lifecycle);
      if (stage === "over") return;
      if (stage !== "looking") until = within(stage === "known" ? appearMs : rejectMs);
    }
    answers = await Promise.all(news.questions.map(async ({ id, code }) => ({ id, result: await ask(frame, code) })));
  }
}

function stageOf(lifecycle: Lifecycle): "looking" | "known" | "shown" | "over" {
  switch (lifecycle) {
    case "loading":
    case "initialized":
    case "waitingForInitResponse":
    case "started":
      return "looking";
    case "cmpDetected":
      return "known";
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
      return "over";
  }
}

function worldOf(frame: Frame): IsolatedWorld {
  const { session, frameId } = frameIdentity(frame);
  return createIsolatedWorld(session, frameId);
}

/** Some rules call what the vendor's own script offers, which only the page's world can see. */
async function ask(frame: Frame, code: string): Promise<boolean> {
  try {
    return (await frame.evaluate(`Promise.resolve(${code}).then(Boolean)`)) === true;
  } catch {
    // The script is not there, or not as the rule expects it: that is its answer.
    return false;
  }
}

/** The library as an expression for the page, and its rules for a frame. */
type ConsentLibrary = { expression: string; rulesFor(frame: { url: string; mainFrame: boolean }): RuleBundle };

let loading: Promise<ConsentLibrary> | null = null;

/** Reads the library when the first job asks for it. */
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
