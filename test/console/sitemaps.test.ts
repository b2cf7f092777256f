import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import type { Page } from "puppeteer";
import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { sitemapOf } from "../support/sitemaps.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("sitemaps in the console", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole({ openBrowser: openSketchBrowser });
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
    await page.locator("::-p-aria(Tags)").fill("docs");
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

  it("give their monitors every setting, and change the template for later ones", async () => {
    site.show("/timed/a", shopPage("Timed"));
    site.show("/timed.xml", sitemapOf([site.url("/timed/a")]));
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/monitors/sitemaps/new");
    await page.locator("::-p-aria(Address of the sitemap)").fill(site.url("/timed.xml"));
    await choose(page, "every day How often", "at set times");
    await page.locator("summary::-p-text(Comparison)").click();
    await page.locator("label::-p-text(Also show which words changed)").click();
    await page.locator("summary::-p-text(Messages)").click();
    await choose(page, "A mail for each message How often", "One mail a day");
    await page.locator("::-p-aria([name='Webhook'][role='textbox'])").fill(site.url("/hook"));
    await page.locator(button("Show the pages")).click();
    await page.locator(button("Watch 1 page")).setTimeout(40_000).click();
    await page.locator("main ::-p-text(In step)").setTimeout(40_000).wait();
    const read = async (): Promise<MonitorSitemap> => {
      const reply: { sitemaps: MonitorSitemap[] } = await (
        await account.call("GET", "/render/monitor-sitemaps")
      ).json();
      const [sitemap] = reply.sitemaps;
      if (sitemap === undefined) throw new Error("There is no sitemap.");
      return sitemap;
    };
    const made = await read();
    expect(made.monitor).to.include({ cron: "0 9 * * MON-FRI" });
    expect(made.monitor.capture).to.include({ text: true });
    expect(made.monitor.alerts).to.deep.include({ digest: "daily", webhook: { configured: true, signed: false } });

    await page.locator("main ::-p-aria(Without these paths)").fill("/old/**");
    await page.locator("::-p-aria(Most monitors)").click({ count: 3 });
    await page.keyboard.type("7");
    await page.locator("::-p-aria(Tags)").fill("timed, later");
    expect(await findViolations(page)).to.deep.equal([]);
    await look(page, "settings");
    await page.locator(button("Save")).click();
    const changed = await until(async () => {
      const sitemap = await read();
      return sitemap.maxMonitors === 7 && sitemap;
    });
    expect(changed.excludePaths).to.deep.equal(["/old/**"]);
    expect(changed.monitor).to.deep.equal({ ...made.monitor, tags: ["timed", "later"] });
    await page.locator("::-p-aria(Tags)").fill("x".repeat(41));
    await page.locator(button("Save")).click();
    await page.locator("main [role=alert]").wait();
    const tags = await page.locator("::-p-aria([name='Tags'][role='textbox'])").waitHandle();
    const problem = await tags.evaluate((field) =>
      (field.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? "")
        .join(" "),
    );
    expect(problem).to.match(/40/);
    expect((await read()).monitor.tags).to.deep.equal(["timed", "later"]);
    expect(complaints.filter((line) => !line.includes("400"))).to.deep.equal([]);
  });

  /** Chooses an option of a field by the name of its button. */
  async function choose(page: Page, name: string, option: string): Promise<void> {
    await page.locator(button(name)).click();
    await page.locator(`[role=option]::-p-text(${option})`).click();
    await until(() => page.$$eval("[role=listbox]", (lists) => lists.length === 0));
  }

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
