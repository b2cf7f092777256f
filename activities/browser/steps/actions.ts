import { setTimeout as sleep } from "node:timers/promises";
import { type ElementHandle, type Frame, type Locator, type Page, TimeoutError } from "puppeteer";
import { modifierKeys, namedKeys } from "#schemas/common.ts";
import type { Step, StepAction, StepTarget } from "#schemas/options/steps.ts";
import type { IsolatedWorld } from "../inPage/world.ts";
import { StepProblem } from "./stepProblem.ts";
import { selectorOf } from "./findTarget.ts";
import { awaitAddress, hasAddress, onSites } from "./pageAddress.ts";
import { typeValue } from "./typeValue.ts";

/** The page of a step, and how long the step may take. */
export type StepScope = {
  page: Page;
  world: IsolatedWorld;
  /** The sites that a field may be filled in at. */
  sites: ReadonlySet<string>;
  /** Milliseconds that are left of the step's own. Never 0, by which puppeteer means no limit. */
  leftMs(): number;
  /** Opens an address as the capture opens its own. */
  open(address: string, maxMs: number): Promise<void>;
  /** Runs a script in the page. Returns why it failed; null if it did not. */
  runScript(script: string, maxMs: number): Promise<string | null>;
  /** Takes a picture of the browser's window. */
  takePicture(name: string, maxMs: number): Promise<void>;
};

/** The options of each action. */
type Options = { [Action in StepAction]: NonNullable<Step[Action]> };
type Place = { target: StepTarget; frame?: string };

/** The actions. Each waits by puppeteer's locators until the element is visible, still and enabled. */
const actions: { readonly [Action in StepAction]: (scope: StepScope, options: Options[Action]) => Promise<unknown> } = {
  goto: ({ open, leftMs }, address) => open(address, leftMs()),
  click: async (scope, place) => (await locate(scope, place)).click(),
  fill: (scope, { value, ...place }) =>
    onSites(scope.page, { sites: scope.sites, maxMs: scope.leftMs() }, async (signal) => {
      const field = await find(scope, place);
      const locator = await locate(scope, place);
      signal.throwIfAborted();
      await typeValue({ page: scope.page, field, locator }, value, signal);
    }),
  check: (scope, place) => toggle(scope, place, true),
  uncheck: (scope, place) => toggle(scope, place, false),
  hover: async (scope, place) => (await locate(scope, place)).hover(),
  press: async (scope, { key, target, frame }) => {
    if (target !== undefined) await (await find(scope, placeOf(target, frame))).focus();
    await press(scope.page, key);
  },
  select: async (scope, { values, ...place }) => {
    const list = await find(scope, place);
    await list.select(...(await optionsOf(list, values, scope.leftMs())));
  },
  scroll: async (scope, { target, y, frame }) => {
    if (target === undefined) return scope.world.call(scrollPage, y ?? null);
    const place = placeOf(target, frame);
    if (y === undefined) return (await find(scope, place)).scrollIntoView();
    return (await locate(scope, place)).scroll({ scrollTop: y });
  },
  wait: (_scope, seconds) => sleep(seconds * 1_000),
  waitFor: async (scope, { selector, hidden: hiddenTarget, text, address, frame }) => {
    if (address !== undefined) {
      return awaitAddress(scope.page, (current) => hasAddress(current, address), {
        maxMs: scope.leftMs(),
        problem: () => "the page's address does not have it",
      });
    }
    if (hiddenTarget === undefined) return find(scope, placeOf(selector ?? { text: text ?? "" }, frame));
    const content = await frameOf(scope, frame);
    return content.waitForSelector(selectorOf(hiddenTarget), { hidden: true, timeout: scope.leftMs() });
  },
  script: async ({ runScript, leftMs }, script) => {
    const problem = await runScript(script, leftMs());
    if (problem !== null) throw new StepProblem(`it ${problem}`);
  },
  screenshot: ({ takePicture, leftMs }, name) => takePicture(name, leftMs()),
};

