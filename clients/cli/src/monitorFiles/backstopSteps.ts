import type { Capture } from "./entry.ts";
import { recordOf, textsOf } from "./values.ts";
import { maxWaitSeconds, timeoutFor, waitOf } from "./waits.ts";

type Step = NonNullable<Capture["steps"]>[number];

/** Steps that a scenario takes before its picture. */
export type Interactions = { capture: Capture; warnings: string[] };

/**
 * The interactions of a scenario: as options of a capture where these do the same, else as steps in the order of BackstopJS, which
 * waits, types, hovers, clicks, waits again, and scrolls.
 */
export function readInteractions(scenario: Record<string, unknown>): Interactions {
  const readySelectors = textsOf(scenario["readySelector"]);
  const typedInputs = typedTexts(scenario["keyPressSelectors"] ?? scenario["keyPressSelector"]);
  const hoverTargets = textsOf(scenario["hoverSelectors"] ?? scenario["hoverSelector"]);
  const clickTargets = textsOf(scenario["clickSelectors"] ?? scenario["clickSelector"]);
  const scrollTargets = textsOf(scenario["scrollToSelectors"] ?? scenario["scrollToSelector"]);
  const { delay: delayMs, postInteractionWait: after } = scenario;
  const [delay, pause] = [secondsOf(delayMs), secondsOf(after)];
  const awaitedSelectors = textsOf(after).filter((text) => secondsOf(text) === 0);
  const isPlain = typedInputs.length + hoverTargets.length + awaitedSelectors.length === 0 && pause === 0;
  const waitsBefore = delay > 0 || readySelectors.length > 0;
  const warnings = [delayMs, after].flatMap((ms) =>
    Number(ms) / 1_000 > maxWaitSeconds ? [`A wait of ${Number(ms) / 1_000} seconds is cut to ${maxWaitSeconds}.`] : [],
  );
  if (isPlain && (clickTargets.length === 0 || !waitsBefore) && scrollTargets.length < 2) {
    return {
      capture: {
        ...(clickTargets.length > 0 && { clickSelectors: clickTargets }),
        ...(readySelectors[0] !== undefined && { waitForSelector: readySelectors[0] }),
        ...(scrollTargets[0] !== undefined && { scrollToElement: scrollTargets[0] }),
        ...(delay > 0 && { delay, ...timeoutFor(delay) }),
      },
      warnings,
    };
  }
  const steps: Step[] = [
    ...readySelectors.map((selector) => ({ waitFor: { selector } })),
    ...(delay > 0 ? [{ wait: delay }] : []),
    ...typedInputs.map(({ selector, text }) => ({ fill: { target: selector, value: text } })),
    ...hoverTargets.map((target) => ({ hover: { target } })),
    ...clickTargets.map((target) => ({ click: { target } })),
    ...awaitedSelectors.map((selector) => ({ waitFor: { selector } })),
    ...(pause > 0 ? [{ wait: pause }] : []),
    ...scrollTargets.map((target) => ({ scroll: { target } })),
  ];
  return { capture: { steps, ...timeoutFor(delay + pause) }, warnings };
}

/** The texts that BackstopJS types, each with the field. */
function typedTexts(value: unknown): { selector: string; text: string }[] {
  return [value].flat().flatMap((item) => {
    const { selector, keyPress } = recordOf(item);
    return typeof selector === "string" && typeof keyPress === "string" ? [{ selector, text: keyPress }] : [];
  });
}

/** Seconds of a number of milliseconds, at most `maxWaitSeconds`; 0 for anything else. */
function secondsOf(ms: unknown): number {
  return waitOf(Number(ms) / 1_000);
}
