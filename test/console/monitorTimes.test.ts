import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { monitorsOf } from "../support/monitors.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the times of a monitor in the console", function () {
  this.timeout(180_000);
  const { pipeline, site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });
  const path = "/times";
  before(() => site.show(path, "<!doctype html><title>Times</title><p>One"));

  const quiet = "No mail and no message to a channel at these hours";
  const named = (name: string, role: string) => `::-p-aria([name='${name}'][role='${role}'])`;
  /** Focuses a control as the Tab key does. */
  async function focus(page: Page, selector: string): Promise<void> {
    const control = await page.locator(selector).waitHandle();
    await control.focus();
  }
  /** Chooses the option of a select that begins with `text`, by keyboard. `shown` is what the select shows before. */
  async function choose(page: Page, label: string, { shown, text }: { shown: string; text: string }): Promise<void> {
    await focus(page, named(`${shown} ${label}`, "button"));
    await page.keyboard.press("Enter");
    await page.locator("[role=listbox]").wait();
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await until(() => page.$$eval("[role=listbox]", (lists) => lists.length === 0));
  }
  async function retype(page: Page, label: string, text: string): Promise<void> {
    await page.locator(named(label, "textbox")).click({ count: 3 });
    await page.keyboard.type(text);
  }

  it("are set by keyboard as cron with quiet hours, and shown in words with the next five times", async () => {
    const account = await newAccount();
    const address = `/monitors/new?url=${encodeURIComponent(site.url(path))}`;
    const { page, complaints } = await openAs(account, address);
    await choose(page, "How often", { shown: "every hour", text: "at set" });
    await choose(page, "Times", { shown: "Monday to Friday at 9:00", text: "Other" });
    await retype(page, "Cron", "nonsense");
    await page.locator("::-p-text(such as 30 8 * * MON-FRI)").wait();
    expect(await page.$$("main ol[aria-labelledby=next-times] li")).to.have.length(0);
    await retype(page, "Cron", "30 8 * * SAT,SUN");
    await page.locator("::-p-text(At 08:30, only on Saturday and Sunday)").wait();
    await page.locator(named("Time zone", "combobox")).click({ count: 3 });
    await page.keyboard.type("tokyo");
    await page.locator("[role=option]::-p-text(Asia/Tokyo)").wait();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const times = () =>
      page.$$eval("main ol[aria-labelledby=next-times] time", (all) =>
        all.map((time) => [time.dateTime, time.innerText]),
      );
    const next = await until(async () => (await times()).every(([at]) => at?.includes("T23:30")) && times());
    expect(next).to.have.length(5);
    expect(next.every(([, text]) => text?.includes("8:30:00 AM GMT+9"))).to.equal(true);
    expect(await findViolations(page)).to.deep.equal([]);

    await focus(page, "nav[aria-label=Steps] li:last-child button");
    await page.keyboard.press("Enter");
    await page.locator("legend::-p-text(Quiet hours)").wait();
    // The browser's own control is hidden behind the drawn one.
    await (await page.waitForSelector(named(quiet, "switch")))?.focus();
    await page.keyboard.press("Space");
    await page.locator("::-p-text(In Asia/Tokyo, the time zone of the cron.)").wait();
    const from = await page.locator("input[type=time]").waitHandle();
    await from.focus();
    await page.keyboard.type("1130PM");
    expect(await findViolations(page)).to.deep.equal([]);
    await focus(page, named("Watch the page", "button"));
    await page.keyboard.press("Enter");
    await page.locator("dd::-p-text(At 08:30, only on Saturday and Sunday \\(Asia/Tokyo\\))").wait();
    await page.locator("dd::-p-text(23:30 to 07:00 \\(Asia/Tokyo\\))").wait();

    const monitors = monitorsOf(pipeline, account, site.url(path));
    const [monitor] = (await monitors.call<{ monitors: Monitor[] }>("GET", "")).monitors;
    expect(monitor).to.include({ cron: "30 8 * * SAT,SUN", timezone: "Asia/Tokyo", intervalMinutes: 1_440 });
    expect(monitor?.alerts.quietHours).to.deep.equal({ from: "23:30", to: "07:00" });
    expect(complaints).to.deep.equal([]);
  });

  it("change in the settings, both ways, and only what was changed", async () => {
    const account = await newAccount();
    const monitors = monitorsOf(pipeline, account, site.url(path));
    const quietHours = { from: "22:00", to: "07:00" };
    const { id } = await monitors.create({ timezone: "Europe/Berlin", alerts: { quietHours } });
    const { page, complaints } = await openAs(account, `/monitors/${id}?tab=settings`);
    await page.locator("dd::-p-text(every hour)").wait();
    const save = () => page.locator(named("Save", "button")).click();
    await choose(page, "How often", { shown: "every hour", text: "at set" });
    await save();
    await page.locator("dd::-p-text(At 09:00, Monday through Friday \\(Europe/Berlin\\))").wait();
    expect(await monitors.get(id)).to.deep.include({ cron: "0 9 * * MON-FRI", timezone: "Europe/Berlin" });
    expect((await monitors.get(id)).alerts.quietHours).to.deep.equal(quietHours);

    await choose(page, "How often", { shown: "at set times", text: "every day" });
    await page.locator(`::-p-text(${quiet})`).click();
    await save();
    await page.locator("dd::-p-text(every day)").wait();
    const after = await monitors.get(id);
    expect(after).to.include({ intervalMinutes: 1_440 }).and.not.have.any.keys("cron", "timezone");
    expect(after.alerts.quietHours).to.equal(null);
    expect(complaints).to.deep.equal([]);
  });

  it("are said in the list of monitors, and a refused cron at its field", async () => {
    const account = await newAccount();
    const monitors = monitorsOf(pipeline, account, site.url(path));
    const { id } = await monitors.create({
      intervalMinutes: undefined,
      cron: "0 9 * * MON",
      timezone: "Europe/Berlin",
    });
    const { page } = await openAs(account, "/monitors");
    await page.locator("main li::-p-text(At 09:00, only on Monday \\(Europe/Berlin\\))").wait();
    await page.goto(`${new URL(page.url()).origin}/console/monitors/${id}?tab=settings`);
    await choose(page, "Times", { shown: "Every Monday at 9:00", text: "Other" });
    await retype(page, "Cron", "0 0 30 2 *");
    await page.locator(named("Save", "button")).click();
    await page.locator("span::-p-text(never fires: no such day exists)").wait();
    expect((await monitors.get(id)).cron).to.equal("0 9 * * MON");
  });
});