/** Does the action of a step. */
export async function act<Action extends StepAction>(
  scope: StepScope,
  action: Action,
  step: { readonly [Name in Action]?: Options[Name] | undefined },
): Promise<void> {
  const options: Options[Action] | undefined = step[action];
  if (options !== undefined) await actions[action](scope, options);
}

function placeOf(target: StepTarget, frame: string | undefined): Place {
  return { target, ...(frame !== undefined && { frame }) };
}

/** The frame that a step names; the page's own without one. */
export async function frameOf(
  { page, leftMs }: Pick<StepScope, "page" | "leftMs">,
  frame: string | undefined,
): Promise<Frame> {
  if (frame === undefined) return page.mainFrame();
  const element = await page.waitForSelector(selectorOf(frame), { visible: true, timeout: leftMs() });
  const content = await element?.contentFrame();
  if (content == null) throw new StepProblem(`${JSON.stringify(frame)} is no frame`);
  return content;
}

/** The first visible element of a target, as soon as there is one. */
async function find(scope: StepScope, { target, frame }: Place): Promise<ElementHandle> {
  const content = await frameOf(scope, frame);
  const found = await content.waitForSelector(selectorOf(target), { visible: true, timeout: scope.leftMs() });
  if (found === null) throw new StepProblem("it disappeared");
  return found;
}

/** A locator of a target. Locators look again only if the document changes, which shadow trees are no part of. */
async function locate(scope: StepScope, place: Place): Promise<Locator<Element>> {
  await find(scope, place);
  const content = await frameOf(scope, place.frame);
  return content.locator<string>(selectorOf(place.target)).setTimeout(scope.leftMs());
}

async function toggle(scope: StepScope, place: Place, isOn: boolean): Promise<void> {
  const found = await find(scope, place);
  const canToggle = await found.evaluate((element) =>
    element.matches("input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]"),
  );
  if (!canToggle) throw new StepProblem("it is no checkbox, radio button or switch");
  await (await locate(scope, place)).fill(isOn);
}

/** Presses a key while its modifiers are held. */
async function press({ keyboard }: Page, keys: string): Promise<void> {
  // The last character may be a plus itself.
  const split = keys.slice(0, -1).lastIndexOf("+") + 1;
  const key = keys.slice(split);
  const held = modifierKeys.filter((modifier) => keys.slice(0, split).includes(`${modifier}+`));
  for (const modifier of held) await keyboard.down(modifier);
  const named = namedKeys.find((name) => name === key);
  await (named === undefined ? keyboard.type(key) : keyboard.press(named));
  for (const modifier of held.toReversed()) await keyboard.up(modifier);
}

/** The values of options that have these values or labels, as soon as the list has them. */
async function optionsOf(list: ElementHandle, wantedOptions: string[], maxMs: number): Promise<string[]> {
  const isList = await list.evaluate((element) => element instanceof HTMLSelectElement);
  if (!isList) throw new StepProblem("it is no list to select from");
  try {
    const handle = await list.frame.waitForFunction(
      (element: Element, names: string[]) => {
        const options = [...element.querySelectorAll("option")];
        const chosen = names.flatMap((name) => {
          const option = options.find(({ value, label }) => value === name || label.trim() === name.trim());
          return option === undefined ? [] : [option.value];
        });
        return chosen.length === names.length && chosen;
      },
      { timeout: maxMs },
      list,
      wantedOptions,
    );
    const values = await handle.jsonValue();
    return values === false ? [] : values;
  } catch (error) {
    if (error instanceof TimeoutError) throw new StepProblem("the list has no such option");
    throw error;
  }
}

/** Scrolls the page to a distance from its top, or to its end. */
function scrollPage(y: number | null): void {
  const { documentElement, scrollingElement } = document;
  scrollTo({ top: y ?? (scrollingElement ?? documentElement).scrollHeight, behavior: "instant" });
}
