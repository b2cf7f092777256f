import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { Caller } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { createMonitor } from "./support/hookedMonitor.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("many monitors in the console", function () {
  this.timeout(180_000);
  const { site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });
  before(() => site.show("/shop", shopPage("Shop")));

  const press = (page: Page, name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
  const addresses = "::-p-aria([name='Addresses'][role='textbox'])";

  async function readMonitors(owner: Caller): Promise<Monitor[]> {
    const { monitors }: { monitors: Monitor[] } = await (await owner.call("GET", "/render/monitors?limit=100")).json();
    return monitors;
  }

  /** Enters text into the empty list at once, as a paste does. */
  async function paste(page: Page, text: string): Promise<void> {
    await page.locator(addresses).click();
    await page.keyboard.sendCharacter(text);
  }

  const rowsOf = (page: Page): Promise<string[]> =>
    page.$$eval("section[aria-label=Pages] tbody tr", (rows) => rows.map((row) => row.innerText));

  it("are made from a list; refused lines stay, and are sent again without the others", async () => {
    const owner = await newAccount();
    const { page, complaints } = await openAs(owner, "/monitors/many");
    const lines = [
      `${site.url("/shop")}, Comma, and more`,
      `${site.url("/shop?tab")}\tTab`,
      site.url("/shop"),
      "not an address",
      "http://10.0.0.1/inside",
    ];
    await paste(page, lines.join("\n"));
    await until(async () => (await rowsOf(page)).length === 5);
    const [first = "", second = "", ...others] = await rowsOf(page);
    expect(first).to.include("Line 1 has the same address.");
    expect(second).to.include("The address has a space.");
    expect(others.join("\n")).to.include("Comma, and more").and.include("Tab").and.include("Ready");
    await page.locator("::-p-text(Start paused)").click();
    await page.locator("::-p-aria([name='Tags'][role='textbox'])").fill("list, shop");
    await page.locator("button::-p-text(every hour)").click();
    await page.locator("[role=option]::-p-text(every day)").click();
    await press(page, "Watch 3 pages");
    await page.locator("h2::-p-text(2 pages watched now)").wait();
    const refused = (await rowsOf(page)).find((row) => row.includes("10.0.0.1"));
    expect(refused)
      .to.match(/address|public|private/i)
      .and.not.include("Ready");
    expect(await findViolations(page)).to.deep.equal([]);
    const made = await readMonitors(owner);
    expect(made.map(({ name }) => name)).to.have.members(["Comma, and more", "Tab"]);
    for (const monitor of made) {
      expect(monitor).to.deep.include({ status: "paused", tags: ["list", "shop"], intervalMinutes: 1_440 });
    }

    // The keyboard alone mends the refused line: its number selects it.
    const number = (await page.$eval(addresses, (area) => (area instanceof HTMLTextAreaElement ? area.value : "")))
      .split("\n")
      .findIndex((line) => line.includes("10.0.0.1"));
    await (await page.waitForSelector(`::-p-aria([name='Change line ${number + 1}'][role='button'])`))?.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type(site.url("/shop?mended"));
    await press(page, "Watch 1 page");
    await page.locator("h2::-p-text(3 pages watched now)").wait();
    await until(async () => (await readMonitors(owner)).length === 3);
    expect(new Set((await readMonitors(owner)).map(({ id }) => id))).to.include.all.keys(made.map(({ id }) => id));
    expect(await page.$eval(addresses, (area) => (area instanceof HTMLTextAreaElement ? area.value : ""))).to.equal(
      `${site.url("/shop")}\nnot an address`,
    );
    expect(complaints).to.deep.equal([]);
  });

  it("are sent in batches of 100, each with a key, and none is made twice when a reply is lost", async () => {
    const owner = await newAccount();
    const { page } = await openAs(owner, "/monitors/many");
    const calls: { key: string; count: number }[] = [];
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      if (!request.url().endsWith("/render/monitors/bulk")) return void request.continue();
      const body: { operations: unknown[] } = JSON.parse(request.postData() ?? "{}");
      const key = request.headers()["idempotency-key"] ?? "";
      calls.push({ key, count: body.operations.length });
      // The API does the first call, and the connection breaks before its reply.
      if (calls.length > 1) return void request.continue();
      const headers = {
        Authorization: `Bearer ${owner.key}`,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
      };
      void fetch(request.url(), { method: "POST", headers, body: JSON.stringify(body) }).then(() =>
        request.abort("connectionreset"),
      );
    });
    await paste(page, Array.from({ length: 101 }, (_, index) => site.url(`/shop?page=${index}`)).join("\n"));
    await page.locator("::-p-text(1 more line not shown.)").wait();
    await page.locator("::-p-text(Start paused)").click();
    await press(page, "Watch 101 pages");
    await page.locator("h2::-p-text(101 pages watched now)").setTimeout(60_000).wait();
    expect(calls.map(({ count }) => count)).to.deep.equal([100, 100, 1]);
    expect(calls[1]?.key).to.equal(calls[0]?.key);
    expect(calls[2]?.key).to.not.equal(calls[0]?.key);
    const { total }: { total: number } = await (await owner.call("GET", "/render/monitors?limit=1")).json();
    expect(total).to.equal(101);
  });

  it("show what is wrong with a setting that all of them share", async () => {
    const owner = await newAccount();
    const { page } = await openAs(owner, "/monitors/many");
    await paste(page, site.url("/shop"));
    await page.locator("::-p-aria([name='Alert from, in percent'][role='textbox'])").fill("101");
    await press(page, "Watch 1 page");
    const field = "input::-p-aria(Alert from\\, in percent)";
    const problem = await page
      .locator(field)
      .map((input) => document.getElementById(input.getAttribute("aria-describedby")?.split(" ").at(-1) ?? ""))
      .filter((found) => found !== null)
      .map((found) => found?.textContent ?? "")
      .wait();
    expect(problem).to.include("must be a number of percent from 0 to 100");
    expect(await readMonitors(owner)).to.deep.equal([]);
  });

  it("are changed together: all that match the filter, with their tags and messages, and an undo", async () => {
    const owner = await newAccount();
    const tagged = Array.from({ length: 103 }, (_, index) => ({
      action: "create",
      monitor: {
        name: `Page ${index}`,
        url: site.url("/shop"),
        intervalMinutes: 60,
        status: "paused",
        tags: index === 0 ? ["old", "first"] : ["old"],
      },
    }));
    await owner.call("POST", "/render/monitors/bulk", { operations: tagged.slice(0, 100) });
    await owner.call("POST", "/render/monitors/bulk", { operations: tagged.slice(100) });
    await createMonitor(owner, { name: "Other", url: site.url("/shop"), status: "paused" });
    const { page, complaints } = await openAs(owner, "/monitors?tag=old");
    await press(page, "Choose all 103 that match");
    await page.locator("[role=toolbar] strong::-p-text(103 chosen)").wait();
    await press(page, "Change …");
    await choose(page, "Tags", "Add these");
    await page.locator("::-p-aria([name='These tags'][role='textbox'])").fill("new");
    await choose(page, "How often", "every 6 hours");
    await choose(page, "Alert when", "Words are added");
    await choose(page, "Mails", "One mail an hour");
    await choose(page, "Also say when a change is over", "Yes");
    await choose(page, "Messages", "None before a time");
    await (await page.waitForSelector("[role=dialog] input[type=datetime-local]"))?.focus();
    // As a person types it, field after field.
    await page.keyboard.type("01022027");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("0800AM");
    expect(await findViolations(page)).to.deep.equal([]);
    await press(page, "Change 103 monitors");
    await page.locator("::-p-text(103 monitors: Changed.)").setTimeout(60_000).wait();
    const { monitors, total }: { monitors: Monitor[]; total: number } = await (
      await owner.call("GET", "/render/monitors?tag=new&limit=100")
    ).json();
    expect(total).to.equal(103);
    for (const monitor of monitors) {
      expect(monitor.tags).to.deep.equal(monitor.name === "Page 0" ? ["old", "first", "new"] : ["old", "new"]);
      expect(monitor.intervalMinutes).to.equal(360);
      expect(monitor.capture).to.include({ text: true, changeOn: "text" });
      expect(monitor.alerts).to.include({ digest: "hourly", notifyRecovery: true });
      expect(monitor.mutedUntil).to.not.equal(null);
    }
    await page.locator("::-p-aria(Undo)").click();
    const last = await until(async () => {
      const found: { total: number } = await (await owner.call("GET", "/render/monitors?tag=new&limit=1")).json();
      return found.total === 0 && readMonitors(owner);
    });
    for (const monitor of last) {
      expect(monitor).to.include({ intervalMinutes: 60, mutedUntil: null });
      expect(monitor.capture).to.not.have.any.keys("text", "changeOn");
    }
    expect(complaints).to.deep.equal([]);
  });

  it("stay chosen if they fail, with the reason at the field when all of them do", async () => {
    const owner = await newAccount();
    const url = site.url("/shop");
    const gone = await createMonitor(owner, { name: "Gone", url, status: "paused" });
    const kept = await createMonitor(owner, { name: "Kept", url, status: "paused" });
    const { page } = await openAs(owner, "/monitors");
    await page.locator("::-p-aria([name='Choose all 2 shown monitors'][role='checkbox'])").click();
    await press(page, "Change …");
    await page.locator("::-p-aria([name='Alert from, in percent'][role='textbox'])").fill("101");
    await press(page, "Change 2 monitors");
    await page.locator("[role=dialog] ::-p-text(must be a number of percent from 0 to 100)").wait();
    await page.locator("::-p-aria([name='Alert from, in percent'][role='textbox'])").click({ count: 3 });
    await page.keyboard.type("5");
    await owner.call("DELETE", `/render/monitors/${gone}`);
    await press(page, "Change 2 monitors");
    await page.locator("::-p-text(1 monitor: Changed.)").wait();
    expect(await page.$eval("main div[role=alert]", (list) => list.innerText)).to.include("Gone:");
    await page.locator("[role=toolbar] strong::-p-text(1 chosen)").wait();
    const monitor = (await readMonitors(owner)).find(({ id }) => id === kept);
    expect(monitor?.changeThreshold).to.equal(0.05);
  });
});

/** Chooses an option of a labelled choice in the open dialog. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .locator(
      `::-p-xpath(//*[@role='dialog']//label[.='${label}']/following-sibling::button | //*[@role='dialog']//span[.='${label}']/following-sibling::button)`,
    )
    .click();
  await page.locator(`[role=option]::-p-text(${option})`).click();
  await until(() => page.$$eval("[role=listbox]", (lists) => lists.length === 0));
}
