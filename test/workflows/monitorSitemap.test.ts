import { expect } from "chai";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { startCrawlSite } from "../support/crawlSite.ts";
import { monitorsOf } from "../support/monitors.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { answerFile, listPages, sitemapOf, sitemapsOf } from "../support/sitemaps.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

describe("monitors of a sitemap", function () {
  this.timeout(90_000);
  const site = useResource(() => startCrawlSite());
  const pipeline = usePipeline({ allow: () => [site.host], openBrowser: openSketchBrowser });
  const caller = useCaller(pipeline);
  const sitemaps = useResource(() => Promise.resolve(sitemapsOf(caller, site)));
  const owned = useResource(() => Promise.resolve(monitorsOf(pipeline, caller, site.url)));
  const statuses = async (id: string) =>
    Object.fromEntries([...(await sitemaps.monitors(id))].map(([path, { status }]) => [path, status]));
  const idOf = (monitors: Map<string, Monitor>, path: string) => monitors.get(path)?.id ?? "";

  it("makes a monitor for each page, which runs at once and then at a time of its own", async () => {
    listPages(site, "/first.xml", ["/one", "/two?b=1&utm_source=mail", "/one#part", "/three"]);
    const made = await sitemaps.create("/first.xml", { monitor: { intervalMinutes: 60, tags: ["docs"] } });
    expect(made).to.include({ status: "active", host: site.host, maxMonitors: 100, syncIntervalMinutes: 1_440 });
    expect(made.lastSync).to.include({ pages: 3, added: 3, paused: 0, resumed: 0, overLimit: 0 });
    expect(made.counts).to.deep.equal({ active: 3, paused: 0, gone: 0, overLimit: 0 });
    expect(Date.parse(made.nextSyncAt ?? "") - Date.parse(made.createdAt)).to.equal(1_440 * 60_000);
    const monitors = await sitemaps.monitors(made.id);
    expect([...monitors.keys()].toSorted()).to.deep.equal(["/one", "/three", "/two"]);
    for (const monitor of monitors.values()) {
      expect(monitor).to.deep.include({ status: "active", tags: ["docs"], sitemapId: made.id, missingSince: null });
      await owned.based(monitor.id);
    }
    expect(site.asked).to.include.members(["/one", "/two?b=1", "/three"]);
    const next = await Promise.all([...monitors.values()].map(async ({ id }) => (await owned.idle(id)).nextRunAt));
    expect(new Set(next).size).to.equal(3);
    for (const at of next) expect(Date.parse(at ?? "") - Date.now()).to.be.within(0, 3_600_000);
  });

  it("lets new pages join, pauses those that are gone, and resumes those that are back", async () => {
    listPages(site, "/moving.xml", ["/a", "/b"]);
    const { id } = await sitemaps.create("/moving.xml");
    listPages(site, "/moving.xml", ["/b", "/c"]);
    const moved = await sitemaps.sync(id);
    expect(moved.lastSync).to.include({ pages: 2, added: 1, paused: 1, resumed: 0 });
    expect(moved.counts).to.deep.equal({ active: 2, paused: 0, gone: 1, overLimit: 0 });
    expect(await statuses(id)).to.deep.equal({ "/a": "paused", "/b": "active", "/c": "active" });
    const before = await sitemaps.monitors(id);
    expect(before.get("/a")?.missingSince).to.be.a("string");
    await until(async () => (await owned.get(idOf(before, "/a"))).nextRunAt === null);
    listPages(site, "/moving.xml", ["/a", "/b", "/c"]);
    expect((await sitemaps.sync(id)).lastSync).to.include({ added: 0, paused: 0, resumed: 1 });
    const after = await sitemaps.monitors(id);
    expect(after.get("/a")).to.include({ id: idOf(before, "/a"), status: "active", missingSince: null });
    await until(async () => (await owned.get(idOf(after, "/a"))).nextRunAt !== null);
  });

  it("never resumes what the owner paused, and leaves a page alone that the owner resumed", async () => {
    listPages(site, "/owned.xml", ["/a", "/b", "/c"]);
    const { id } = await sitemaps.create("/owned.xml");
    const made = await sitemaps.monitors(id);
    await owned.call("PATCH", `/${idOf(made, "/a")}`, { status: "paused" });
    listPages(site, "/owned.xml", ["/c"]);
    expect((await sitemaps.sync(id)).lastSync).to.include({ paused: 1 });
    const resumed = await owned.call<{ monitor: Monitor }>("PATCH", `/${idOf(made, "/b")}`, { status: "active" });
    expect(resumed.monitor).to.include({ status: "active", missingSince: null });
    expect((await sitemaps.sync(id)).lastSync).to.include({ paused: 0, resumed: 0 });
    expect(await statuses(id)).to.deep.equal({ "/a": "paused", "/b": "active", "/c": "active" });
    listPages(site, "/owned.xml", ["/a", "/b", "/c"]);
    expect((await sitemaps.sync(id)).lastSync).to.include({ resumed: 0 });
    expect(await statuses(id)).to.deep.equal({ "/a": "paused", "/b": "active", "/c": "active" });
    listPages(site, "/owned.xml", ["/a", "/c"]);
    expect((await sitemaps.sync(id)).lastSync).to.include({ paused: 1 });
    expect((await sitemaps.monitors(id)).get("/b")).to.include({ status: "paused" });
    // A page that is gone and that the owner then pauses stays paused when it is back.
    await owned.call("PATCH", `/${idOf(made, "/b")}`, { status: "paused" });
    listPages(site, "/owned.xml", ["/a", "/b", "/c"]);
    await sitemaps.sync(id);
    expect((await sitemaps.monitors(id)).get("/b")).to.include({ status: "paused", missingSince: null });
  });

  it("makes no monitor again that the owner deleted", async () => {
    listPages(site, "/deleted.xml", ["/a", "/b"]);
    const { id } = await sitemaps.create("/deleted.xml");
    await owned.call("DELETE", `/${idOf(await sitemaps.monitors(id), "/a")}`);
    expect((await sitemaps.sync(id)).lastSync).to.include({ added: 0 });
    expect(await statuses(id)).to.deep.equal({ "/b": "active" });
  });

  it("takes pages in the sitemap's order up to the limit, and keeps those that it has", async () => {
    listPages(site, "/limited.xml", ["/z", "/y", "/x"]);
    const made = await sitemaps.create("/limited.xml", { maxMonitors: 2 });
    expect(made.counts).to.deep.equal({ active: 2, paused: 0, gone: 0, overLimit: 1 });
    listPages(site, "/limited.xml", ["/x", "/w", "/y", "/z"]);
    expect((await sitemaps.sync(made.id)).lastSync).to.include({ added: 0, paused: 0, overLimit: 2 });
    expect(await statuses(made.id)).to.deep.equal({ "/z": "active", "/y": "active" });
    await sitemaps.call("PATCH", `/render/monitor-sitemaps/${made.id}`, { maxMonitors: 3 });
    expect((await sitemaps.sync(made.id)).lastSync).to.include({ added: 1, overLimit: 1 });
    expect(Object.keys(await statuses(made.id)).toSorted()).to.deep.equal(["/x", "/y", "/z"]);
  });

  it("takes the paths that the globs include and do not exclude", async () => {
    listPages(site, "/globs.xml", ["/docs/a", "/docs/old/b", "/blog/c", "/docs/d", "/docs/manual.pdf"]);
    const globs = { includePaths: ["/docs/**"], excludePaths: ["/docs/old/**"] };
    const { id } = await sitemaps.create("/globs.xml", globs);
    expect(Object.keys(await statuses(id)).toSorted()).to.deep.equal(["/docs/a", "/docs/d"]);
    await sitemaps.call("PATCH", `/render/monitor-sitemaps/${id}`, { includePaths: ["/blog/**"] });
    expect((await sitemaps.sync(id)).lastSync).to.include({ pages: 1, added: 1, paused: 2 });
  });

  it("shows in a dry run what it would do, and makes nothing", async () => {
    const foreign = "http://elsewhere.example/page";
    answerFile(site, "/dry.xml", { body: sitemapOf([`${site.url}/a`, foreign, `${site.url}/b`]) });
    const counts = async () => [
      await pipeline.database.monitors.countDocuments({}),
      await pipeline.database.monitorSitemaps.countDocuments({}),
      await pipeline.database.sitemapSyncs.countDocuments({}),
      await pipeline.database.outbox.countDocuments({ type: { $in: ["monitor", "monitorSitemap"] } }),
    ];
    const before = await counts();
    const plan = await sitemaps.plan("/dry.xml");
    expect(plan).to.deep.equal({
      pages: 2,
      add: 2,
      pause: 0,
      resume: 0,
      keep: 0,
      overLimit: 0,
      foreign: 1,
      problems: [],
      addUrls: [`${site.url}/a`, `${site.url}/b`],
    });
    expect(await counts()).to.deep.equal(before);
    const { id } = await sitemaps.create("/dry.xml", { maxMonitors: 1 });
    answerFile(site, "/dry.xml", { body: sitemapOf([`${site.url}/c`]) });
    const next = await sitemaps.call<{ plan: unknown }>("POST", `/render/monitor-sitemaps/${id}/sync`, {
      dryRun: true,
    });
    expect(next.plan).to.deep.include({ pages: 1, add: 1, addUrls: [`${site.url}/c`], pause: 1, keep: 0 });
    expect(await statuses(id)).to.deep.equal({ "/a": "active" });
  });

  it("stops at a deletion, and leaves the monitors as they are", async () => {
    listPages(site, "/stopped.xml", ["/a"]);
    const { id } = await sitemaps.create("/stopped.xml");
    const path = `/render/monitor-sitemaps/${id}`;
    expect(await sitemaps.call("DELETE", path)).to.deep.include({ status: 200 });
    expect((await sitemaps.call("GET", path)).status).to.equal(404);
    expect(await statuses(id)).to.deep.equal({ "/a": "active" });
    await until(
      async () => (await pipeline.temporal.workflow.getHandle(`sitemap:${id}`).describe()).status.name === "COMPLETED",
    );
  });

  it("does not read while it is paused, except by hand", async () => {
    listPages(site, "/paused.xml", ["/a"]);
    const { id } = await sitemaps.create("/paused.xml");
    const path = `/render/monitor-sitemaps/${id}`;
    const paused = await sitemaps.call<{ sitemap: object }>("PATCH", path, { status: "paused" });
    expect(paused.sitemap).to.include({ status: "paused", nextSyncAt: null, syncing: false });
    listPages(site, "/paused.xml", ["/a", "/b"]);
    expect((await sitemaps.sync(id)).lastSync).to.include({ added: 1 });
    await sitemaps.call("PATCH", path, { status: "active" });
    await until(async () => (await sitemaps.get(id)).nextSyncAt !== null);
  });
});
