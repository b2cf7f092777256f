import { expect } from "chai";
import type { Page } from "puppeteer";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { plainHost, useConsole } from "./support/useConsole.ts";

const warning = "::-p-aria([role='note'])";

/** The note's box, and whether the page is wider than its window. */
const layoutOf = (page: Page) =>
  page.$eval("[role=note]", (note) => ({
    text: note.textContent,
    isInside: note.getBoundingClientRect().right <= innerWidth && note.getBoundingClientRect().left >= 0,
    isTooWide: document.documentElement.scrollWidth > innerWidth,
  }));

describe("the log-in page on plain http", function () {
  this.timeout(60_000);
  const { pipeline, openPage } = useConsole({ openBrowser: openSketchBrowser });

  it("warns beyond loopback, on wide and narrow windows, light and dark", async () => {
    const { page } = await openPage();
    const { port } = new URL(pipeline.apiUrl);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      for (const value of ["light", "dark"]) {
        await page.setViewport({ width, height });
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
        await page.goto(`http://${plainHost}:${port}/console/login`);
        await page.locator(warning).wait();
        const { text, ...layout } = await layoutOf(page);
        expect(text).to.match(/plain http.*Use https/s);
        expect(layout).to.deep.equal({ isInside: true, isTooWide: false });
      }
    }
  });

  it("does not warn on loopback", async () => {
    const { page, complaints } = await openPage();
    await page.locator("::-p-aria([name='Log in'][role='button'])").wait();
    expect(await page.$(warning)).to.equal(null);
    expect(complaints.filter((text) => !text.includes("401"))).to.deep.equal([]);
  });

  it("says why, if another port of the host has set a second cookie", async () => {
    const { page, go } = await openPage();
    const { hostname: domain } = new URL(pipeline.apiUrl);
    const cookie = { name: "watchframe", value: "x".repeat(43), domain };
    await page.browserContext().setCookie({ ...cookie, path: "/" }, { ...cookie, path: "/sessions" });
    await go("/");
    await page.locator("::-p-text(two session cookies)").wait();
  });
});
