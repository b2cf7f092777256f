import { expect } from "chai";
import type { Page } from "puppeteer";
import { until } from "../support/until.ts";
import { useChangedMonitor } from "./support/changedMonitor.ts";
import { countYellow } from "./support/countYellow.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("two pictures in one place", function () {
  this.timeout(180_000);
  const service = useConsole();
  const changed = useChangedMonitor(service);

  async function openMode(mode: string) {
    const { incident } = await changed.read();
    const opened = await service.openAs(changed.owner, `/monitors/${changed.id}/runs/${incident?.runId}?mode=${mode}`);
    await opened.page.locator(`[data-mode=${mode}] img`).wait();
    await until(() => opened.page.$$eval("figure img", (images) => images.every((image) => image.naturalWidth > 0)));
    return opened;
  }
  const slider = "[data-testid=stage] input[type=range]";
  const valueOf = (page: Page) => page.$eval(slider, (input) => Number(input.value));
  const layerPlace = (page: Page) => page.$eval("figure [style*=translate]", (layer) => layer.getAttribute("style"));
  async function stageBox(page: Page) {
    return page.$eval("[data-testid=stage]", (stage) => stage.getBoundingClientRect().toJSON());
  }

  it("are divided by a line that the pointer drags and that does not move the page", async () => {
    const { page, complaints } = await openMode("swipe");
    const { x, y, width, height } = await stageBox(page);
    const place = await layerPlace(page);
    await page.mouse.move(x + width / 2, y + height / 4);
    await page.mouse.down();
    await page.mouse.move(x + width / 4, y + height / 4, { steps: 4 });
    await page.mouse.up();
    expect(await valueOf(page)).to.be.closeTo(0.25, 0.03);
    expect(await layerPlace(page)).to.equal(place);
    const labels = await page.$$eval("figcaption span", (spans) =>
      spans.map((span) => [span.textContent, span.getBoundingClientRect().x]),
    );
    expect(labels.map(([text]) => text)).to.deep.equal(["Before", "After"]);
    expect(Number(labels[1]?.[1])).to.be.above(x + width / 2);
    expect(await findViolations(page)).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  for (const mode of ["swipe", "onion"])
    it(`take the arrow keys in ${mode}`, async () => {
      const { page } = await openMode(mode);
      await page.focus(slider);
      const before = await valueOf(page);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      expect(await valueOf(page)).to.be.closeTo(before + 0.02, 0.001);
      expect(await page.$eval(slider, (input) => input === document.activeElement)).to.equal(true);
    });

  it("show inserted rows on the side of the picture that has them", async () => {
    const { page } = await openMode("swipe");
    const stage = await page.waitForSelector("[data-testid=stage]");
    const shot = await until(async () => {
      const png = await stage?.screenshot();
      return png !== undefined && (await countYellow(png, "right")) > 1_000 ? png : null;
    });
    expect(await countYellow(shot, "left")).to.equal(0);
  });

  it("never leave the view, and the toolbar keeps its height in every mode", async () => {
    const { page } = await openMode("side");
    const heightOf = () => page.$eval("[role=toolbar][aria-label=View]", (bar) => bar.getBoundingClientRect().height);
    const height = await heightOf();
    for (const [key, mode] of [
      ["2", "swipe"],
      ["3", "onion"],
      ["4", "blink"],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(`[data-mode=${mode}]`).wait();
      expect(await heightOf(), mode).to.equal(height);
    }
    const place = await layerPlace(page);
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("ArrowRight");
    expect(await layerPlace(page)).to.equal(place);
    const { x, y, width, height: stageHeight } = await stageBox(page);
    await page.mouse.move(x + width / 2, y + stageHeight / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 2, y + stageHeight / 2, { steps: 4 });
    await page.mouse.up();
    expect(await layerPlace(page)).to.equal(place);
  });
});
