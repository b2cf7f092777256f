import { expect } from "chai";
import { monitorsOf } from "../support/monitors.ts";
import { until } from "../support/until.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("the address of a watched page in the console", function () {
  this.timeout(180_000);
  const { pipeline, site, newAccount, openAs } = useConsole();
  const button = (name: string) => `::-p-aria([name='${name}'][role='button'])`;
  before(() => {
    site.show("/lamps", "<!doctype html><title>Lamps</title><p>One");
    site.show("/chairs", "<!doctype html><title>Chairs</title><p>Two");
  });

  it("is shown by the account's setting, as a link in the header of the monitor", async () => {
    const account = await newAccount();
    const monitors = monitorsOf(pipeline, account, site.url("/lamps"));
    const { id } = await monitors.create();
    const { page, go, complaints } = await openAs(account, `/monitors/${id}`);
    await page.locator("header a::-p-text(Show the whole address)").click();
    await page.locator("section[aria-label='Addresses of pages'] button").click();
    await page.locator("[role=option]::-p-text(The whole address)").click();
    await page.locator("section[aria-label='Addresses of pages'] ::-p-text(Also tokens)").wait();
    expect(await findViolations(page)).to.deep.equal([]);
    await go(`/monitors/${id}`);
    const link = await page.waitForSelector(`header a[href='${site.url("/lamps")}']`);
    expect(await link?.evaluate((anchor) => anchor.getAttribute("rel"))).to.equal("noreferrer");
    await monitors.based(id);
    await page.locator("header ::-p-text(Lamps · http)").wait();
    await go("/monitors");
    await page.locator(`main li ::-p-text(Lamps · 127.0.0.1)`).wait();
    await go("/");
    await page.locator("main li a ::-p-text(Lamps)").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("changes in the settings, and the next capture is of the new page", async () => {
    const account = await newAccount();
    const monitors = monitorsOf(pipeline, account, site.url("/lamps"));
    const { id } = await monitors.create();
    const first = await monitors.based(id);
    const { page, complaints } = await openAs(account, `/monitors/${id}?tab=settings`);
    await page.locator("::-p-aria([name='Address'][role='textbox'])").fill(site.url("/chairs"));
    await page.locator(button("Change the address")).click();
    await page.locator("::-p-text(The next capture is of the new address.)").wait();
    await until(async () => (await monitors.get(id)).baselineRunId !== first);
    const run = await monitors.runNow(id);
    expect(run.result?.page.title).to.equal("Chairs");
    expect(complaints).to.deep.equal([]);
  });
});
