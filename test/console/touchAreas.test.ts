import { expect } from "chai";
import type { Page } from "puppeteer";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { useConsole } from "./support/useConsole.ts";

type Point = { x: number; y: number };

const stage = "[data-testid=areas]";

describe("areas drawn with a finger on a phone", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });

  /** Opens the step with the areas on a phone, and waits for its picture. */
  async function openAreas(): Promise<{ page: Page; complaints: string[] }> {
    site.show("/phone", shopPage("Phone"));
    const owner = await newAccount();
    const job = await owner.render({ url: site.url("/phone"), screenshot: true, format: "png" });
    const { page, complaints, go } = await openAs(owner);
    await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
    await go(`/monitors/new?url=${encodeURIComponent(site.url("/phone"))}&step=ignore&test=${job.id}`);
    await page.locator(`${stage} img`).wait();
    await until(() => page.$eval(`${stage} img`, (image) => image instanceof HTMLImageElement && image.complete));
    await page.$eval(stage, (element) => element.scrollIntoView({ block: "start" }));
    return { page, complaints };
  }

  it("are drawn, moved and resized, and a finger scrolls otherwise", async () => {
    const { page, complaints } = await openAreas();
    const { x, y } = await boxOf(page, stage);
    await drag(page, { x: x + 40, y: y + 100 }, { x: 0, y: -60 });
    expect(await page.$$(`${stage} button`)).to.deep.equal([]);

    await page.locator("::-p-aria([name='Draw with a finger'][role='button'])").click();
    await page.locator("::-p-text(Now drag over the picture.)").wait();
    const start = await boxOf(page, stage);
    await drag(page, { x: start.x + 40, y: start.y + 30 }, { x: 120, y: 60 });
    const drawn = await until(() => areaOf(page));
    const scale = 1280 / start.width;
    expect(drawn.width).to.be.closeTo(120 * scale, 2 * scale);
    expect(drawn.height).to.be.closeTo(60 * scale, 2 * scale);

    await drag(page, await middleOf(page, `${stage} button`), { x: 30, y: 40 });
    const moved = await until(async () => {
      const area = await areaOf(page);
      return area !== null && area.y !== drawn.y && area;
    });
    expect(moved.x - drawn.x).to.be.closeTo(30 * scale, 2 * scale);
    expect(moved.y - drawn.y).to.be.closeTo(40 * scale, 2 * scale);
    expect(moved).to.include({ width: drawn.width, height: drawn.height });

    await drag(page, await middleOf(page, `${stage} [data-corner]`), { x: 50, y: 20 });
    const resized = await until(async () => {
      const area = await areaOf(page);
      return area !== null && area.width !== moved.width && area;
    });
    expect(resized).to.include({ x: moved.x, y: moved.y });
    expect(resized.width - moved.width).to.be.closeTo(50 * scale, 2 * scale);
    expect(resized.height - moved.height).to.be.closeTo(20 * scale, 2 * scale);

    await drag(page, { x: start.x + 10, y: start.y + 10 }, { x: 20, y: 20 });
    expect(await page.$$(`${stage} button`)).to.have.lengthOf(1);
    expect(complaints).to.deep.equal([]);
  });
});

/** Puts a finger on a point, moves it by some pixels of the screen, and lifts it. */
async function drag(page: Page, from: Point, by: Point): Promise<void> {
  const steps = 5;
  const touch = await page.touchscreen.touchStart(from.x, from.y);
  for (let step = 1; step <= steps; step += 1) {
    await touch.move(from.x + (by.x * step) / steps, from.y + (by.y * step) / steps);
  }
  await touch.end();
}

const boxOf = (page: Page, selector: string): Promise<DOMRect> =>
  page.$eval(selector, (element) => element.getBoundingClientRect().toJSON());

async function middleOf(page: Page, selector: string): Promise<Point> {
  const { x, y, width, height } = await boxOf(page, selector);
  return { x: x + width / 2, y: y + height / 2 };
}

/** The only area by its name, in pixels of the picture. Null if there is none. */
async function areaOf(page: Page): Promise<{ width: number; height: number; x: number; y: number } | null> {
  const names = await page.$$eval(`${stage} button`, (areas) => areas.map((area) => area.ariaLabel ?? ""));
  const found = /(\d+) × (\d+) px at (\d+), (\d+)/.exec(names[0] ?? "");
  if (found === null) return null;
  const [width = 0, height = 0, x = 0, y = 0] = found.slice(1).map(Number);
  return { width, height, x, y };
}
