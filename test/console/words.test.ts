import { expect } from "chai";
import { type Monitors, monitorsOf } from "../support/monitors.ts";
import { until } from "../support/until.ts";
import { findViolations } from "./support/scan.ts";
import { createMonitor } from "./support/hookedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

const pageWith = (price: string, views = 10, extra = "") => `<!doctype html><html lang="en"><title>Prices</title>
<body><main><h1>Lamps</h1><div id="offer"><p>The lamp costs ${price} each.</p><p>${views} views today</p>${extra}</div></main></body></html>`;

describe("the words of a page in the console", function () {
  this.timeout(180_000);
  const { pipeline, site, newAccount, openAs } = useConsole();
  const path = "/words";
  beforeEach(() => site.show(path, pageWith("€39")));

  async function changed(monitors: Monitors, id: string, page: string): Promise<string> {
    site.show(path, page);
    const run = await monitors.runNow(id);
    expect(run.result?.text?.changed).to.equal(true);
    return `/monitors/${id}/runs/${run.id}`;
  }

  it("are watched by a new monitor, which takes its element, verdict and patterns from the form", async () => {
    const account = await newAccount();
    const { page, complaints } = await openAs(account, `/monitors/new?url=${encodeURIComponent(site.url(path))}`);
    const field = (name: string) => page.locator(`::-p-aria([name='${name}'][role='textbox'])`);
    await field("Only this element").fill("#offer");
    await page.locator("label::-p-text(Words are added or removed)").click();
    await field("Words to ignore").fill("(views");
    await page.locator("::-p-aria([name='Watch the page'][role='button'])").click();
    await page.locator("span::-p-text(is no RE2 pattern)").wait();
    expect(await findViolations(page)).to.deep.equal([]);
    await field("Words to ignore").click({ count: 3 });
    await page.keyboard.type("\\d+ views");
    await page.locator("::-p-aria([name='Watch the page'][role='button'])").click();
    await page.locator("h1::-p-text(/words)").wait();
    const monitors = monitorsOf(pipeline, account, site.url(path));
    const { monitors: list } = await monitors.call<{ monitors: { capture: object }[] }>("GET", "");
    expect(list[0]?.capture).to.deep.include({
      selector: "#offer",
      text: true,
      changeOn: "text",
      ignoreText: ["\\d+ views"],
    });
    // The browser reports the refused pattern.
    expect(complaints.filter((line) => !line.includes("status of 400"))).to.deep.equal([]);
  });

  it("are shown where they changed, marked by signs and not by colour alone", async () => {
    const owner = await newAccount();
    const monitors = monitorsOf(pipeline, owner, site.url(path));
    const capture = { width: 320, height: 240, text: true, changeOn: "text", ignoreText: ["\\d+ views"] };
    const id = await createMonitor(owner, { name: "Words", url: site.url(path), baselineMode: "fixed", capture });
    await monitors.based(id);
    const run = await changed(monitors, id, pageWith("€45", 20, "<p><b>&lt;b&gt;New&lt;/b&gt;</b> today</p>"));
    const { page, complaints } = await openAs(owner, run);
    await page.locator("section[aria-label='Words of the page'] ins").wait();
    const lines = await page.$$eval("section[aria-label='Words of the page'] li", (items) =>
      items.map((item) => `${item.querySelector("ins, del")?.localName ?? "-"} ${item.textContent}`),
    );
    expect(lines).to.deep.equal([
      "- Lamps",
      "del −Removed: The lamp costs €39 each.",
      "ins +Added: The lamp costs €45 each.",
      "- today",
      "ins +Added: <b>New</b> today",
    ]);
    await page.locator("dd::-p-text(3 added, 1 removed)").wait();
    expect(await findViolations(page)).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  it("are turned on and off in the settings", async () => {
    const owner = await newAccount();
    const monitors = monitorsOf(pipeline, owner, site.url(path));
    const { id } = await monitors.create({ capture: { width: 320, height: 240 } });
    await monitors.based(id);
    const { page, complaints } = await openAs(owner, `/monitors/${id}?tab=settings`);
    const save = () => page.locator("::-p-aria([name='Save'][role='button'])").click();
    // A changed form shows "Discard" until the screen has the saved settings.
    const saved = () =>
      until(() => page.$$eval("button", (all) => all.every(({ innerText }) => innerText !== "Discard")));
    await page.locator("label::-p-text(Words are added or removed)").click();
    await page.locator("::-p-aria([name='Words to ignore'][role='textbox'])").fill("views");
    await save();
    const capture = async () => (await monitors.get(id)).capture;
    await until(async () => (await capture()).text === true);
    expect(await capture()).to.deep.include({ ignoreText: ["views"], width: 320 });
    await saved();
    await page.locator("label::-p-text(The picture changes)").click();
    await save();
    await until(async () => (await capture()).text === undefined);
    await saved();
    await page.locator("label::-p-text(Also show which words changed)").click();
    await save();
    await until(async () => (await capture()).text === true);
    expect(await capture()).to.not.have.property("changeOn");
    expect(complaints).to.deep.equal([]);
  });
});
