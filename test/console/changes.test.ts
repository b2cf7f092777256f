import { expect } from "chai";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useChangedMonitor } from "./support/changedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

/** The newest change on the overview. */
const changeLink = "section[aria-label^='To review'] li a";

describe("a change in the console", function () {
  this.timeout(180_000);
  const service = useConsole({ openBrowser: openSketchBrowser });
  const { newAccount, openAs } = service;
  const changed = useChangedMonitor(service);
  const read = () => changed.read();

  it("comes first on the overview, with its picture, and counts in title, favicon and navigation", async () => {
    const { page, complaints } = await openAs(changed.owner);
    await page.locator("::-p-text(To review (1))").wait();
    await until(() =>
      page.$$eval(
        "section[aria-label^='To review'] img",
        (images) => images.length === 1 && images.every((image) => image.naturalWidth > 0),
      ),
    );
    expect(await page.title()).to.match(/^\(1\) Overview/);
    expect(await page.$eval("link[rel=icon]", (icon) => decodeURIComponent(icon.href))).to.include(">1</text>");
    expect(await page.$eval("nav a[href$='/review']", (link) => link.textContent)).to.equal("To review1");
    expect(complaints).to.deep.equal([]);
  });

  it("opens beside the baseline with equal rows side by side, and steps through its areas by keyboard", async () => {
    const { page, complaints } = await openAs(changed.owner);
    await page.locator(changeLink).click();
    await page.locator("::-p-text(Side by side)").wait();
    const drawn = await until(async () => {
      const pieces = await page.$$eval("figure", (figures) =>
        figures.map((figure) => [...figure.querySelectorAll("img")].map((image) => image.naturalWidth > 0)),
      );
      return pieces.length === 2 && pieces.every((loaded) => loaded.length > 0 && loaded.every(Boolean))
        ? pieces
        : null;
    });
    // The picture after has the inserted block as a piece of its own.
    expect(drawn.map((pieces) => pieces.length)).to.deep.equal([2, 3]);
    await page.keyboard.press("j");
    await page.locator("::-p-text(1 of )").wait();
    expect(new URL(page.url()).searchParams.get("change")).to.equal("0");
    for (const [key, mode] of [
      ["5", "overlay"],
      ["6", "heatmap"],
      ["7", "mask"],
      ["2", "swipe"],
    ] as const) {
      await page.keyboard.press(key);
      await until(() => Promise.resolve(new URL(page.url()).searchParams.get("mode") === mode));
      await page.locator(`[data-mode=${mode}]`).wait();
    }
    expect(complaints).to.deep.equal([]);
  });

  it("opens on a phone as one picture, unless the address names a mode, and its monitor is a low row there", async () => {
    const { page, go } = await openAs(changed.owner);
    await page.setViewport({ width: 390, height: 844 });
    await go("/");
    const row = "section[aria-label=Monitors] li";
    await page.locator(row).wait();
    expect(await page.$eval(row, (item) => item.getBoundingClientRect().height)).to.be.below(130);
    await page.locator(changeLink).click();
    await page.locator("[data-testid=stage][data-mode=swipe] img").wait();
    await page.goto(`${page.url().split("?")[0]}?mode=side`);
    await page.locator("[data-testid=stage][data-mode=side] img").wait();
  });

  it("is found by the state of its monitor in the list", async () => {
    const { page, go, complaints } = await openAs(changed.owner, "/monitors?state=change");
    await page.locator("::-p-aria([name='Shop'][role='link'])").wait();
    await go("/monitors?state=failure");
    await page.locator("main ::-p-text(No monitor matches)").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("has areas that the next run ignores by one key, and that can be undone", async () => {
    const { page, complaints } = await openAs(changed.owner);
    const ignored = async () => (await read()).capture.ignoreRegions ?? [];
    await page.locator(changeLink).click();
    await page.locator("::-p-text(Side by side)").wait();
    await page.keyboard.press("j");
    await page.locator("::-p-aria([name='Ignore this area'][role='button'])").wait();
    await page.keyboard.press("i");
    await page.locator("::-p-text(The next run ignores this area.)").wait();
    const [area] = await until(async () => ((await ignored()).length > 0 ? ignored() : null));
    const { runs }: { runs: MonitorRun[] } = await changed.owner
      .call("GET", `/render/monitors/${changed.id}/runs`)
      .then((reply) => reply.json());
    expect(runs[0]?.result?.regions?.[0]).to.deep.include(area);
    await page.locator("::-p-aria(Undo)").click();
    await until(async () => (await ignored()).length === 0);
    expect(complaints).to.deep.equal([]);
  });

  it("is accepted by one key, and that can be undone", async () => {
    const { page, complaints } = await openAs(changed.owner);
    await page.locator(changeLink).click();
    await page.locator("::-p-aria([name='Accept'][role='button'])").wait();
    const before = (await read()).baselineRunId;
    await page.keyboard.press("y");
    await page.locator("::-p-text(This run is the baseline now.)").wait();
    await until(async () => (await read()).baselineRunId !== before);
    await page.locator("::-p-aria(Undo)").click();
    await until(async () => (await read()).baselineRunId === before);
    expect(complaints).to.deep.equal([]);
  });

  it("is not shown to another account", async () => {
    const { page } = await openAs(await newAccount(), `/monitors/${changed.id}`);
    await page.locator("::-p-text(This was not found)").wait();
    expect(await page.$eval("body", (body) => body.innerText)).not.to.include("Shop");
  });

  it("pauses several monitors at once", async () => {
    const { page, complaints } = await openAs(changed.owner, "/monitors");
    await page.locator("::-p-aria(Choose Shop)").click();
    await page.locator("::-p-aria([name='Pause'][role='button'])").click();
    await page.locator("::-p-text(Paused.)").wait();
    expect((await read()).status).to.equal("paused");
    await page.locator("::-p-aria(Undo)").click();
    await until(async () => (await read()).status === "active");
    expect(complaints).to.deep.equal([]);
  });
});
