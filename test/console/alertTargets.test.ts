import { expect } from "chai";
import type { AlertTarget } from "#schemas/alertTarget.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { createMonitor, readMonitor } from "./support/hookedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

describe("alert targets in the console", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });

  it("are added for a tag, tested, changed, shown at their monitors, chosen for others, and deleted", async () => {
    site.show("/page", shopPage("Page"));
    const account = await newAccount();
    const body = { url: site.url("/page"), status: "paused" };
    const tagged = await createMonitor(account, { ...body, name: "Tagged", tags: ["shop"] });
    const other = await createMonitor(account, { ...body, name: "Other" });
    const targets = async (): Promise<AlertTarget[]> => {
      const { alertTargets }: { alertTargets: AlertTarget[] } = await (
        await account.call("GET", "/alert-targets")
      ).json();
      return alertTargets;
    };
    const { page, complaints } = await openAs(account, "/alerts");
    const choose = async (field: string, option: string): Promise<void> => {
      // The form of targets is the first on the screen that has such a choice.
      await page.locator(`main form button::-p-text(${field})`).click();
      await page.locator(`[role=option]::-p-text(${option})`).click();
    };
    const fill = (name: string, value: string) =>
      page.locator(`::-p-aria([name='${name}'][role='textbox'])`).fill(value);
    await page.locator("::-p-text(No alert targets yet)").wait();
    await page.locator("::-p-aria([name='New alert target'][role='button'])").click();
    await fill("Name of the target", "Not a name");
    await page.locator("::-p-aria([name='Add the target'][role='button'])").click();
    await page.locator("main form ::-p-text(small letters, digits and hyphens, and no hyphen first)").wait();
    await page.locator("main form input[aria-invalid=true]").click({ count: 3 });
    await page.keyboard.type("shop-team");
    await choose("Those that choose it", "Those with a tag");
    await fill("Tags", "shop, sale");
    await choose("No channel", "Slack");
    await fill("Incoming webhook", site.url("/services/secret"));
    await page.locator("::-p-aria([name='Add the target'][role='button'])").click();
    const { host } = new URL(site.url("/"));
    await page.locator(`li ::-p-text(${host}. Monitors with the tags shop or sale: 1 monitor.)`).wait();
    expect((await targets()).map(({ name, tags }) => [name, tags])).to.deep.equal([["shop-team", ["shop", "sale"]]]);

    await page.locator("::-p-aria([name='Test shop-team'][role='button'])").click();
    await page.locator(`::-p-text(A sample goes to ${host}.)`).wait();

    const channels = async () => (await targets())[0]?.channels.map(({ id }) => id) ?? [];
    const [firstChannel] = await channels();
    const press = (name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
    await press("Edit the alert target shop-team");
    await choose("No channel", "Slack");
    await fill("Incoming webhook", site.url("/services/other"));
    await page.locator("::-p-aria([name='Tags'][role='textbox'])").click({ count: 3 });
    await page.keyboard.type("shop");
    await press("Save the target");
    await page.locator(`li ::-p-text(${host} and ${host}. Monitors with the tag shop: 1 monitor.)`).wait();
    const [kept, added] = await channels();
    expect(kept).to.equal(firstChannel);
    await press("Edit the alert target shop-team");
    await page.locator(`main form fieldset label::-p-text(Slack, ${host})`).click();
    await press("Save the target");
    await page.locator(`li ::-p-text(${host}. Monitors with the tag shop: 1 monitor.)`).wait();
    await until(async () => (await channels()).length === 1);
    expect(await channels()).to.deep.equal([added]);

    await page.goto(page.url().replace(/\/alerts.*$/, `/monitors/${tagged}`));
    await page.locator("dd ::-p-text(by the tag shop)").wait();
    await page.goto(page.url().replace(/\/monitors.*$/, `/monitors/${other}?tab=settings`));
    await page.locator("main label::-p-text(shop-team)").click();
    await page.locator("::-p-aria([name='Save'][role='button'])").click();
    const [target] = await targets();
    await until(async () => (await readMonitor(account, other)).alerts.targetIds[0] === target?.id);
    await page.locator("dd ::-p-text(chosen here)").wait();

    await page.goto(page.url().replace(/\/monitors.*$/, "/alerts"));
    await page.locator("li ::-p-text(2 monitors.)").wait();
    await page.locator("::-p-aria([name='Delete the alert target shop-team'][role='button'])").click();
    await page.locator("[role=dialog] button::-p-text(Delete the target)").click();
    await page.locator("::-p-text(No alert targets yet)").wait();
    expect([await targets(), (await readMonitor(account, other)).alerts.targetIds]).to.deep.equal([[], []]);
    expect(complaints.filter((text) => !text.includes("400"))).to.deep.equal([]);
  });
});
