import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useChangedMonitor } from "./support/changedMonitor.ts";
import { changeHooked, createMonitor, readMonitor } from "./support/hookedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

describe("a monitor's tabs in the console", function () {
  this.timeout(180_000);
  const service = useConsole();
  const { newAccount, openAs, site } = service;
  const changed = useChangedMonitor(service);

  it("show each run in a chart and a table, with the change marked", async () => {
    const { page, complaints } = await openAs(changed.owner, `/monitors/${changed.id}`);
    await page.locator("main table a").wait();
    const verdicts = await page.$$eval("main tbody tr", (rows) => rows.map((row) => row.innerText));
    expect(verdicts.some((row) => row.includes("Changed") && row.includes("%"))).to.equal(true);
    expect(verdicts.some((row) => row.includes("First capture") && row.includes("Baseline"))).to.equal(true);
    // The first capture has no difference, and a confirmation belongs to its run.
    expect(verdicts.some((row) => row.includes("To confirm"))).to.equal(true);
    expect(await page.$("main figure")).to.equal(null);
    await until(
      async () => (await changed.owner.call("POST", `/render/monitors/${changed.id}/run`, {})).status === 202,
    );
    await page.locator("main figure ::-p-text(Changed: 2)").setTimeout(60_000).wait();
    await page.locator("main figure .recharts-line path").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("keep the tab in the address, and list incidents and baselines with links to their runs", async () => {
    const { page, complaints } = await openAs(changed.owner, `/monitors/${changed.id}`);
    await page.locator("::-p-aria([name='Incidents'][role='tab'])").click();
    await page.locator("main td::-p-text(Still open)").wait();
    expect(new URL(page.url()).searchParams.get("tab")).to.equal("incidents");
    await page.locator("::-p-aria([name='Baselines'][role='tab'])").click();
    await page.locator("main td::-p-text(The first run)").wait();
    await page.locator("main td::-p-text(In use)").wait();
    await page.reload();
    await page.locator("main td a::-p-text(See the run)").click();
    await page.locator("::-p-text(There is nothing to compare)").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("change the settings, and keep what was not touched", async () => {
    const { page, complaints } = await openAs(changed.owner, `/monitors/${changed.id}?tab=settings`);
    const before = await changed.read();
    await page.locator("::-p-aria([name='Name'][role='textbox'])").click({ count: 3 });
    await page.keyboard.type("Winter shop");
    await page.locator("::-p-aria([name='Change threshold, % of the picture'][role='textbox'])").fill("2.5");
    await page.locator("::-p-aria([name='Tags'][role='textbox'])").click({ count: 3 });
    await page.keyboard.type("shop, winter");
    await page.locator("::-p-aria([name='Save'][role='button'])").click();
    await page.locator("h1::-p-text(Winter shop)").wait();
    const after = await changed.read();
    expect(after).to.deep.include({ name: "Winter shop", changeThreshold: 0.025, tags: ["shop", "winter"] });
    expect(after).to.deep.include({ alerts: before.alerts, intervalMinutes: 60, baselineMode: "fixed" });
    expect(complaints).to.deep.equal([]);
  });

  it("change what runs ignore, and keep the baseline", async () => {
    const { page, complaints } = await openAs(changed.owner, `/monitors/${changed.id}?tab=settings`);
    const { baselineRunId } = await changed.read();
    const press = (name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
    const ignored = async () => (await changed.read()).capture.ignoreRegions ?? [];
    await press("Add an area");
    await press("Save what to ignore");
    await until(async () => (await ignored()).length === 1);
    await press("Remove area 1");
    await page.locator("::-p-aria([name='Elements to ignore'][role='textbox'])").fill(".clock");
    await press("Save what to ignore");
    await until(async () => JSON.stringify(await ignored()) === '[{"selector":".clock"}]');
    expect((await changed.read()).baselineRunId).to.equal(baselineRunId);
    expect(complaints).to.deep.equal([]);
  });

  it("list the deliveries about this monitor only", async () => {
    const hooked = await changeHooked(service);
    const quiet = await createMonitor(hooked.owner, { name: "Quiet", url: site.url("/shop") });
    const { page, go, complaints } = await openAs(hooked.owner, `/monitors/${hooked.id}?tab=deliveries`);
    await page.locator("main td a::-p-text(Change found)").wait();
    const rows = await page.$$eval("main tbody tr", (all) => all.map((row) => row.innerText));
    expect(rows.filter((row) => row.includes("Webhook"))).to.have.lengthOf(1);
    expect(rows.filter((row) => row.includes("Mail to"))).to.have.lengthOf(1);
    await go(`/monitors/${quiet}?tab=deliveries`);
    await page.locator("main ::-p-text(No deliveries yet)").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("delete a monitor after a question", async () => {
    site.show("/short", "<title>Short</title>");
    const owner = await newAccount();
    const id = await createMonitor(owner, { name: "Short-lived", url: site.url("/short") });
    const { page } = await openAs(owner, `/monitors/${id}?tab=settings`);
    await page.locator("::-p-aria([name='Delete the monitor …'][role='button'])").click();
    await page.locator("[role=dialog] button::-p-text(Delete the monitor)").click();
    await page.locator("::-p-text(No monitors yet)").wait();
    expect((await owner.call("GET", `/render/monitors/${id}`)).status).to.equal(404);
  });

  it("show nothing to another account", async () => {
    const { page } = await openAs(await newAccount(), `/monitors/${changed.id}?tab=incidents`);
    await page.locator("::-p-text(This was not found)").wait();
    expect(await page.$$("[role=tab]")).to.deep.equal([]);
  });
});

describe("the capture of a monitor in the console", function () {
  this.timeout(180_000);
  const { newAccount, openAs, site } = useConsole({ openBrowser: openSketchBrowser });

  it("has every option, in a new monitor and in its settings", async () => {
    site.show("/short", "<title>Short</title>");
    const owner = await newAccount();
    const { page, complaints } = await openAs(owner, `/monitors/new?url=${encodeURIComponent(site.url("/short"))}`);
    const press = (name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
    const field = (name: string) => page.locator(`::-p-aria([name='${name}'][role='textbox'])`);
    await page.locator("summary::-p-text(Size and look)").click();
    await field("Width, pixels").fill("99");
    await press("Watch the page");
    await page.locator("span::-p-text(must be at least 100)").wait();
    await field("Width, pixels").click({ count: 3 });
    await page.keyboard.type("640");
    await page.locator("summary::-p-text(Visitor)").click();
    await field("Headers").fill("X-Shop: secret-header");
    await press("Watch the page");
    await page.locator("h1::-p-text(/short)").wait();
    const [, id = ""] = /\/monitors\/([^/?]+)/.exec(page.url()) ?? [];
    expect((await readMonitor(owner, id)).capture).to.include({ width: 640 });

    await page.locator("::-p-aria([name='Settings'][role='tab'])").click();
    await page.locator("summary::-p-text(Size and look)").click();
    await field("Height, pixels").fill("300");
    await page.locator("label::-p-text(Without ads)").click();
    await press("Save");
    await until(async () => (await readMonitor(owner, id)).capture.height === 300);
    expect((await readMonitor(owner, id)).capture).to.include({ width: 640, height: 300, blockAds: true });
    expect(await page.content()).to.not.include("secret-header");
    await field("Width, pixels").click({ count: 3 });
    await page.keyboard.press("Delete");
    await press("Save");
    await until(async () => (await readMonitor(owner, id)).capture.width === undefined);
    expect(complaints.filter((line) => !line.includes("400 (Bad Request)"))).to.deep.equal([]);
  });
});

describe("actions on several monitors in the console", function () {
  this.timeout(180_000);
  const { newAccount, openAs, pipeline, site } = useConsole({ openBrowser: openSketchBrowser });

  it("delete the chosen ones after a question with their number", async () => {
    site.show("/short", "<title>Short</title>");
    const owner = await newAccount();
    for (const name of ["One", "Two", "Three"]) {
      await createMonitor(owner, { name, url: site.url("/short"), status: "paused" });
    }
    const { page, complaints } = await openAs(owner, "/monitors");
    await page.locator("::-p-aria(Choose One)").click();
    await page.locator("::-p-aria(Choose Two)").click();
    await page.locator("::-p-aria([name='Delete'][role='button'])").click();
    await page.locator("[role=dialog] ::-p-text(Delete 2 monitors?)").wait();
    await page.locator("::-p-aria([name='Delete 2 monitors'][role='button'])").click();
    await page.locator("::-p-text(2 monitors: Deleted.)").wait();
    await until(() => page.$$eval("main li input", (boxes) => boxes.length === 1));
    const reply: { monitors: Monitor[] } = await (await owner.call("GET", "/render/monitors")).json();
    expect(reply.monitors.map(({ name }) => name)).to.deep.equal(["Three"]);
    expect(complaints).to.deep.equal([]);
  });

  it("run the others when one fails, and name that one with the reason", async () => {
    site.show("/short", "<title>Short</title>");
    const owner = await newAccount();
    const url = site.url("/short");
    const quick = await createMonitor(owner, { name: "Quick", url });
    await until(async () => (await readMonitor(owner, quick)).baselineRunId !== null);
    const slow = await createMonitor(owner, { name: "Slow", url, status: "paused" });
    // As while a run goes on.
    await pipeline.database.monitors.updateOne({ _id: slow }, { $set: { runId: slow } });
    const { page } = await openAs(owner, "/monitors");
    await page.locator("::-p-aria(Choose Quick)").click();
    await page.locator("::-p-aria(Choose Slow)").click();
    await page.locator("::-p-aria([name='Run now'][role='button'])").click();
    await page.locator("::-p-text(1 monitor: A run has started.)").wait();
    const failures = await page.$eval("main div[role=alert]", (list) => list.innerText);
    expect(failures).to.include("1 monitor failed").and.include("Slow: The monitor has a current run");
    await page.locator("[role=toolbar] strong::-p-text(1 chosen)").wait();
    await until(async () => (await readMonitor(owner, quick)).recentRuns.length === 2);
  });
});
