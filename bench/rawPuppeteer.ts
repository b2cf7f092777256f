import { type Browser, launch, type Page } from "puppeteer";

/** Puppeteer alone: the same browser, a new context for each picture and nothing else. */
export type RawPuppeteer = {
  readonly pid: number;
  shoot(url: string): Promise<void>;
  /** The same as PNG. */
  shootPng(url: string): Promise<Uint8Array>;
  /** A PNG of the page two seconds after it has loaded, with endless animations at their begin. */
  shootSettled(url: string): Promise<Uint8Array>;
  /**
   * A full-page picture by puppeteer's own option. One element is removed first; `scrolled` scrolls through the page
   * first.
   */
  shootFullPage(url: string, removed: string, options?: { scrolled: boolean }): Promise<Uint8Array>;
  close(): Promise<void>;
};

const viewport = { width: 1280, height: 720 };

/** Launches the browser as a careful script would. */
export async function rawPuppeteer(executablePath: string): Promise<RawPuppeteer> {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser: Browser = await launch({ executablePath, headless: "shell", pipe: true, args });
  const shootPng = async (url: string, settle?: (page: Page) => Promise<void>): Promise<Uint8Array> => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport(viewport);
    await page.goto(url, { waitUntil: "load" });
    await settle?.(page);
    const picture = await page.screenshot({ type: "png" });
    await context.close();
    return picture;
  };
  return {
    shootPng: (url) => shootPng(url),
    shootSettled: (url) => shootPng(url, settlePage),
    pid: browser.process()?.pid ?? 0,
    async shoot(url) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(viewport);
      await page.goto(url, { waitUntil: "load" });
      const picture = await page.screenshot({ type: "jpeg", quality: 80 });
      if (picture.byteLength < 1000) throw new Error("puppeteer gave no picture");
      await context.close();
    },
    async shootFullPage(url, removed, { scrolled } = { scrolled: false }) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(viewport);
      await page.goto(url, { waitUntil: "load" });
      await page.$eval(removed, (element) => element.remove());
      if (scrolled) await page.evaluate(scrollThrough);
      const picture = await page.screenshot({ type: "jpeg", quality: 80, fullPage: true });
      await context.close();
      return picture;
    },
    close: () => browser.close(),
  };
}

/** Waits until every picture and animation has come to its end. Endless animations are taken back to their begin. */
async function settlePage(page: Page): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
  });
}

/**
 * Scrolls through the page as a careful script would: one viewport per frame, then it waits for images and transitions.
 */
async function scrollThrough(): Promise<void> {
  for (let top = 0; top <= document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo(0, top);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  scrollTo(0, 0);
  for (const image of document.images)
    if (!image.complete)
      await new Promise((resolve) => ["load", "error"].map((type) => image.addEventListener(type, resolve)));
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
}
