import { expect } from "chai";
import type { Page } from "puppeteer";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useChangedMonitor } from "./support/changedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

/** The ids of the events after which the page resumes its event stream, as they come. */
async function collectResumes(page: Page): Promise<string[]> {
  const ids: string[] = [];
  const devtools = await page.createCDPSession();
  await devtools.send("Network.enable");
  devtools.on("Network.requestWillBeSentExtraInfo", ({ headers }) => {
    const id = headers["Last-Event-ID"];
    if (id !== undefined) ids.push(id);
  });
  return ids;
}

describe("the console while the API is away", function () {
  this.timeout(180_000);
  const service = useConsole({ openBrowser: openSketchBrowser });
  const { pipeline, openAs } = service;
  const changed = useChangedMonitor(service);

  const update = async (changes: object): Promise<void> => {
    const reply = await changed.owner.call("PATCH", `/render/monitors/${changed.id}`, changes);
    expect(reply.status).to.equal(200);
  };

  it("says so, keeps what it shows, and recovers by itself", async () => {
    const { page, complaints } = await openAs(changed.owner);
    const resumedAfter = await collectResumes(page);
    const open = "::-p-text(To review (1))";
    const away = "[role=status] ::-p-text(The API can’t be reached.)";
    await page.locator(open).wait();
    const shown = await page.$eval("main section", (section) => section.textContent);
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));

    await pipeline.stopApi();
    await page.locator(away).wait();
    // A screen whose code is not loaded yet waits for the API. The screen before it stays.
    await page.locator("::-p-aria([name='Usage'][role='link'])").click();
    expect(await page.$eval("main section", (section) => section.textContent)).to.equal(shown);
    expect(await page.$("main [role=alert]")).to.equal(null);

    // A change while the API is away.
    await pipeline.database.monitors.updateOne({ _id: changed.id }, { $set: { "spec.name": "Harbour" } });
    await pipeline.startApi();
    await until(async () => (await page.$(away)) === null);
    await page.locator("h1::-p-text(Usage)").wait();
    await page.locator("::-p-aria([name='Overview'][role='link'])").click();
    await page.locator(open).wait();
    await page.locator("::-p-aria([name='Harbour'][role='link'])").wait();
    await until(() => Promise.resolve(resumedAfter.length > 0));
    expect(Number(resumedAfter[0])).to.be.above(0);

    // The stream works again: a change arrives although nothing polls.
    await update({ name: "Pier" });
    await page.locator("::-p-aria([name='Pier'][role='link'])").wait();
    expect(await page.evaluate(() => Reflect.get(globalThis, "isSameDocument"))).to.equal(true);
    expect(complaints.filter((complaint) => !/ERR_|Failed to load/.test(complaint))).to.deep.equal([]);
  });

  it("refuses an action at once, and says why", async () => {
    await update({ status: "paused" });
    const { page } = await openAs(changed.owner, `/monitors/${changed.id}`);
    const resume = page.locator("::-p-aria([name='Resume'][role='button'])");
    await resume.wait();
    await pipeline.stopApi();
    await resume.click();
    await page.locator("[role=alertdialog] ::-p-text(The API can't be reached)").wait();
    await pipeline.startApi();
    await until(async () => (await page.$("[role=status] ::-p-text(The API can’t be reached.)")) === null);
    await resume.click();
    await page.locator("::-p-aria([name='Pause'][role='button'])").wait();
  });
});
