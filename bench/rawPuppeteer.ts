import { type Browser, launch } from "puppeteer";

/** Puppeteer alone: the same browser, a new context for each picture and nothing else. */
export type RawPuppeteer = {
  readonly pid: number;
  shoot(url: string): Promise<void>;
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
  return {
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
