import { expect } from "chai";
import type { Page } from "puppeteer";
import { monitorsOf } from "../support/monitors.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the conditions of a monitor in the console", function () {
  this.timeout(120_000);
  const { pipeline, site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });
  const path = "/conditions";
  before(() => site.show(path, "<!doctype html><title>Shop</title><p class=price>39 €"));

  const named = (name: string, role: string) => `::-p-aria([name='${name}'][role='${role}'])`;
  const press = (page: Page, name: string) => page.locator(named(name, "button")).click();

  it("are made, refused at their row, corrected and removed", async () => {
    const account = await newAccount();
    const monitors = monitorsOf(pipeline, account, site.url(path));
    const values = [{ name: "price", selector: ".price", as: "number" }];
    const { id } = await monitors.create({ capture: { width: 320, height: 240, values }, status: "paused" });
    const { page } = await openAs(account, `/monitors/${id}?tab=settings`);
    await press(page, "Add a condition");
    const kind = await page.locator(named("changes Is", "button")).waitHandle();
    await kind.focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=option]::-p-text(is below)").click();
    await page.locator(named("Than", "textbox")).fill("fifty");
    await press(page, "Save");
    await page.locator("[role=group] ::-p-text(must be a number)").wait();
    expect(await findViolations(page)).to.deep.equal([]);
    await page.locator(named("Than", "textbox")).fill("49.50");
    await press(page, "Save");
    const alertWhen = { any: [{ value: "price", is: "below", than: 49.5 }] };
    await until(async () => JSON.stringify((await monitors.get(id)).alertWhen) === JSON.stringify(alertWhen));
    await press(page, "Remove condition 1");
    await press(page, "Save");
    await until(async () => (await monitors.get(id)).alertWhen === null);
  });
});
