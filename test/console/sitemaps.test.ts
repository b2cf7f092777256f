import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import type { Page } from "puppeteer";
import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { sitemapOf } from "../support/sitemaps.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("sitemaps in the console", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole();
  const list = (...paths: string[]) => site.show("/sitemap.xml", sitemapOf(paths.map((one) => site.url(one))));
  const button = (name: string) => `::-p-aria([name='${name}'][role='button'])`;
  const link = (name: string) => `::-p-aria([name='${name}'][role='link'])`;

  it("show the pages before anything is made, then watch them, sync, pause and delete", async () => {
    for (const one of ["/docs/a", "/docs/b", "/docs/c", "/blog/d"]) site.show(one, shopPage(`Page ${one}`));
    list("/docs/a", "/docs/b", "/blog/d");
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/monitors");
    await page.locator(link("Sitemaps")).click();
    await page.locator("h2::-p-text(No sitemaps yet)").wait();
    await look(page, "list-empty");
    await page.locator("main a::-p-text(Watch a sitemap)").click();
    await page.locator("::-p-aria(Address of the sitemap)").fill(site.url("/sitemap.xml"));
    await page.locator("::-p-aria(Only these paths)").fill("/docs/**");
    await page.locator("::-p-aria(Tags of the monitors)").fill("docs");
    // By keyboard alone: Enter in a field submits.
    await page.focus("input[type=number]");
    await page.keyboard.press("Enter");
    await page.locator("main ::-p-text(2 pages would join)").setTimeout(40_000).wait();
    const shown = await page.$$eval("main ol li", (items) => items.map((item) => item.innerText));
    expect(shown).to.deep.equal([site.url("/docs/a"), site.url("/docs/b")]);
    expect(await findViolations(page)).to.deep.equal([]);
    await look(page, "plan");
    const none: { monitors: unknown[] } = await (await account.call("GET", "/render/monitors")).json();
    expect(none.monitors).to.deep.equal([]);

    await page.locator(button("Watch 2 pages")).click();
    await page.locator("main a::-p-text(2 monitors)").setTimeout(40_000).wait();
    await page.locator("main ::-p-text(In step)").wait();
    list("/docs/b", "/docs/c");
    await page.locator(button("Sync now")).click();
    await until(async () => {
      const reply: { sitemaps: MonitorSitemap[] } = await (
        await account.call("GET", "/render/monitor-sitemaps")
      ).json();
      return reply.sitemaps[0]?.lastSync?.paused === 1;
    });
    await until(() => page.$eval("main", ({ innerText }) => /Page is gone\s+1/.test(innerText)));
    await look(page, "detail");
    await page.locator(link("Show its monitors")).click();
    await until(() => page.$eval("main", ({ innerText }) => innerText.includes("Page gone")));
    expect(await page.$$eval("main ul > li", (rows) => rows.length)).to.equal(3);
    await look(page, "monitors");
    await page.locator("main a::-p-text(/docs/a)").click();
    await page.locator("main a::-p-text(a sitemap)").click();
    await page.locator(button("Pause")).click();
    await page.locator("main ::-p-text(None is planned)").wait();
    await page.locator(button("Delete")).click();
    await page.locator(button("Delete the sitemap")).click();
    await page.locator("h2::-p-text(No sitemaps yet)").wait();
    const left: { monitors: unknown[] } = await (await account.call("GET", "/render/monitors")).json();
    expect(left.monitors).to.have.lengthOf(3);
    expect(complaints).to.deep.equal([]);
  });

  it("say by each field and in words why there is no plan", async () => {
    site.show("/login", "<!doctype html><title>Log in</title>");
    const { page, complaints } = await openAs(await newAccount(), "/monitors/sitemaps/new");
    await page.locator("::-p-aria(Address of the sitemap)").fill(site.url("/login"));
    await page.locator(button("Show the pages")).click();
    await page.locator("main ::-p-text(does not answer with a sitemap)").setTimeout(40_000).wait();
    await page.locator("::-p-aria(Most monitors)").fill("1001");
    await page.locator(button("Show the pages")).click();
    await until(() => page.$eval("main", ({ innerText }) => /1,?000/.test(innerText)));
    // A refusal is logged by the browser itself.
    expect(complaints.filter((line) => !line.includes("400"))).to.deep.equal([]);
  });

  /** Takes pictures for people who look at the screens, if PICTURES names a folder. */
  async function look(page: Page, name: string): Promise<void> {
    const folder = process.env["PICTURES"];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    for (const width of [1440, 390])
      for (const value of ["light", "dark"]) {
        await page.setViewport({ width, height: 900 });
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
        await page.screenshot({
          path: path.join(folder, `${name}-${width}-${value}.png`),
          fullPage: true,
        });
      }
    await page.setViewport({ width: 1440, height: 900 });
  }
});
