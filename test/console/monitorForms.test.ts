import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { monitorsOf } from "../support/monitors.ts";
import { until } from "../support/until.ts";
import { createMonitor, readMonitor } from "./support/hookedMonitor.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the forms of monitors in the console", function () {
  this.timeout(180_000);
  const { pipeline, site, newAccount, openAs } = useConsole();
  const path = "/forms";
  before(() => site.show(path, "<!doctype html><title>Forms</title><p>Lamp, 39 euros"));

  const named = (name: string, role: string) => `::-p-aria([name='${name}'][role='${role}'])`;
  const press = (page: Page, name: string) => page.locator(named(name, "button")).click();
  const step = (page: Page, name: string) => page.locator(`nav[aria-label=Steps] button::-p-text(${name})`).click();
  const alertOf = (page: Page) => page.$$eval("form [role=alert]", (all) => all.map((each) => each.textContent));
  const focused = (page: Page) =>
    page.evaluate(() => {
      const field = document.activeElement;
      return field instanceof HTMLInputElement ? (field.labels?.[0]?.textContent ?? "") : (field?.ariaLabel ?? "");
    });
  async function retype(page: Page, label: string, text: string): Promise<void> {
    await page.locator(named(label, "textbox")).click({ count: 3 });
    await page.keyboard.type(text);
  }
  const wizard = () => `/monitors/new?url=${encodeURIComponent(site.url(path))}`;

  it("take percent, and tell a wrong percentage in percent, at its own step", async () => {
    const account = await newAccount();
    const { page } = await openAs(account, wizard());
    await step(page, "Threshold");
    const label = "Change threshold, % of the picture";
    const wrong = "must be a number of percent from 0 to 100, such as 0.5";
    for (const text of ["150", "abc"]) {
      await retype(page, label, text);
      await press(page, "Continue");
      await page.locator(`[role=alert]::-p-text(Change threshold: ${wrong}.)`).wait();
      await until(async () => (await focused(page)) === label);
      expect(new URL(page.url()).searchParams.get("step")).to.equal("threshold");
    }
    await retype(page, label, "2.5");
    await until(async () => (await alertOf(page)).length === 0);
    await press(page, "Continue");
    await page.locator("legend::-p-text(Mail)").wait();
    await press(page, "Watch the page");
    await page.locator("dd::-p-text(2.50 %)").wait();
    const { monitors } = await monitorsOf(pipeline, account, site.url(path)).call<{ monitors: Monitor[] }>("GET", "");
    expect(monitors.map(({ changeThreshold }) => changeThreshold)).to.deep.equal([0.025]);
  });

  it("name wrong fields as the form does, focus the first one, and take the message back once it is corrected", async () => {
    const { page } = await openAs(await newAccount(), "/monitors/new");
    await press(page, "Watch the page");
    await page.locator("[role=alert]::-p-text(Address: must be an address, such as example.com/pricing.)").wait();
    await until(async () => (await focused(page)) === "Address");
    expect((await alertOf(page)).join(" ")).to.not.match(/url|name/);
    await step(page, "Messages");
    await page.locator("legend::-p-text(Mail)").wait();
    expect(await alertOf(page)).to.deep.equal([]);
    await step(page, "Page");
    await page.locator(named("Address", "textbox")).fill("http://10.0.0.1/");
    await until(async () => (await alertOf(page)).length === 0);
    await press(page, "Continue with a test capture");
    await page.locator("[role=alert]::-p-text(Address: The address)").wait();
    expect((await alertOf(page)).join(" ")).to.not.include("target_forbidden");
    await page.locator(named("Address", "textbox")).fill(site.url(path));
    await until(async () => (await alertOf(page)).length === 0);
    expect(await findViolations(page)).to.deep.equal([]);
  });

  it("choose what alarms on the first step, and show the credits of a month beside the options", async () => {
    const account = await newAccount();
    const { page } = await openAs(account, wizard());
    const cost = () => page.$$eval("[data-testid=cost]", (all) => all.map((each) => each.textContent));
    await until(async () => (await cost()).includes("≈ 2,880 credits a month, 4 a run"));
    await step(page, "Threshold");
    await page.locator("::-p-text(Also compare each part of the page on its own)").click();
    await until(async () => (await cost()).includes("≈ 1,440 credits a month, 2 a run"));
    await step(page, "Page");
    await page.locator("label::-p-text(The picture or the words change)").click();
    await press(page, "Watch the page");
    await page.locator("h1::-p-text(/forms)").wait();
    const { monitors } = await monitorsOf(pipeline, account, site.url(path)).call<{ monitors: Monitor[] }>("GET", "");
    expect(monitors.map(({ capture: { text, changeOn, regions } }) => ({ text, changeOn, regions }))).to.deep.equal([
      { text: true, changeOn: "either", regions: false },
    ]);
  });

  it("refuse an impossible cron at its field, and find a time zone by a part of its name", async () => {
    const { page, complaints } = await openAs(await newAccount(), "/schedules/new");
    await (await page.locator(named("Every day at 9:00 How often", "button")).waitHandle()).focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=listbox]").wait();
    await page.keyboard.type("Other");
    await page.keyboard.press("Enter");
    const problems: [cron: string, problem: string][] = [
      ["99 9 * * *", "The cron has 99 as its minute; it must be 0 to 59."],
      ["0 9 * *", "it has 4."],
      ["0 9 30 2 *", "The cron never fires: no such day exists."],
    ];
    for (const [cron, problem] of problems) {
      await retype(page, "Cron", cron);
      await page.keyboard.press("Tab");
      await page.locator(`span::-p-text(${problem})`).wait();
      expect(await page.$$("ol[aria-labelledby=next-times]")).to.deep.equal([]);
    }
    await retype(page, "Cron", "0 9 * * MON");
    await page.locator("ol[aria-labelledby=next-times]").wait();
    await page.locator(named("Time zone", "combobox")).click({ count: 3 });
    await page.keyboard.type("zur");
    await page.locator("[role=option]::-p-text(Europe/Zurich)").wait();
    expect(await page.$$eval("[role=option]", (all) => all.map((each) => each.textContent))).to.deep.equal([
      "Europe/Zurich",
    ]);
    await page.locator("[role=option]").click();
    await until(() => page.$$eval("time", (all) => all.every((time) => / GMT\+[12]$/.test(time.innerText))));
    expect(await findViolations(page)).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  it("have the parts of the page in the settings, ask before edits are lost, and save nothing on leaving", async () => {
    const owner = await newAccount();
    const id = await createMonitor(owner, { name: "Shop", url: site.url(path), status: "paused" });
    const { page } = await openAs(owner, `/monitors/${id}?tab=settings`);
    await page.locator("::-p-text(Also compare each part of the page on its own)").click();
    await press(page, "Save");
    await until(async () => (await readMonitor(owner, id)).capture.regions === true);
    await page.locator(named("Save", "button")).wait();
    await retype(page, "Name", "Lost");
    await page.locator("nav[aria-label=Places] a::-p-text(Renders)").click();
    await page.locator("[role=dialog]::-p-text(Leave without saving?)").wait();
    await press(page, "Stay");
    await until(() => page.$$eval("[role=dialog]", (all) => all.length === 0));
    expect(await page.$eval("input", () => location.pathname)).to.include(id);
    await page.locator("nav[aria-label=Places] a::-p-text(Renders)").click();
    await page.locator("[role=dialog]::-p-text(Leave without saving?)").wait();
    await press(page, "Leave");
    await page.locator("h1::-p-text(Renders)").wait();
    expect((await readMonitor(owner, id)).name).to.equal("Shop");
  });
});
