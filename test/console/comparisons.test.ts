import { expect } from "chai";
import type { DiffList } from "#schemas/diffReply.ts";
import type { Static } from "typebox";
import type { Caller } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { changeHooked, readMonitor } from "./support/hookedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

describe("comparisons in the console", function () {
  this.timeout(180_000);
  const service = useConsole({ openBrowser: openSketchBrowser });
  const { newAccount, openAs, site } = service;

  async function list(owner: Caller): Promise<Static<typeof DiffList>["diffs"]> {
    const reply: Static<typeof DiffList> = await (await owner.call("GET", "/render/diff")).json();
    return reply.diffs;
  }

  it("compare two addresses by a form, and show what differs", async () => {
    site.show("/old", shopPage("Old shop"));
    site.show("/new", shopPage("Old shop", '<p style="background:#fc0;padding:30px">Winter sale</p>'));
    const owner = await newAccount();
    const { page, go, complaints } = await openAs(owner, "/comparisons");
    await page.locator("main ::-p-text(No comparisons yet)").wait();
    await go("/comparisons/new");
    await page.locator("::-p-aria([name='Before'][role='textbox'])").fill(site.url("/old"));
    await page.locator("::-p-aria([name='After'][role='textbox'])").fill(site.url("/new"));
    await page.locator("::-p-aria([name='Compare'][role='button'])").click();
    await page.locator("main ::-p-text(Side by side)").setTimeout(60_000).wait();
    await until(() =>
      page.$$eval("figure", (figures) =>
        figures.every((figure) => [...figure.querySelectorAll("img")].some((image) => image.naturalWidth > 0)),
      ),
    );
    await page.keyboard.press("j");
    await until(() => Promise.resolve(new URL(page.url()).searchParams.get("change") === "0"));
    await go("/comparisons");
    await page.locator(`main td a::-p-text(${site.url("/old")} → ${site.url("/new")})`).wait();
    expect(complaints).to.deep.equal([]);
    const stranger = await openAs(await newAccount(), "/comparisons");
    await stranger.page.locator("main ::-p-text(No comparisons yet)").wait();
  });

  it("compare two runs of a monitor without a second charge for the same pair", async () => {
    const { owner, id } = await changeHooked(service);
    // Comparisons of pictures take rectangles alone.
    const capture = { ignoreRegions: [{ selector: ".nothing" }, { x: 0, y: 0, width: 2, height: 2 }] };
    expect((await owner.call("PATCH", `/render/monitors/${id}`, { capture })).status).to.equal(200);
    const { page, go, complaints } = await openAs(owner, `/monitors/${id}`);
    const opened: string[] = [];
    // The two newest runs found the change and confirmed it, both against the first run.
    for (const _ of [1, 2]) {
      await go(`/monitors/${id}`);
      const boxes = "main tbody input[type=checkbox]";
      await page.locator(boxes).wait();
      for (const box of (await page.$$(boxes)).slice(0, 2)) await box.click();
      await page.locator("::-p-aria([name='Compare for one credit'][role='button'])").click();
      await page.locator("main ::-p-text(Side by side)").setTimeout(60_000).wait();
      opened.push(new URL(page.url()).pathname);
    }
    expect(opened[0])
      .to.match(/comparisons/)
      .and.equal(opened[1]);
    const [made, ...more] = await list(owner);
    expect(more).to.deep.equal([]);
    expect(made?.credits.net).to.equal(1);
    expect(made?.before).to.include({ monitorId: id });
    expect(made?.result).to.include({ changed: false });
    expect(JSON.stringify(made)).not.to.include("/hooked");
    expect(complaints).to.deep.equal([]);
  });

  it("open a run beside its baseline for nothing, with the messages about it", async () => {
    const { owner, id } = await changeHooked(service);
    const { page } = await openAs(owner, `/monitors/${id}`);
    const runId = (await readMonitor(owner, id)).incident?.runId ?? "";
    const boxOf = (run: string) => `main tr:has(a[href$="${run}"]) input[type=checkbox]`;
    const first = (await readMonitor(owner, id)).recentRuns.at(-1)?.id ?? "";
    await page.locator(boxOf(runId)).click();
    await page.locator(boxOf(first)).click();
    await page.locator("::-p-aria([name='Compare'][role='button'])").click();
    await page.locator("section[aria-label='Messages about this run'] a::-p-text(Webhook)").wait();
    await page.locator("section[aria-label='Messages about this run'] li::-p-text(change found)").wait();
    expect(page.url()).to.include(`/runs/${runId}`);
    expect(await list(owner)).to.deep.equal([]);
    await page.locator("section[aria-label='Messages about this run'] a::-p-text(Webhook)").click();
    await page.locator("::-p-text(Deliver again)").wait();
  });
});
