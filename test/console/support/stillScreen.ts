import type { Page } from "puppeteer";
import type { Box } from "#schemas/diff.ts";
import { until } from "../../support/until.ts";

/** The time at which every page of a visual test stands still. */
export const stillTime = new Date("2026-03-02T09:00:00Z");

/** A size and a theme of a screen. */
export type Look = { width: 1440 | 390; theme: "light" | "dark" };

/** The two sizes in both themes. */
export const looks: readonly Look[] = [1440, 390].flatMap((width): Look[] =>
  (["light", "dark"] as const).map((theme) => ({ width: width === 390 ? 390 : 1440, theme })),
);

/** Makes every later document of a page look the same on each machine: its time, zone, platform and motion. */
export async function keepStill(page: Page): Promise<void> {
  await page.emulateTimezone("UTC");
  await page.evaluateOnNewDocument((now) => {
    const Real = Date;
    globalThis.Date = new Proxy(Real, {
      construct: (target, values) => Reflect.construct(target, values.length === 0 ? [now] : values),
      get: (target, name) => (name === "now" ? () => now : Reflect.get(target, name)),
    });
    Object.defineProperty(navigator, "platform", { value: "Linux x86_64" });
  }, stillTime.getTime());
}

/** Shows a look of the loaded screen. Text is in the console's own font, because machines have different other fonts. */
export async function show(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewport({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: theme },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.evaluate(() => {
    document.documentElement.style.setProperty("--font-mono", "var(--font)");
    document.documentElement.style.caretColor = "transparent";
    scrollTo(0, 0);
  });
}

/** A picture of the part in view, once all of it is there and two pictures in a row are equal. */
export async function takeStill(page: Page): Promise<Uint8Array> {
  await until(() =>
    page.evaluate(async () => {
      await document.fonts.ready;
      const isInView = (element: Element): boolean => {
        const { top, bottom } = element.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      };
      const images = [...document.images].filter(isInView);
      return (
        document.querySelector("[aria-busy=true]") === null &&
        images.every((image) => image.complete && image.naturalWidth > 0) &&
        document.getAnimations().every(({ playState }) => playState !== "running")
      );
    }),
  );
  let last = await page.screenshot();
  return until(async () => {
    const next = await page.screenshot();
    const isStill = Buffer.compare(last, next) === 0;
    last = next;
    return isStill && next;
  });
}

/** The boxes of elements whose text is another on each run, such as addresses with a port. */
export function boxesOf(page: Page, selectors: readonly string[]): Promise<Box[]> {
  if (selectors.length === 0) return Promise.resolve([]);
  return page.$$eval(selectors.join(), (elements) =>
    elements
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height, top }) => width > 0 && height > 0 && top < innerHeight)
      .map(({ x, y, width, height }) => ({
        x: Math.max(0, Math.floor(x)),
        y: Math.max(0, Math.floor(y)),
        width: Math.ceil(width) + 1,
        height: Math.ceil(height) + 1,
      })),
  );
}
