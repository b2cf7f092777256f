import type { Monitor } from "../../../typescript/src/index.ts";
import { readInteractions } from "./backstopSteps.ts";
import {
  type Capture,
  type Entry,
  isPageAddress,
  type MonitorFile,
  toMonitorFile,
  toName,
  type Unusable,
} from "./entry.ts";
import { leftOutSelectors, knownAddress } from "./known.ts";
import { firstOf, listOf, recordOf, textOf, textsOf, warningsFor } from "./values.ts";

/** Percent of the pixels that count as a change in BackstopJS, if its file says nothing. */
const defaultMismatchPercent = 0.1;

/** Keys of a scenario that are not taken over, and what to set in their place. */
const unsupportedKeys = {
  referenceUrl: "A monitor compares a page with its own earlier run. Use `watchframe diff` for two pages.",
  cookiePath: "Cookies are not read from files. Set capture.cookies.",
  readyEvent: "A capture does not wait for a text of the page's console.",
  onBeforeScript: "Write it as capture.script or capture.steps.",
  onReadyScript: "Write it as capture.script or capture.steps.",
  expect: "The number of elements is not checked.",
};

type Source = {
  scenario: Record<string, unknown>;
  viewport: Record<string, unknown>;
  /** `document`, `viewport` or a CSS selector. */
  part: string;
};

/** Scenarios of BackstopJS: a monitor for each page, viewport and selector, as it has a picture for each. */
export function readBackstop(file: Record<string, unknown>): MonitorFile {
  return toMonitorFile(
    listOf(file["scenarios"]).flatMap((item) => {
      const { misMatchThreshold, viewports, scenarioDefaults } = file;
      const scenario: Record<string, unknown> = {
        misMatchThreshold,
        viewports,
        ...recordOf(scenarioDefaults),
        ...recordOf(item),
      };
      const sizes = orOne(listOf(scenario["viewports"]), {}).map(recordOf);
      const parts = orOne(textsOf(scenario["selectors"]), "document");
      const name = (viewport: Record<string, unknown>, part: string) =>
        [...(sizes.length > 1 ? [sizeOf(viewport)] : []), ...(parts.length > 1 ? [part] : [])].join(" ");
      return sizes.flatMap((viewport) =>
        parts.map((part) => readScenario({ scenario, viewport, part }, name(viewport, part))),
      );
    }),
  );
}

function orOne<Item>(items: readonly Item[], fallback: Item): readonly Item[] {
  return items.length === 0 ? [fallback] : items;
}

function sizeOf(viewport: Record<string, unknown>): string {
  return textOf(firstOf(viewport, ["label", "name"])) || `${textOf(viewport["width"])} px`;
}

/** `suffix` tells the monitors of one scenario apart. */
function readScenario(source: Source, suffix: string): Entry | Unusable {
  const { url, label, misMatchThreshold } = source.scenario;
  const name = toName(label, textOf(url));
  if (!isPageAddress(url)) return { name: `${name} ${suffix}`.trim(), reason: "It has no http or https address." };
  const { capture: interactions, warnings } = readInteractions(source.scenario);
  const percent = Number(misMatchThreshold ?? defaultMismatchPercent);
  return {
    request: {
      name: toName(`${name.slice(0, Math.max(20, 99 - suffix.length))} ${suffix}`, url),
      url,
      ...(percent >= 0 && percent <= 100 && { changeThreshold: percent / 100 }),
      capture: { ...readCapture(source), ...interactions },
    },
    warnings: [...warningsFor(source.scenario, unsupportedKeys), ...warnings],
  };
}

function readCapture({ scenario, viewport: { width, height }, part }: Source): Capture {
  const hideSelectors = [...textsOf(scenario["hideSelectors"]), ...textsOf(scenario["removeSelectors"])];
  return {
    ...(typeof width === "number" && { width: Math.round(width) }),
    ...(typeof height === "number" && { height: Math.round(height) }),
    ...(part === "viewport" && { fullPage: false }),
    ...(part !== "viewport" && part !== "document" && { selector: part }),
    ...(hideSelectors.length > 0 && { hideSelectors }),
  };
}

export function writeBackstop(monitors: readonly Monitor[]): string {
  const file = {
    id: "watchframe",
    viewports: [{ label: "default", width: 1280, height: 720 }],
    scenarios: monitors.map(toScenario),
    engine: "puppeteer",
    report: ["browser"],
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function toScenario(monitor: Monitor): Record<string, unknown> {
  const {
    width = 1280,
    height = 720,
    fullPage = true,
    selector,
    hideSelectors = [],
    scrollToElement,
    ignoreRegions = [],
  } = monitor.capture;
  return {
    label: monitor.name,
    url: knownAddress(monitor),
    selectors: [selector ?? (fullPage ? "document" : "viewport")],
    viewports: [{ label: "default", width, height }],
    misMatchThreshold: monitor.changeThreshold * 100,
    removeSelectors: hideSelectors,
    hideSelectors: leftOutSelectors(ignoreRegions),
    ...(scrollToElement !== undefined && { scrollToSelector: scrollToElement }),
  };
}
