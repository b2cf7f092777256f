import { type Browser, launch } from "puppeteer";

/** What the service is measured against: puppeteer alone, the same binary, a new context for each picture and nothing else. */
export type RawPuppeteer = {
  readonly pid: number;
  shoot(url: string): Promise<void>;
  /** The whole page by puppeteer's own option, after one element was removed; where asked for, once it was scrolled through as well. */
  shootFullPage(url: string, removed: string, options?: { scrolled: boolean }): Promise<Uint8Array>;
  close(): Promise<void>;
};

const viewport = { width: 1280, height: 720 };

/** Launches the browser as a careful script of one's own would. */
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

/** What a careful script does so that all of the page is there: a viewport a frame, then it waits for images and transitions. */
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
