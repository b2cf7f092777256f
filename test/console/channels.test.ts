import { expect } from "chai";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { createMonitor, readMonitor } from "./support/hookedMonitor.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("channels in the console", function () {
  this.timeout(180_000);
  const service = useConsole();
  const { newAccount, openAs, site } = service;

  it("are added, tested and removed in a monitor's settings, and keep their address", async () => {
    site.show("/shop", shopPage("Shop"));
    site.show("/services/secret-path", "ok");
    const owner = await newAccount();
    const id = await createMonitor(owner, { name: "Shop", url: site.url("/shop") });
    const { page, complaints } = await openAs(owner, `/monitors/${id}?tab=settings`);
    const press = (name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
    const { host } = new URL(site.url("/"));
    await press("Add the channel");
    await page.locator("::-p-aria([name='Incoming webhook'][role='textbox'])").fill("ftp://wrong");
    await press("Save");
    await page.locator("span::-p-text(must start with http)").wait();
    await page.locator("::-p-aria([name='Incoming webhook'][role='textbox'])").click({ count: 3 });
    await page.keyboard.type(site.url("/services/secret-path"));
    await press("Save");
    await page.locator(`strong::-p-text(Slack at ${host})`).wait();
    expect(await findViolations(page)).to.deep.equal([]);
    expect(await page.content()).to.not.include("secret-path");
    const [saved] = (await readMonitor(owner, id)).alerts.channels;
    expect(saved).to.deep.include({ type: "slack", host });

    await press("Send a test");
    await page.locator("::-p-text(A test is on its way.)").wait();
    await page.locator("::-p-aria([name='Deliveries'][role='tab'])").click();
    await page.locator("main td a::-p-text(Test of a channel)").wait();
    await until(async () => (await page.$eval("main tbody", (rows) => rows.innerText)).includes("Delivered"));
    expect(await page.$eval("main tbody", (rows) => rows.innerText)).to.include("Slack");

    await page.locator("::-p-aria([name='Settings'][role='tab'])").click();
    await page.locator("::-p-text(Also say when a change is over)").click();
    await press("Save");
    await until(async () => (await readMonitor(owner, id)).alerts.notifyRecovery);
    const kept = (await readMonitor(owner, id)).alerts;
    expect(kept.channels).to.deep.equal([saved]);
    expect(kept.digest).to.equal("none");
    await press(`Remove Slack at ${host}`);
    await press("Save");
    await until(async () => (await readMonitor(owner, id)).alerts.channels.length === 0);
    // The browser notes the refused request.
    expect(complaints.filter((complaint) => !complaint.includes("400 (Bad Request)"))).to.deep.equal([]);
  });

  it("are part of a new monitor, with a digest", async () => {
    site.show("/shop", shopPage("Shop"));
    const owner = await newAccount();
    const { page } = await openAs(owner, `/monitors/new?url=${encodeURIComponent(site.url("/shop"))}&step=messages`);
    const press = (name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
    await page.locator("button::-p-text(Slack)").click();
    await page.locator("[role=option]::-p-text(ntfy)").click();
    await press("Add the channel");
    await page.locator("::-p-aria([name='Address of the topic'][role='textbox'])").fill(site.url("/topic"));
    await page.locator("button::-p-text(A mail for each message)").click();
    await page.locator("[role=option]::-p-text(One mail an hour)").click();
    await press("Watch the page");
    await page.locator("h1::-p-text(/shop)").wait();
    const [, id = ""] = /\/monitors\/([^/?]+)/.exec(page.url()) ?? [];
    const { alerts } = await readMonitor(owner, id);
    expect(alerts.digest).to.equal("hourly");
    expect(alerts.channels.map(({ type }) => type)).to.deep.equal(["ntfy"]);
  });
});
