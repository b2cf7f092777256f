import type { Capture } from "./entry.ts";
import { splitSelectors } from "./patterns.ts";
import { listOf, recordOf, textOf } from "./values.ts";
import { maxWaitSeconds, timeoutFor, waitOf } from "./waits.ts";

type Step = NonNullable<Capture["steps"]>[number];
type Given = { target: string; value: string; url: string };

/** Seconds that changedetection.io gives most steps, and those that wait. */
const usualTimeout = { timeout: 10 };
const patientTimeout = { timeout: 30 };

/** The steps of changedetection.io by their names. Null if the step lacks what it needs. */
const operations: Readonly<Record<string, (given: Given) => Step | null>> = {
  "Check checkbox": ({ target }) => withTarget(target, { check: { target }, ...usualTimeout }),
  "Uncheck checkbox": ({ target }) => withTarget(target, { uncheck: { target }, ...usualTimeout }),
  "Click element": ({ target }) => withTarget(target, { click: { target }, ...patientTimeout }),
  "Click element if exists": ({ target }) => withTarget(target, { click: { target }, ...usualTimeout, optional: true }),
  // Both do nothing on a page without the text.
  "Click element containing text": clickText,
  "Click element containing text if exists": clickText,
  "Enter text in field": ({ target, value }) => withTarget(target, { fill: { target, value }, ...usualTimeout }),
  "Execute JS": ({ value }) => (value === "" ? null : { script: value, ...usualTimeout }),
  "Goto site": ({ url }) => ({ goto: url }),
  "Goto URL": ({ value }) => (/^https?:\/\//iu.test(value) ? { goto: value } : null),
  "Press Enter": () => ({ press: { key: "Enter" } }),
  "Select by label": select,
  "<select> by option text": select,
  "Scroll down": () => ({ script: "scrollBy(0, 600)" }),
  "Wait for seconds": ({ value }) => ({ wait: Math.min(maxWaitSeconds, Number(value === "" ? "1" : value) || 0) }),
  "Wait for text": ({ value }) => (value === "" ? null : { waitFor: { text: value }, ...patientTimeout }),
  "Remove elements": ({ target }) =>
    withTarget(target, {
      script: `document.querySelectorAll(${JSON.stringify(target)}).forEach((element) => element.remove())`,
    }),
};

function withTarget(target: string, step: Step): Step | null {
  return target === "" ? null : step;
}

function clickText({ value }: Given): Step | null {
  return value === "" ? null : { click: { target: { text: value } }, ...usualTimeout, optional: true };
}

function select({ target, value }: Given): Step | null {
  return withTarget(target, { select: { target, values: [value] }, ...usualTimeout });
}

/** The browser steps of a watch, its script and its delay, and a sentence for each that has no equal. */
export function readBrowserSteps(watch: Record<string, unknown>): { capture: Capture; warnings: string[] } {
  const given = listOf(watch["browser_steps"])
    .map(recordOf)
    .filter((step) => !["", "Choose one"].includes(textOf(step["operation"])));
  const readings = given.map((step, index) => readStep(step, { index, url: textOf(watch["url"]) }));
  // Each page is opened before its first step.
  const steps = readings.flatMap(({ step }, index) => (step === null || (index === 0 && "goto" in step) ? [] : [step]));
  const askedSeconds = Number(watch["webdriver_delay"] ?? 0) || 0;
  const delay = waitOf(askedSeconds);
  const script = textOf(watch["webdriver_js_execute_code"]);
  const waits = steps.reduce((sum, { wait = 0 }) => sum + wait, delay);
  return {
    capture: {
      ...(script !== "" && { script }),
      ...(steps.length > 0 && { steps }),
      ...(delay > 0 && { delay }),
      ...timeoutFor(waits),
    },
    warnings: [
      ...readings.flatMap(({ warning }) => (warning === null ? [] : [warning])),
      ...(askedSeconds > maxWaitSeconds ? [`webdriver_delay: ${askedSeconds} s are cut to ${maxWaitSeconds}.`] : []),
    ],
  };
}

type Read = { step: Step | null; warning: string | null };

function readStep(given: Record<string, unknown>, { index, url }: { index: number; url: string }): Read {
  const operation = textOf(given["operation"]);
  const name = `browser_steps: Step ${index + 1} (${operation})`;
  const [selector, value] = [textOf(given["selector"]).trim(), textOf(given["optional_value"])];
  if (/\{[{%]/u.test(selector + value))
    return { step: null, warning: `${name} has a template, which is not filled in.` };
  const { css, other } = splitSelectors(selector === "" ? [] : [selector.replace(/^xpath=/u, "xpath:")]);
  if (other.length > 0) return { step: null, warning: `${name} is left out: ${selector} has no equal CSS selector.` };
  const step = operations[operation]?.({ target: css[0] ?? "", value, url }) ?? null;
  return { step, warning: step === null ? `${name} is left out, as there is no equal step.` : null };
}
