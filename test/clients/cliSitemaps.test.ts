import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorSitemap, SyncPlan } from "#schemas/monitor/sitemap.ts";
import { startCrawlSite } from "../support/crawlSite.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { listPages } from "../support/sitemaps.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { useCommandLine } from "./support/commandLine.ts";

describe("the sitemaps of the command line", function () {
  this.timeout(120_000);
  const site = useResource(() => startCrawlSite());
  const pipeline = usePipeline({ allow: () => [site.host], openBrowser: openSketchBrowser });
  const cli = useCommandLine();
  let env: Record<string, string>;

  before(async () => {
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    env = { WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
  });

  const run = async (...args: string[]) => {
    const { code, text, stderr } = await cli.run(["monitor", ...args], { env });
    expect(code, stderr + text).to.equal(0);
    return text;
  };
  const json = async <Value>(...args: string[]): Promise<Value> => JSON.parse(await run(...args, "--json"));

  it("plan, create, list, sync, change, pause and delete a sitemap", async () => {
    listPages(site, "/sitemap.xml", ["/docs/a", "/blog/b"]);
    const address = `${site.url}/sitemap.xml`;
    const flags = [
      "--include",
      "/docs/**",
      "--tag",
      "docs",
      "--interval",
      "43200",
      "--width",
      "320",
      "--height",
      "240",
    ];
    const shown = await run("sitemap", "create", address, ...flags, "--dry-run");
    expect(shown)
      .to.match(/would join +1\n/)
      .and.to.include(`${site.url}/docs/a`);
    const plan = await json<SyncPlan>("sitemap", "create", address, ...flags, "--dry-run");
    expect(plan).to.deep.include({ pages: 1, add: 1, addUrls: [`${site.url}/docs/a`] });
    expect(await json<unknown[]>("sitemap", "list")).to.deep.equal([]);

    const settings = ["--name", "Docs", "--max-monitors", "2", "--sync-interval", "60"];
    const { id } = await json<MonitorSitemap>("sitemap", "create", address, ...flags, ...settings);
    const first = await until(async () => {
      const sitemap = await json<MonitorSitemap>("sitemap", "get", id);
      return !sitemap.syncing && sitemap;
    });
    expect(first).to.deep.include({ name: "Docs", maxMonitors: 2, syncIntervalMinutes: 60 });
    expect(first.monitor).to.deep.include({ tags: ["docs"], intervalMinutes: 43_200 });
    const monitors = await json<Monitor[]>("list", "--sitemap", id);
    expect(monitors.map(({ name, sitemapId }) => [name, sitemapId])).to.deep.equal([[`${site.host}/docs/a`, id]]);
    expect(await run("sitemap", "list")).to.match(new RegExp(`${id} +Docs +${site.host} +active +1 +0 +0`));

    listPages(site, "/sitemap.xml", ["/docs/c"]);
    expect(await json("sitemap", "sync", id, "--dry-run")).to.deep.include({ add: 1, pause: 1 });
    const synced = await json<MonitorSitemap>("sitemap", "sync", id);
    expect(synced.lastSync).to.include({ added: 1, paused: 1 });
    const changed = await json<MonitorSitemap>("sitemap", "update", id, "--max-monitors", "5", "--threshold", "0.1");
    expect(changed).to.include({ maxMonitors: 5, name: "Docs" });
    expect(changed.monitor).to.deep.include({ changeThreshold: 0.1, tags: ["docs"] });
    expect(await json("sitemap", "pause", id)).to.include({ status: "paused" });
    expect(await json("sitemap", "resume", id)).to.include({ status: "active" });
    expect(await json("sitemap", "delete", id)).to.include({ status: "deleted" });
    expect(await json<unknown[]>("list", "--sitemap", id)).to.have.lengthOf(2);
    const none = await cli.run(["monitor", "sitemap", "update", id], { env });
    expect(none.stderr).to.include("Name a setting to change");
  });
});
