import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { copyOf } from "#console/screens/monitors/form/copyOf.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { createMonitor } from "./support/hookedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the copy of a monitor", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole();

  it("has the same settings, and asks for its secrets and its hidden address again", async () => {
    site.show("/prices", shopPage("Prices"));
    const account = await newAccount();
    const made: { monitor: Monitor } = await (
      await account.call("POST", "/render/monitors", {
        name: "Prices",
        url: site.url("/prices"),
        cron: "30 8 * * *",
        timezone: "Europe/Zurich",
        tags: ["shop"],
        baselineMode: "fixed",
        changeThreshold: 0.05,
        capture: {
          width: 800,
          text: true,
          hideSelectors: [".clock"],
          ignoreRegions: [{ x: 1, y: 2, width: 30, height: 40 }],
          headers: { "X-Token": "secret" },
          cookies: [{ name: "session", value: "secret", domain: "127.0.0.1" }],
          expect: { present: ["Prices"] },
          values: [{ name: "price", selector: ".price", as: "number" }],
        },
        alertWhen: { any: [{ value: "price", is: "below", than: 50 }] },
        alerts: {
          digest: "daily",
          quietHours: { from: "22:00", to: "07:00" },
          webhook: { url: site.url("/hook") },
          channels: [{ type: "slack", url: site.url("/services/secret") }],
        },
      })
    ).json();
    const { page, complaints } = await openAs(account, `/monitors/${made.monitor.id}`);
    await page.locator("::-p-aria([name='Duplicate'][role='link'])").click();
    await page.locator("::-p-text(A copy of “Prices”)").wait();
    const name = "::-p-aria([name='Name'][role='textbox'])";
    expect(await page.$eval(name, (field) => field instanceof HTMLInputElement && field.value)).to.equal(
      "Prices (copy)",
    );
    await page.locator("::-p-aria([name='Address'][role='textbox'])").fill(site.url("/prices"));
    await page.locator("::-p-aria([name='Watch the page'][role='button'])").click();
    await page.locator("h1::-p-text(Prices \\(copy\\))").wait();
    const copied = await until(async () => {
      const list: { monitors: Monitor[] } = await (await account.call("GET", "/render/monitors")).json();
      return list.monitors.find(({ id }) => id !== made.monitor.id);
    });
    const settingsOf = ({ capture, alerts, cron, timezone, tags, ...rest }: Monitor) => {
      const { baselineMode, changeThreshold, alertWhen, diff } = rest;
      const { cookies: _cookies, ...shown } = capture;
      const { webhook, channels, ...told } = alerts;
      const common = { shown, told, cron, timezone, tags, baselineMode, changeThreshold, alertWhen, diff };
      return { common, left: { webhook, channels: channels.length } };
    };
    expect(settingsOf(copied).common).to.deep.equal(settingsOf(made.monitor).common);
    expect(settingsOf(copied).left).to.deep.equal({ webhook: { configured: false, signed: false }, channels: 0 });
    expect(copied.capture.cookies ?? []).to.deep.equal([]);
    // Another file's worker would capture what stays active.
    for (const { id } of [made.monitor, copied]) await account.call("DELETE", `/render/monitors/${id}`);
    expect(complaints).to.deep.equal([]);

    const shown = (pageUrl: string) => copyOf({ ...made.monitor, pageUrl }).changed["url"];
    expect(shown("https://shop.example/a?b=c")).to.equal("https://shop.example/a?b=c");
    expect(shown("https://shop.example/a?b=…")).to.equal(undefined);
    expect(copyOf({ ...made.monitor, name: "x".repeat(100) }).changed["name"]).to.have.length(100);
  });

  it("keeps its own address while the form is left, and is no part of the next new monitor", async () => {
    site.show("/prices", shopPage("Prices"));
    const account = await newAccount();
    const id = await createMonitor(account, { name: "Prices", url: site.url("/prices"), status: "paused" });
    await account.call("PATCH", "/account", { addresses: "full" });
    const { page, complaints } = await openAs(account, `/monitors/new?from=${id}`);
    const address = "::-p-aria([name='Address'][role='textbox'])";
    const shown = () => page.$eval(address, (field) => field instanceof HTMLInputElement && field.value);
    const step = (name: string) => page.locator(`nav[aria-label=Steps] button::-p-text(${name})`).click();
    await page.locator(address).wait();
    expect(await shown()).to.equal(site.url("/prices"));
    await page.locator(address).click({ count: 3 });
    await page.keyboard.type("https://shop.example/");
    await step("Messages");
    await page.locator("::-p-text(Add a recipient)").click();
    await page.locator("h1::-p-text(Alerts)").wait();
    await page.goBack();
    await step("Page");
    await page.locator(address).wait();
    expect(await shown()).to.equal("https://shop.example/");
    await page.reload();
    await page.locator(address).wait();
    expect(await shown()).to.equal("https://shop.example/");

    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.locator("[role=menuitem]::-p-text(Watch a page)").click();
    await page.locator("header ::-p-text(The first capture becomes the baseline.)").wait();
    expect(await shown()).to.equal("");
    expect(complaints).to.deep.equal([]);
  });
});
