import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import type { Page } from "puppeteer";
import { sitemapOf } from "../support/sitemaps.ts";
import { until } from "../support/until.ts";
import { useChangedMonitor } from "./support/changedMonitor.ts";
import { createMonitor } from "./support/hookedMonitor.ts";
import { findColourViolations, findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

/** Captions of the tables whose box hides a part of them at its right edge. */
function cutTables(tables: Element[]): string[] {
  const boxes = tables.map((table) => ({
    name: table.querySelector("caption")?.textContent,
    box: table.parentElement,
  }));
  return boxes.flatMap(({ name, box }) => (box !== null && box.scrollWidth > box.clientWidth ? [name ?? ""] : []));
}

describe("the console's screens", function () {
  this.timeout(240_000);
  const service = useConsole();
  const { openPage, openAs } = service;
  const changed = useChangedMonitor(service);
  let paths: string[] = [];

  before(async () => {
    const { owner } = changed;
    const url = service.site.url("/shop");
    const job = await owner.render({ url });
    const idOf = async (path: string, body: object): Promise<string> => {
      const reply: { id?: string; batch?: string } = await (await owner.call("POST", path, body)).json();
      return reply.id ?? reply.batch ?? "";
    };
    const batch = await idOf("/render/smart-batch", { urls: [url, service.site.url("/missing")] });
    const crawl = await idOf("/crawl", { url, maxPages: 2 });
    const comparison = await idOf("/render/diff", { before: { jobId: job.id }, after: { url }, visualization: "none" });
    const schedule = await idOf("/render/schedule-recurring", { url, cron: "0 9 * * *" });
    const timed: { monitor: { id: string } } = await (
      await owner.call("POST", "/render/monitors", {
        name: "Timed",
        url,
        cron: "30 8 * * SAT,SUN",
        timezone: "America/Argentina/ComodRivadavia",
        alerts: { quietHours: { from: "22:00", to: "07:00" } },
      })
    ).json();
    const { deliveries }: { deliveries: { id: string }[] } = await until(async () => {
      const list: { deliveries: { id: string }[] } = await (await owner.call("GET", "/webhook-deliveries")).json();
      return list.deliveries.length > 0 && list;
    });
    const run = (await changed.read()).incident?.runId;
    const ofMonitor = `/monitors/${changed.id}`;
    paths = [
      "/",
      "/review",
      "/review?state=seen",
      "/monitors",
      ofMonitor,
      `${ofMonitor}/runs/${run}`,
      "/monitors/new",
      "/renders",
      "/renders/new",
    ];
    await owner.call("POST", "/presets", { name: "phone", options: { width: 390, css: "h1{color:red}" } });
    paths.push("/monitors/many", "/presets", "/presets/new", "/presets/phone");
    paths.push(`/jobs/${job.id}`, "/sessions", "/nothing");
    paths.push("/batches", `/batches/${batch}`, "/crawls", "/batches/new", "/crawls/new", `/crawls/${crawl}`);
    paths.push("/comparisons", "/comparisons/new", `/comparisons/${comparison}`);
    paths.push("/schedules", "/schedules/new", `/schedules/${schedule}`);
    paths.push("/access/sign-ins/new");
    paths.push("/deliveries", `/deliveries/${deliveries[0]?.id}`, "/alerts", "/keys", "/usage", "/access");
    await owner.call("POST", "/secrets", { name: "shop-password", value: "secret" });
    await owner.call("POST", "/proxies", {
      name: "germany",
      url: "http://proxy.example.com:3128",
      note: "Slow at night",
    });
    service.site.show("/sitemap.xml", sitemapOf([service.site.url("/shop"), service.site.url("/missing")]));
    const made: { sitemap: { id: string } } = await (
      await owner.call("POST", "/render/monitors/from-sitemap", {
        sitemapUrl: service.site.url("/sitemap.xml"),
        monitor: { intervalMinutes: 43_200, tags: ["shop"] },
        includePaths: ["/shop", "/a-very-long-path-of-a-site-with-many-words-in-it/**"],
      })
    ).json();
    paths.push("/monitors/sitemaps", "/monitors/sitemaps/new", `/monitors/sitemaps/${made.sitemap.id}`);
    for (const tab of ["incidents", "baselines", "deliveries", "settings"]) paths.push(`${ofMonitor}?tab=${tab}`);
    paths.push(`/monitors/${timed.monitor.id}?tab=settings`);
    const values = [{ name: "title", selector: "h1" }];
    const read = { name: "Read", url, capture: { changeOn: "values", values } };
    const failing = { name: "Failing", url: service.site.url("/missing") };
    for (const body of [read, failing]) paths.push(`/monitors/${await createMonitor(owner, body)}`);
    for (const step of ["ignore", "threshold", "messages"]) {
      paths.push(`/monitors/new?url=${encodeURIComponent(url)}&step=${step}&test=${job.id}`);
    }
  });

  /**
   * Shows a loaded page in a colour scheme, which its styles alone follow. Without transitions, as folded parts would keep
   * their old colours until someone opens them.
   */
  async function show(page: Page, scheme: "light" | "dark"): Promise<void> {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("*, ::before, ::after { transition: none !important; }");
      document.adoptedStyleSheets = [sheet];
    });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  }

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    it(`violate no rule of accessibility and never scroll sideways, ${width} px, light and dark`, async () => {
      const { page, go } = await openAs(changed.owner);
      await page.setViewport({ width, height });
      const found: string[] = [];
      for (const path of paths) {
        await go(path);
        await page.locator("h1").wait();
        await until(() => page.$$eval("[aria-busy=true]", (busy) => busy.length === 0));
        for (const scheme of ["light", "dark"] as const) {
          await show(page, scheme);
          const beyond = await page.$eval("html", ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
          if (beyond > 0) found.push(`${path}, ${scheme}: ${beyond} px beyond the right edge`);
          const cut = await page.$$eval("table[data-cards]", cutTables);
          if (width < 640 && cut.length > 0) found.push(`${path}, ${scheme}: cards are cut in ${cut.join(", ")}`);
          const violations = await (scheme === "light" ? findViolations(page) : findColourViolations(page));
          found.push(...violations.map((line) => `${path}, ${scheme}: ${line}`));
        }
      }
      expect(found).to.deep.equal([]);
    });
  }

  // So the rules that read no colour find the same in both schemes.
  it("change colours alone with the scheme, by light-dark()", () => {
    const folder = new URL("../../console/", import.meta.url);
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.(?:css|tsx?)$/.test(name) && !/^(?:dist|node_modules)\//.test(name),
    );
    expect(sources).to.include("tokens.css");
    const asking = sources.filter((name) =>
      readFileSync(new URL(name, folder), "utf8").includes("prefers-color-scheme"),
    );
    expect(asking).to.deep.equal([]);
  });

  it("violate no rule at the log-in", async () => {
    const { page } = await openPage();
    await page.locator("h1").wait();
    expect(await findViolations(page)).to.deep.equal([]);
  });
});
