import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { PageChange } from "#schemas/monitor/pageChange.ts";
import { changeEntry, completeRun, findingsOf, project } from "../api/support/reviewedRuns.ts";
import type { Caller } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

/** Runs of these tests have no pictures. */
const isForeign = (complaint: string): boolean => !complaint.includes("/outputs/screenshot");

describe("the screen to review", function () {
  this.timeout(180_000);
  const { pipeline, newAccount, openAs } = useConsole();

  /** An account with paused monitors and their changes: the oldest first, each by its monitor's name and mode. */
  async function accountWith(changes: readonly (readonly [name: string, mode: "rolling" | "fixed"])[]) {
    const owner = await newAccount();
    for (const [name, baselineMode] of changes) {
      const body = { name, url: "https://example.com/", intervalMinutes: 60, baselineMode, status: "paused" };
      const created: { monitor: Monitor } = await (await owner.call("POST", "/render/monitors", body)).json();
      const runId = await completeRun(pipeline.database, created.monitor.id, findingsOf(["€ 39.00", "€ 34.00"]));
      await project(pipeline.database, created.monitor.id, [changeEntry(runId)]);
    }
    return owner;
  }
  const list = async (owner: Caller, query = ""): Promise<PageChange[]> => {
    const reply: { changes: PageChange[] } = await (await owner.call("GET", `/changes${query}`)).json();
    return reply.changes;
  };
  const titles = (page: Page): Promise<string[]> =>
    page.$$eval("main ol li p a", (links) => links.map((link) => link.textContent ?? ""));
  const shows = (page: Page, names: readonly string[]) =>
    until(async () => JSON.stringify(await titles(page)) === JSON.stringify(names));
  const current = (page: Page): Promise<string> =>
    page.$eval("main li[aria-current=true] p a", (link) => link.textContent ?? "");

  it("is worked by the keyboard alone: move, seen, undo, keep with a reason, open", async () => {
    const owner = await accountWith([
      ["Toaster", "fixed"],
      ["Kettle", "rolling"],
      ["Lamp", "rolling"],
    ]);
    const { page, complaints } = await openAs(owner);
    await page.locator("::-p-text(To review (3))").wait();
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await shows(page, ["Lamp", "Kettle", "Toaster"]);
    expect(await page.title()).to.match(/^\(3\) To review/);
    expect(await page.$eval("main ol li", (entry) => entry.textContent)).to.include("€ 39.00 → € 34.00");
    await page.keyboard.press("j");
    expect(await current(page)).to.equal("Kettle");
    await page.keyboard.press("y");
    await shows(page, ["Lamp", "Toaster"]);
    expect(await current(page)).to.equal("Toaster");
    await until(async () => (await list(owner, "?state=seen")).length === 1);
    await until(async () => (await page.title()).startsWith("(2)"));
    await page.keyboard.press("u");
    await shows(page, ["Lamp", "Kettle", "Toaster"]);
    await until(async () => (await list(owner, "?state=seen")).length === 0);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("n");
    await page.locator("::-p-aria([name='Reason'][role='textbox'])").wait();
    await page.keyboard.type("Only a test");
    await page.keyboard.press("Enter");
    await shows(page, ["Lamp", "Kettle"]);
    const [kept] = await until(async () => {
      const seen = await list(owner, "?state=seen");
      return seen.length === 1 && seen;
    });
    expect(kept).to.include({ title: "Toaster", decision: "kept", note: "Only a test" });
    await page.keyboard.press("k");
    await page.keyboard.press("o");
    await page.locator("h1::-p-text(Lamp)").wait();
    expect(complaints.filter(isForeign)).to.deep.equal([]);
  });

  it("accepts a fixed baseline by one key, and returns to the old one by undo", async () => {
    const owner = await accountWith([["Toaster", "fixed"]]);
    const [change] = await list(owner);
    const { page } = await openAs(owner, "/review");
    await shows(page, ["Toaster"]);
    const baseline = async () =>
      (await pipeline.database.monitors.findOne({ _id: change?.monitorId ?? "" }))?.pinned?.runId;
    await page.keyboard.press("y");
    await page.locator("::-p-text(Nothing to review)").wait();
    await until(async () => (await list(owner))[0]?.decision === "accepted");
    await until(async () => (await baseline()) === change?.id);
    await page.locator("::-p-aria(Undo)").click();
    await shows(page, ["Toaster"]);
    await until(async () => (await list(owner, "?state=unseen")).length === 1);
  });

  it("marks all as seen at once, undoes that, and lists what was seen with a way back", async () => {
    const owner = await accountWith([
      ["Toaster", "fixed"],
      ["Kettle", "rolling"],
    ]);
    const { page, complaints, go } = await openAs(owner, "/review");
    await page.locator("::-p-aria([name='Mark all seen'][role='button'])").click();
    await page.locator("::-p-text(Nothing to review)").wait();
    await until(async () => !(await page.title()).startsWith("("));
    await page.locator("::-p-aria(Undo)").click();
    await shows(page, ["Kettle", "Toaster"]);
    await page.keyboard.press("y");
    await until(async () => (await list(owner, "?state=seen")).length === 1);
    await go("/review?state=seen");
    await shows(page, ["Kettle"]);
    await page.locator("::-p-aria([name='To review'][role='button'])").click();
    await until(async () => (await list(owner, "?state=seen")).length === 0);
    expect(complaints.filter(isForeign)).to.deep.equal([]);
  });

  it("has one button on the page of a run with a rolling baseline, and two with a fixed one", async () => {
    const owner = await accountWith([
      ["Toaster", "fixed"],
      ["Kettle", "rolling"],
    ]);
    const [rolling, fixed] = await list(owner);
    const { page, go } = await openAs(owner, `/monitors/${rolling?.monitorId}/runs/${rolling?.id}`);
    await page.locator("::-p-aria([name='Seen'][role='button'])").wait();
    expect(await page.$("::-p-aria([name='Accept'][role='button'])")).to.equal(null);
    await page.keyboard.press("y");
    await until(async () => (await list(owner, "?state=seen")).length === 1);
    await go(`/monitors/${fixed?.monitorId}/runs/${fixed?.id}`);
    await page.locator("::-p-aria([name='Accept'][role='button'])").wait();
    // It is there once the change is read, after the run.
    await page.locator("::-p-aria([name='Keep old'][role='button'])").wait();
    await page.keyboard.press("n");
    await page.locator("::-p-aria([name='Reason'][role='textbox'])").wait();
    await page.keyboard.press("Enter");
    await until(async () => (await list(owner, "?state=seen")).length === 2);
    expect((await list(owner)).map(({ decision }) => decision)).to.deep.equal(["seen", "kept"]);
  });

  it("fits a phone, has no barrier, and takes a note", async () => {
    const owner = await accountWith([["A kettle with a name that is long enough to fill more than one line", "fixed"]]);
    const { page } = await openAs(owner, "/review");
    await page.setViewport({ width: 390, height: 844 });
    await page.locator("::-p-text(Keep old)").wait();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(390);
    expect(await findViolations(page)).to.deep.equal([]);
    await page.locator("main ol ::-p-text(Note)").click();
    await page.locator("::-p-aria([name='Note'][role='textbox'])").fill("Ask the shop");
    await page.keyboard.press("Enter");
    await page.locator("main ol ::-p-text(Ask the shop)").wait();
  });
});
