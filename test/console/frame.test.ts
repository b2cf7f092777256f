import { expect } from "chai";
import { createLoginToken } from "#data/sessions.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { until } from "../support/until.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the frame of the console", function () {
  this.timeout(180_000);
  const { pipeline, site, newAccount, openAs, openPage } = useConsole();

  it("has navigation and brand around an address that does not exist", async () => {
    const { page, go, complaints } = await openAs(await newAccount(), "/nowhere");
    for (const path of ["/nowhere", "/settings", "/monitors/one/two/three"]) {
      await go(path);
      await page.locator("::-p-text(There is no such page)").wait();
      await page.locator("::-p-aria([name='Places'][role='navigation'])").wait();
      await page.locator("aside ::-p-text(Watchframe)").wait();
    }
    expect(complaints).to.deep.equal([]);
  });

  it("logs in by a link that is pasted into a tab with the log-in", async () => {
    const account = await newAccount();
    const { page } = await openPage();
    await page.locator("::-p-text(Log in to Watchframe)").wait();
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    const token = await createLoginToken(pipeline.database, hashApiKey(account.key), new Date());
    await page.goto(`${page.url()}#token=${token}`);
    await page.locator("::-p-aria([name='Places'][role='navigation'])").wait();
    expect(await page.evaluate(() => Reflect.get(globalThis, "isSameDocument"))).to.equal(true);
    expect(page.url()).not.to.include(token);
  });

  it("tells the time anew after a screen without times", async () => {
    const account = await newAccount();
    site.show("/clock", "<!doctype html><title>Clock</title><p>One");
    const reply = await account.call("POST", "/render/screenshot", { url: site.url("/clock") });
    expect(reply.status).to.equal(200);
    const { page, go } = await openAs(account);
    // No tick helps: only the start of a screen may read the clock.
    await page.evaluateOnNewDocument(() => {
      const start = globalThis.setInterval.bind(globalThis);
      Object.assign(globalThis, { setInterval: (run: () => void, ms: number) => (ms === 15_000 ? 0 : start(run, ms)) });
    });
    await go("/renders");
    await page.locator("main time::-p-text(just now)").wait();
    await page.locator("::-p-aria([name='Presets'][role='link'])").click();
    await page.locator("h1::-p-text(Presets)").wait();
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 600_000;
    });
    await page.locator("::-p-aria([name='Renders'][role='link'])").click();
    await page.locator("main time::-p-text(10 minutes ago)").wait();
  });

  it("says that the browser is offline, in place of what it can't load, and goes on by itself", async () => {
    const { page, complaints } = await openAs(await newAccount());
    await page.locator("h1::-p-text(Overview)").wait();
    // The screen's code is loaded, and its data is not.
    await page.locator("::-p-aria([name='Sessions'][role='link'])").hover();
    await page.locator("::-p-aria([name='Deliveries'][role='link'])").click();
    await page.locator("main ::-p-text(No deliveries yet)").wait();
    await page.setOfflineMode(true);
    await page.locator("[role=status] ::-p-text(This browser is offline.)").setTimeout(6_000).wait();
    await page.evaluate(() => history.pushState({}, "", "?state=failed"));
    await page.evaluate(() => dispatchEvent(new PopStateEvent("popstate")));
    await page.locator("main ::-p-text(This loads by itself)").wait();
    expect(await page.$$("main [aria-busy=true]")).to.deep.equal([]);
    await page.setOfflineMode(false);
    await until(async () => (await page.$("[role=status] ::-p-text(This browser is offline.)")) === null);
    await until(async () => (await page.$("main ::-p-text(This loads by itself)")) === null);
    expect(complaints.filter((complaint) => !/ERR_|Failed to load/.test(complaint))).to.deep.equal([]);
  });
});
