import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { createMonitor, readMonitor } from "./support/hookedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the alerts of many monitors", function () {
  this.timeout(120_000);
  const { pipeline, site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });

  it("are given to those of a tag at once, undone, and taken away", async () => {
    site.show("/page", shopPage("Page"));
    const account = await newAccount();
    const create = async (name: string, tags: string[]): Promise<string> => {
      const body = { name, tags, url: site.url("/page"), intervalMinutes: 60, status: "paused" };
      const reply: { monitor: Monitor } = await (await account.call("POST", "/render/monitors", body)).json();
      return reply.monitor.id;
    };
    const ids = [await create("One", ["shop"]), await create("Two", ["shop"]), await create("Other", [])];
    await account.call("POST", "/render/monitor-recipients", { email: "reader@example.com" });
    const confirmed = { $set: { verifiedAt: new Date() } };
    await pipeline.database.recipients.updateOne({ accountId: account.accountId }, confirmed);
    /** The numbers of recipients and the channels of each monitor. */
    const told = async () => {
      const { monitors }: { monitors: Monitor[] } = await (await account.call("GET", "/render/monitors")).json();
      return ids.map((id) => {
        const { email, channels = [] } = monitors.find((monitor) => monitor.id === id)?.alerts ?? {};
        return [email?.recipientIds?.length, channels.map(({ type, host }) => `${type} ${host}`).join()];
      });
    };
    const becomes = async (expected: Awaited<ReturnType<typeof told>>): Promise<void> => {
      await until(async () => JSON.stringify(await told()) === JSON.stringify(expected));
    };

    const { page, complaints } = await openAs(account);
    await page.locator("::-p-aria([name='Alerts'][role='link'])").click();
    await page.locator("h1::-p-text(Alerts)").wait();
    await page.locator("::-p-text(No channels yet)").wait();
    const choose = async (shown: string, option: string): Promise<void> => {
      await page.locator(`main button::-p-text(${shown})`).click();
      await page.locator(`[role=option]::-p-text(${option})`).click();
    };
    await choose("All monitors (3)", "With the tag shop (2)");
    await page.locator("main label::-p-text(reader@example.com)").click();
    await choose("No channel", "Slack");
    await page.locator("::-p-aria([name='Incoming webhook'][role='textbox'])").fill(site.url("/services/secret"));
    await page.locator("::-p-aria([name='Change 2 monitors'][role='button'])").click();
    const slack = `slack ${new URL(site.url("/")).host}`;
    await becomes([
      [1, slack],
      [1, slack],
      [0, ""],
    ]);
    await page.locator("td ::-p-text(One)").wait();
    await page.locator("::-p-aria([name='Undo'][role='button'])").click();
    await becomes([
      [0, ""],
      [0, ""],
      [0, ""],
    ]);

    await account.call("PATCH", `/render/monitors/${ids[0]}`, {
      alerts: { channels: [{ type: "slack", url: site.url("/services/kept") }] },
    });
    const reader = await pipeline.database.recipients.findOne({ accountId: account.accountId });
    for (const id of ids)
      await account.call("PATCH", `/render/monitors/${id}`, {
        alerts: { email: { recipientIds: [reader?.recipientId] } },
      });
    await choose("With the tag shop (2)", "All monitors (3)");
    await choose("Add", "Remove");
    await page.locator("main label::-p-text(reader@example.com)").click();
    await page.locator("::-p-aria([name='Change 3 monitors'][role='button'])").click();
    await becomes([
      [0, slack],
      [0, ""],
      [0, ""],
    ]);
    expect(complaints).to.deep.equal([]);
  });

  it("lose a channel of one host at once, after a question, and keep their others", async () => {
    site.show("/page", shopPage("Page"));
    const account = await newAccount();
    const gone = { type: "slack", url: site.url("/services/gone") };
    const kept = { type: "discord", url: "https://discord.com/api/webhooks/1/secret" };
    const body = { url: site.url("/page"), status: "paused" };
    const both = await createMonitor(account, { ...body, name: "Both", alerts: { channels: [kept, gone] } });
    const one = await createMonitor(account, { ...body, name: "One", alerts: { channels: [gone] } });
    const channels = async () => {
      const read = await Promise.all([both, one].map((id) => readMonitor(account, id)));
      return read.map(({ alerts }) => alerts.channels.map(({ id, type }) => `${type} ${id}`));
    };
    const [[discord] = []] = await channels();
    const { page, complaints } = await openAs(account, "/alerts");
    const { host } = new URL(site.url("/"));
    const remove = page.locator(`::-p-aria([name='Remove Slack at ${host}'][role='button'])`);
    await remove.click();
    await page.locator("[role=dialog] h2::-p-text(Remove Slack from 2 monitors?)").wait();
    await page.locator("[role=dialog] button::-p-text(Cancel)").click();
    await until(async () => (await page.$("[role=dialog]")) === null);
    expect((await channels()).map(({ length }) => length)).to.deep.equal([2, 1]);
    await remove.click();
    await page.locator("[role=dialog] button::-p-text(Remove)").click();
    await page.locator("::-p-text(2 monitors: Removed.)").wait();
    expect(await channels()).to.deep.equal([[discord], []]);
    await until(async () => (await page.$$("main table tbody tr::-p-text(Slack)")).length === 0);
    await page.locator("main td::-p-text(discord.com)").wait();
    expect(await page.$("::-p-aria([name='Undo'][role='button'])")).to.equal(null);
    expect(complaints).to.deep.equal([]);
  });

  it("are changed although one is refused, and a second try leaves the changed ones out", async () => {
    site.show("/page", shopPage("Page"));
    const account = await newAccount();
    const channels = Array.from({ length: 10 }, (_, index) => ({ type: "slack", url: site.url(`/services/${index}`) }));
    const body = { url: site.url("/page"), status: "paused" };
    const free = await createMonitor(account, { ...body, name: "Free" });
    const full = await createMonitor(account, { ...body, name: "Full", alerts: { channels } });
    const counts = async () => {
      const both = await Promise.all([free, full].map((id) => readMonitor(account, id)));
      return both.map(({ alerts }) => alerts.channels.length).join();
    };
    const { page } = await openAs(account, "/alerts");
    await page.locator("main button::-p-text(No channel)").click();
    await page.locator("[role=option]::-p-text(Slack)").click();
    await page.locator("::-p-aria([name='Incoming webhook'][role='textbox'])").fill(site.url("/services/new"));
    await page.locator("::-p-aria([name='Change 2 monitors'][role='button'])").click();
    await page.locator("main [role=alert] strong::-p-text(1 monitor failed)").wait();
    await page.locator("main [role=alert] a::-p-text(Full)").wait();
    expect(await counts()).to.equal("1,10");
    await page.locator("main button::-p-text(Those that failed \\(1\\))").wait();
    await account.call("PATCH", `/render/monitors/${full}`, { alerts: { channels: [] } });
    // The console may not have heard of that yet, so that a try is refused once more.
    await until(async () => {
      const button = await page.$("::-p-aria([name='Change 1 monitor'][role='button'])");
      await button?.click();
      return (await counts()) === "1,1";
    });
    await page.locator("main button::-p-text(All monitors \\(2\\))").wait();
  });

  it("do not read the whole list again for each change of a monitor", async () => {
    site.show("/page", shopPage("Page"));
    const account = await newAccount();
    const id = await createMonitor(account, { name: "Busy", url: site.url("/page"), status: "paused" });
    const { page } = await openAs(account, "/usage");
    await page.locator("h1::-p-text(Usage)").wait();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const count = (path: string): number => asked.filter((one) => one.endsWith(path)).length;
    for (const name of ["One", "Two", "Three"]) {
      const before = count("/changes");
      await account.call("PATCH", `/render/monitors/${id}`, { name });
      await until(() => Promise.resolve(count("/changes") > before));
    }
    expect(count("/render/monitors")).to.equal(0);
    await page.locator("::-p-aria([name='Alerts'][role='link'])").click();
    await until(() => Promise.resolve(count("/render/monitors") > 0));
  });

  it("are found among the deliveries by a part of the monitor's name", async () => {
    site.show("/page", shopPage("Page"));
    site.show("/services/chat", "ok");
    const account = await newAccount();
    for (const name of ["Kettle", "Lamp"]) {
      const alerts = { channels: [{ type: "slack", url: site.url("/services/chat") }] };
      const body = { name, url: site.url("/page"), intervalMinutes: 60, status: "paused", alerts };
      const { monitor }: { monitor: Monitor } = await (await account.call("POST", "/render/monitors", body)).json();
      const [channel] = monitor.alerts.channels;
      await account.call("POST", `/render/monitors/${monitor.id}/channels/${channel?.id}/test`, {});
    }
    const { page, complaints } = await openAs(account, "/deliveries");
    const names = () => page.$$eval("main tbody td:nth-child(2)", (cells) => cells.map(({ innerText }) => innerText));
    await until(async () => (await names()).length === 2);
    await page.locator("::-p-aria([name='Monitor'][role='combobox'])").click({ count: 3 });
    await page.keyboard.type("kett");
    await page.locator("[role=option]::-p-text(Kettle)").click();
    await until(async () => (await names()).join() === "Kettle");
    expect(new URL(page.url()).searchParams.get("monitor")).to.match(/^[\da-f-]{36}$/);
    expect(complaints).to.deep.equal([]);
  });

  it("have their credits a month on the usage screen, the most expensive first and without paused ones", async () => {
    site.show("/page", shopPage("Page"));
    const account = await newAccount();
    for (const [name, intervalMinutes, status] of [
      ["Daily", 1_440, "active"],
      ["Hourly", 60, "active"],
      ["Paused", 60, "paused"],
    ]) {
      const body = { name, url: site.url("/page"), intervalMinutes, status };
      expect((await account.call("POST", "/render/monitors", body)).status).to.equal(201);
    }
    const { page } = await openAs(account, "/usage");
    const rows = "section[aria-label='Credits by monitor'] tbody tr";
    await page.locator(rows).wait();
    const texts = await page.$$eval(rows, (all) => all.map(({ innerText }) => innerText.split("\t").slice(0, 3)));
    expect(texts).to.deep.equal([
      ["Hourly", "≈ 1,440", "2"],
      ["Daily", "≈ 60", "2"],
    ]);
    await page.locator("::-p-text(≈ 1,500 credits a month for 2 active monitors)").wait();
  });
});
