import type { Page } from "puppeteer";
import { until } from "../../support/until.ts";

/** A way to use a screen. Texts are typed at both, and `clicks` counts presses of a mouse. */
export type Hands = {
  /** Presses a button or a link by its name. */
  press(name: string): Promise<void>;
  /** Opens a tab of the screen; `first` is the one that is open. */
  openTab(tab: { name: string; first: string }): Promise<void>;
  /** Follows the link that a selector finds. */
  follow(selector: string): Promise<void>;
  /** Chooses the `nth` option of a choice whose options all show, from 1; `chosen` is the option before. */
  pick(option: { name: string; chosen: string; nth: number }): Promise<void>;
  /** Enters a text into a field by its label. */
  fill(label: string, text: string): Promise<void>;
  clicks(): number;
};

/** Hands with a mouse. */
export function mouse(page: Page): Hands {
  let clicks = 0;
  const click = async (selector: string): Promise<void> => {
    await page.locator(selector).click();
    clicks += 1;
  };
  return {
    press: (name) => click(`::-p-xpath((//a|//button)[@aria-label="${name}" or normalize-space(.)="${name}"])`),
    openTab: ({ name }) => click(`[role=tab]::-p-text(${name})`),
    follow: click,
    pick: ({ name }) => click(`label::-p-text(${name})`),
    async fill(label, text) {
      await page.locator(`::-p-aria([name='${label}'][role='textbox'])`).fill(text);
    },
    clicks: () => clicks,
  };
}

/** Milliseconds to reach an element of a screen that may still load. */
const maxReachMs = 30_000;

/** Hands on a keyboard alone. */
export function keyboard(page: Page): Hands {
  /** Names of the element that has the focus: its label and its text. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return [];
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      return [element.getAttribute("aria-label"), element.innerText, ...labels.map((label) => label.textContent)].map(
        (text) => (text ?? "").replaceAll(/\s+/g, " ").trim(),
      );
    });
  const reach = async (name: string): Promise<void> => {
    await until(async () => {
      await page.keyboard.press("Tab");
      return (await focused()).includes(name);
    }, maxReachMs);
  };
  return {
    async press(name) {
      await reach(name);
      await page.keyboard.press("Enter");
    },
    async openTab({ name, first }) {
      await reach(first);
      await until(async () => {
        await page.keyboard.press("ArrowRight");
        return (await focused()).includes(name);
      }, maxReachMs);
    },
    async follow(selector) {
      await page.locator(selector).wait();
      await until(async () => {
        await page.keyboard.press("Tab");
        return page.$eval(selector, (element) => element === document.activeElement);
      }, maxReachMs);
      await page.keyboard.press("Enter");
    },
    async pick({ chosen, nth }) {
      await reach(chosen);
      for (let step = 1; step < nth; step += 1) await page.keyboard.press("ArrowDown");
    },
    async fill(label, text) {
      await reach(label);
      await page.keyboard.type(text);
    },
    clicks: () => 0,
  };
}
