import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { Webhook } from "standardwebhooks";
import { workflowIds } from "#orders/messages.ts";
import { startCrawlSite } from "../support/crawlSite.ts";
import { monitorsOf } from "../support/monitors.ts";
import { newCaller, reconcileNow, useCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { answerFile, indexOf, listPages, sitemapOf, sitemapsOf } from "../support/sitemaps.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

describe("monitors of a sitemap: faults", function () {
  this.timeout(90_000);
  const site = useResource(() => startCrawlSite());
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host], openBrowser: openSketchBrowser });
  const caller = useCaller(pipeline);
  const sitemaps = useResource(() => Promise.resolve(sitemapsOf(caller, site)));
  const pathsOf = async (id: string) => [...(await sitemaps.monitors(id)).keys()].toSorted();
  const twelve = Array.from({ length: 12 }, (_, index) => `/page-${String(index).padStart(2, "0")}`);

  it("change nothing when the sitemap cannot be read, is none or is empty, and say why", async () => {
    listPages(site, "/sick.xml", ["/a", "/b"]);
    const { id } = await sitemaps.create("/sick.xml");
    const answers = [
      ["sitemap_unreachable", { status: 500, body: "out of order" }],
      ["sitemap_missing", { status: 404 }],
      ["sitemap_missing", { status: 410 }],
      ["sitemap_refused", { status: 403, body: "no robots" }],
      ["sitemap_invalid", { body: "<!doctype html><title>Log in</title>" }],
      ["sitemap_invalid", { body: "" }],
      ["sitemap_empty", { body: sitemapOf([]) }],
      ["sitemap_empty", { body: sitemapOf(["https://elsewhere.example/a"]) }],
    ] as const;
    for (const [code, answer] of answers) {
      answerFile(site, "/sick.xml", answer);
      const { lastSync, counts } = await sitemaps.sync(id);
      expect(lastSync?.error?.code, JSON.stringify(answer)).to.equal(code);
      expect(lastSync).to.include({ added: 0, paused: 0, resumed: 0 });
      expect(counts).to.include({ active: 2, gone: 0 });
    }
    listPages(site, "/sick.xml", ["/a", "/b"]);
    expect((await sitemaps.sync(id)).lastSync).to.not.have.property("error");
  });

  it("pause no page at the first sync that misses more than half of them, and at the next one do", async () => {
    listPages(site, "/half.xml", twelve);
    const { id } = await sitemaps.create("/half.xml");
    listPages(site, "/half.xml", twelve.slice(0, 5));
    const first = await sitemaps.sync(id);
    expect(first.lastSync?.error?.code).to.equal("many_pages_gone");
    expect(first.counts).to.include({ active: 12, gone: 0 });
    // All are there again, so the next disappearance is the first one again.
    listPages(site, "/half.xml", twelve);
    expect((await sitemaps.sync(id)).lastSync).to.not.have.property("error");
    listPages(site, "/half.xml", twelve.slice(0, 5));
    expect((await sitemaps.sync(id)).lastSync).to.include({ paused: 0 });
    const second = await sitemaps.sync(id);
    expect(second.lastSync).to.include({ paused: 7 }).and.not.have.property("error");
    expect(second.counts).to.include({ active: 5, gone: 7 });
  });

  it("pause at once if just half of the pages are gone, or there were fewer than ten", async () => {
    listPages(site, "/just.xml", twelve);
    const half = await sitemaps.create("/just.xml");
    listPages(site, "/just.xml", twelve.slice(0, 6));
    expect((await sitemaps.sync(half.id)).lastSync).to.include({ paused: 6 });
    listPages(site, "/few.xml", twelve.slice(0, 9));
    const few = await sitemaps.create("/few.xml");
    listPages(site, "/few.xml", twelve.slice(0, 1));
    expect((await sitemaps.sync(few.id)).lastSync).to.include({ paused: 8 });
  });

  it("read an index and gzipped files, and pause nothing while one of them is missing", async () => {
    answerFile(site, "/index.xml", { body: indexOf([`${site.url}/part-1.xml.gz`, `${site.url}/part-2.xml`]) });
    const packed = gzipSync(sitemapOf([`${site.url}/a`, `${site.url}/b`]));
    answerFile(site, "/part-1.xml.gz", { headers: { "content-type": "application/gzip" }, body: packed });
    answerFile(site, "/part-2.xml", { body: sitemapOf([`${site.url}/c`]) });
    const { id, lastSync } = await sitemaps.create("/index.xml");
    expect(lastSync).to.include({ pages: 3, added: 3 });
    answerFile(site, "/part-1.xml.gz", { status: 503 });
    answerFile(site, "/part-2.xml", { body: sitemapOf([`${site.url}/d`]) });
    const partly = await sitemaps.sync(id);
    expect(partly.lastSync?.error?.code).to.equal("sitemap_incomplete");
    expect(partly.lastSync).to.include({ added: 1, paused: 0 });
    expect(partly.counts).to.include({ active: 4, gone: 0 });
  });

  it("keep out pages of other hosts and private addresses", async () => {
    const secret = await startCrawlSite();
    try {
      const strangers = [`${secret.url}/admin`, "http://10.0.0.1/", "ftp://elsewhere.example/file", "javascript:1"];
      answerFile(site, "/foreign.xml", { body: sitemapOf([...strangers, `${site.url}/own`]) });
      const { id } = await sitemaps.create("/foreign.xml");
      expect(await pathsOf(id)).to.deep.equal(["/own"]);
      // The other port is not allowed, whether named or redirected to.
      answerFile(site, "/redirect.xml", { status: 302, headers: { location: `${secret.url}/sitemap.xml` } });
      for (const [file, target] of [
        ["/sitemap.xml", secret],
        ["/redirect.xml", site],
      ] as const) {
        const plan = await sitemapsOf(caller, target).call<{ plan: { problems: { code: string }[] } }>(
          "POST",
          "/render/monitors/from-sitemap",
          {
            sitemapUrl: `${target.url}${file}`,
            monitor: { intervalMinutes: 60 },
            dryRun: true,
          },
        );
        const refused = plan.status === 400 || plan.plan.problems[0]?.code === "sitemap_forbidden";
        expect(refused, JSON.stringify(plan)).to.equal(true);
      }
      expect(secret.asked).to.deep.equal([]);
    } finally {
      await secret.close();
    }
  });

  it("make no more monitors than the plan allows, and count the rest", async () => {
    const starter = sitemapsOf(await newCaller(pipeline.apiUrl, pipeline.database, "starter"), site);
    listPages(site, "/many.xml", twelve);
    const made = await starter.create("/many.xml");
    expect(made.lastSync).to.deep.include({ added: 10, overLimit: 2 });
    expect(made.lastSync?.error?.code).to.equal("plan_limit");
    const more = await starter.plan("/many.xml");
    expect(more).to.include({ add: 0, overLimit: 12 });
    const [first] = (await starter.monitors(made.id)).values();
    await starter.call("DELETE", `/render/monitors/${first?.id}`);
    expect((await starter.sync(made.id)).lastSync).to.include({ added: 1, overLimit: 1 });
  });

  it("do nothing twice when a sync is repeated, and finish one that was cut off", async () => {
    listPages(site, "/again.xml", ["/a", "/b"]);
    const own = await newCaller(pipeline.apiUrl, pipeline.database);
    const mine = sitemapsOf(own, site);
    const { id } = await mine.create("/again.xml");
    const monitors = monitorsOf(pipeline, own, site.url);
    for (const { id: monitorId } of (await mine.monitors(id)).values()) await monitors.based(monitorId);
    const query = `WorkflowType = "sitemapSync" AND AccountId = "${own.accountId}"`;
    const sync = await until(async () => {
      for await (const one of pipeline.temporal.workflow.list({ query })) return one;
      return false;
    });
    await pipeline.temporal.workflowService.startBatchOperation({
      namespace: pipeline.env.WATCHFRAME_TEMPORAL_NAMESPACE,
      visibilityQuery: query,
      jobId: uuidv7(),
      reason: "again",
      resetOperation: { identity: "operator", options: { firstWorkflowTask: {} } },
    });
    const handle = pipeline.temporal.workflow.getHandle(sync.workflowId);
    await until(async () => {
      const { runId, status } = await handle.describe();
      return runId !== sync.runId && status.name === "COMPLETED";
    });
    const { database } = pipeline;
    expect(await database.monitors.countDocuments({ accountId: own.accountId })).to.equal(2);
    expect(
      (await database.ledger.find({ accountId: own.accountId }).toArray()).map(({ credits }) => credits),
    ).to.deep.equal([1, 1]);
    // A sync that died between its writes and its starts left entries in the outbox.
    const [cut] = (await mine.monitors(id)).values();
    const monitorId = cut?.id ?? "";
    await pipeline.temporal.workflow.getHandle(workflowIds.monitor(monitorId)).terminate("cut off");
    await database.monitors.updateOne(
      { _id: monitorId },
      { $set: { "spec.wanted": "paused", "sitemap.missingSince": new Date() }, $inc: { specRev: 1 } },
    );
    const entry = { type: "monitorChange", accountId: own.accountId, createdAt: new Date(0) } as const;
    await database.outbox.insertOne({ _id: `${monitorId}:${uuidv7()}`, jobIds: [], ...entry });
    await reconcileNow(pipeline);
    await until(async () => (await database.monitors.findOne({ _id: monitorId }))?.state.nextRunAt === null);
  });

  it("give each monitor the template's secrets, which no record and no history has in clear", async () => {
    const own = await newCaller(pipeline.apiUrl, pipeline.database);
    const mine = sitemapsOf(own, site);
    const marks = { header: "MARKEDHEADER", cookie: "MARKEDCOOKIE", hook: "MARKEDHOOK", path: "MARKEDPATH" };
    const secret = `whsec_${Buffer.from(`${marks.hook}-and-more-bytes`).toString("base64")}`;
    const seen = new Map<string, string>();
    let colour = "white";
    answerFile(site, `/${marks.path}.xml`, { body: sitemapOf([`${site.url}/safe?key=${marks.path}`]) });
    const before = site.answer;
    site.answer = (url) =>
      url.pathname === "/safe" ? { body: `<!doctype html><body style="background:${colour}">` } : before(url);
    site.onRequest = (headers) => {
      if (headers["x-token"] !== undefined) seen.set(String(headers["x-token"]), headers.cookie ?? "");
    };
    const { id } = await mine.create(`/${marks.path}.xml`, {
      monitor: {
        baselineMode: "fixed",
        capture: {
          width: 320,
          height: 240,
          headers: { "X-Token": marks.header },
          cookies: [{ name: "session", value: marks.cookie }],
        },
        alerts: { webhook: { url: `${receiver.url}/${marks.path}`, secret } },
      },
    });
    const [monitor] = (await mine.monitors(id)).values();
    const monitorId = monitor?.id ?? "";
    const monitors = monitorsOf(pipeline, own, site.url);
    await monitors.based(monitorId);
    expect(seen.get(marks.header)).to.equal(`session=${marks.cookie}`);
    colour = "black";
    await monitors.runNow(monitorId);
    const hooks = await until(async () => {
      const found = receiver.received.filter(({ path }) => path === `/${marks.path}`);
      return found.length > 0 && found;
    });
    const [{ body, headers } = { body: "", headers: {} }] = hooks;
    expect(new Webhook(secret).verify(body, headers)).to.include({ type: "monitor.change_detected" });

    const { database, temporal } = pipeline;
    const { accountId } = own;
    const records = await Promise.all([
      database.monitorSitemaps.find({ accountId }).toArray(),
      database.sitemapSyncs.find({ accountId }).toArray(),
      database.monitors.find({ accountId }).toArray(),
      database.runs.find({ accountId }).toArray(),
      database.outbox.find({ accountId }).toArray(),
    ]);
    const texts = [JSON.stringify(records)];
    for await (const { workflowId, runId } of temporal.workflow.list({ query: `AccountId = "${accountId}"` })) {
      const history = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
      const text = JSON.stringify(history, (_key, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : value,
      );
      texts.push(text);
    }
    expect(texts.length).to.be.greaterThan(4);
    const replies = [await mine.get(id), await mine.call("GET", "/render/monitor-sitemaps"), monitor];
    for (const text of [...texts, JSON.stringify(replies)])
      for (const mark of [...Object.values(marks), Buffer.from(marks.hook).toString("base64")])
        expect(text).to.not.include(mark);
  });
});
