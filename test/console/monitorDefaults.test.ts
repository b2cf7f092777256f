import { expect } from "chai";
import type { MonitorDefaults } from "#schemas/monitor/defaults.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { createMonitor, readMonitor } from "./support/hookedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

describe("defaults of monitors in the console", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });

  it("are set for a tag, shown at its monitors with their origin, changed and removed", async () => {
    site.show("/page", shopPage("Page"));
    const account = await newAccount();
    const body = { url: site.url("/page"), status: "paused" };
    const monitor = await createMonitor(account, { ...body, name: "Tagged", tags: ["shop"] });
    const channels = [{ type: "slack", url: site.url("/services/secret") }];
    await account.call("POST", "/alert-targets", { name: "shop-team", channels });
    const defaults = async (): Promise<MonitorDefaults | undefined> => {
      const reply = await account.call("GET", "/monitor-defaults");
      const { monitorDefaults }: { monitorDefaults: MonitorDefaults[] } = await reply.json();
      return monitorDefaults[0];
    };
    const { page, complaints } = await openAs(account, "/alerts");
    const press = (name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
    const fill = (name: string, value: string) =>
      page.locator(`::-p-aria([name='${name}'][role='textbox'])`).fill(value);
    await page.locator("::-p-text(No defaults yet)").wait();
    await press("New defaults");
    await fill("Tag of the monitors", "shop");
    await page.locator("main form label:has([role=switch])::-p-text(No mail and no message)").click();
    await page.locator("main form label:has([role=switch])::-p-text(shop-team)").click();
    await fill("Elements to ignore", "p{");
    await press("Save the defaults");
    await page.locator("main form input[aria-invalid=true], main form textarea[aria-invalid=true]").wait();
    await fill("Elements to ignore", ".clock");
    await press("Save the defaults");
    await page.locator("li ::-p-text(Monitors with the tag shop)").wait();
    await page.locator("li ::-p-text(Quiet hours: 22:00 to 07:00)").wait();
    const made = await defaults();
    expect(made?.tag).to.equal("shop");
    expect(made?.capture).to.deep.equal({ ignoreRegions: [{ selector: ".clock" }] });
    expect(made?.alerts.targetIds).to.have.length(1);

    await page.goto(page.url().replace(/\/alerts.*$/, `/monitors/${monitor}?tab=settings`));
    await page.locator("dd ::-p-text(shop-team)").wait();
    await page.locator("dd ::-p-text(22:00 to 07:00 from the tag shop)").wait();
    await page.locator("main li ::-p-text(Quiet hours: 22:00 to 07:00)").wait();
    expect((await readMonitor(account, monitor)).inherited.map(({ from, tag }) => [from, tag])).to.deep.include([
      "tag",
      "shop",
    ]);

    await press("Do not inherit: Quiet hours");
    await page.locator("main li ::-p-text(not inherited)").wait();
    expect((await readMonitor(account, monitor)).ignoreDefaults).to.deep.equal(["alerts.quietHours"]);
    expect(await page.$$("dd ::-p-text(22:00 to 07:00 from the tag shop)")).to.deep.equal([]);
    // The focus stays on the button, which now does the opposite.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await until(async () => (await focused()) === "Inherit again: Quiet hours");
    await page.keyboard.press("Enter");
    await page.locator("dd ::-p-text(22:00 to 07:00 from the tag shop)").wait();

    await page.goto(page.url().replace(/\/monitors.*$/, "/alerts"));
    await press("Edit the defaults: Monitors with the tag shop");
    await page.locator("main form label:has([role=switch])::-p-text(No mail and no message)").click();
    await press("Save the defaults");
    await until(async () => (await defaults())?.alerts.quietHours === undefined);
    expect(await defaults()).to.not.have.property("timezone");
    await press("Remove the defaults: Monitors with the tag shop");
    await page.locator("[role=dialog] button::-p-text(Remove the defaults)").click();
    await page.locator("::-p-text(No defaults yet)").wait();
    expect([await defaults(), (await readMonitor(account, monitor)).inherited]).to.deep.equal([undefined, []]);
    expect(complaints.filter((text) => !text.includes("400"))).to.deep.equal([]);
  });
});
