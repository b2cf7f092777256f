import { expect } from "chai";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { createMonitor, readMonitor } from "./support/hookedMonitor.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("channels in the console", function () {
  this.timeout(180_000);
  const service = useConsole({ openBrowser: openSketchBrowser });
  const { newAccount, openAs, site } = service;

  it("are added, tested and removed in a monitor's settings, and keep their address", async () => {
    site.show("/shop", shopPage("Shop"));
    site.show("/services/secret-path", "ok");
    const owner = await newAccount();
    const id = await createMonitor(owner, { name: "Shop", url: site.url("/shop") });
    const { page, complaints } = await openAs(owner, `/monitors/${id}?tab=settings`);
    const press = (name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
    const { host } = new URL(site.url("/"));
    await press("Add Slack");
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
    await press("Add ntfy");
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

  it("of every type are part of a new monitor, with all of their settings", async () => {
    site.show("/shop", shopPage("Shop"));
    const owner = await newAccount();
    const { page } = await openAs(owner, `/monitors/new?url=${encodeURIComponent(site.url("/shop"))}&step=messages`);
    const settings = {
      Slack: { "Incoming webhook": "/slack" },
      Discord: { "Webhook of the channel": "/discord" },
      "Microsoft Teams": { "Address of the workflow": "/teams" },
      ntfy: { "Address of the topic": "/topic", "Access token (optional)": "tk_secret" },
      Telegram: {
        "Token of the bot": `123456:${"A".repeat(35)}`,
        Chat: "@shop",
        "Address of your own Bot API server (optional)": "/telegram",
      },
      Apprise: {
        "Address of the Apprise API": "/notify",
        "Tags (optional)": "prices",
        "Apprise addresses (optional)": "json://localhost",
      },
    };
    for (const [name, fields] of Object.entries(settings)) {
      await page.locator(`::-p-aria([name='Add ${name}'][role='button'])`).click();
      for (const [label, value] of Object.entries(fields)) {
        const group = `[role=group][aria-label='${name} (new)']`;
        const text = value.startsWith("/") ? site.url(value) : value;
        await page.locator(`${group} ::-p-xpath(.//label[.="${label}"]/following-sibling::input)`).fill(text);
      }
    }
    await page.locator("label::-p-text(Also say when a change is over)").click();
    expect(await findViolations(page)).to.deep.equal([]);
    await page.locator("::-p-aria([name='Watch the page'][role='button'])").click();
    await page.locator("h1::-p-text(/shop)").wait();
    const [, id = ""] = /\/monitors\/([^/?]+)/.exec(page.url()) ?? [];
    const { alerts } = await readMonitor(owner, id);
    expect(alerts.channels.map(({ type }) => type)).to.deep.equal([
      "slack",
      "discord",
      "teams",
      "ntfy",
      "telegram",
      "apprise",
    ]);
    expect(alerts.channels[4]?.host).to.equal(new URL(site.url("/")).host);
    // It is on with the baseline that the form proposes, and the click switched it off.
    expect(alerts.notifyRecovery).to.equal(false);
  });

  it("stand beside a webhook with a secret and a feed of the monitor", async () => {
    site.show("/shop", shopPage("Shop"));
    const owner = await newAccount();
    const alerts = { webhook: { url: site.url("/hook") } };
    const id = await createMonitor(owner, { name: "Shop", url: site.url("/shop"), status: "paused", alerts });
    const { page } = await openAs(owner, `/monitors/${id}?tab=settings`);
    const press = (name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
    await page.locator("::-p-aria([name='Secret of the webhook (optional)'])").fill("whsec_wrong");
    await press("Save");
    await page.locator("input[type=password][aria-invalid=true]").wait();
    await page.locator("::-p-aria([name='Secret of the webhook (optional)'])").click({ count: 3 });
    await page.keyboard.type("a secret of my own");
    await press("Save");
    await until(async () => (await readMonitor(owner, id)).alerts.webhook.signed);
    await press("Create a feed");
    await press("Copy the address of the feed: The monitor Shop");
    const { feeds }: { feeds: { url: string; monitorId: string | null }[] } = await (
      await owner.call("GET", "/feeds")
    ).json();
    expect(feeds.map(({ monitorId }) => monitorId)).to.deep.equal([id]);
    const url = feeds[0]?.url ?? "";
    expect((await fetch(url)).status).to.equal(200);
    // By keyboard, because the messages lie above the button.
    await (await page.waitForSelector("::-p-aria([name='Delete the feed: The monitor Shop'][role='button'])"))?.focus();
    await page.keyboard.press("Enter");
    await press("Delete the feed");
    await until(async () => (await fetch(url)).status === 404);
  });
});
