import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { Value } from "typebox/value";
import type { Crawl } from "#schemas/crawl.ts";
import { WebhookEvent } from "#schemas/events.ts";
import { workflowIds } from "#orders/messages.ts";
import { pageWith, type SiteAnswer, siteOf, startCrawlSite } from "../support/crawlSite.ts";
import { allPages, endedCrawl, outcomes, submitCrawl } from "../support/crawls.ts";
import { newCaller, useCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const moved = (location: string): SiteAnswer => ({ status: 302, headers: { location } });

describe("the end of a crawl", function () {
  this.timeout(60_000);

  const site = useResource(startCrawlSite);
  const other = useResource(() => startCrawlSite("127.0.0.2"));
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({
    allow: () => [site.host, other.host, receiver.host],
    more: { WATCHFRAME_HOST_SPACING_MS: "0", WATCHFRAME_HOST_CONCURRENCY: "8" },
  });
  const caller = useCaller(pipeline);
  beforeEach(() => {
    site.asked.length = 0;
    other.asked.length = 0;
    other.answer = siteOf({ "/": [] });
  });

  async function crawl(body: Record<string, unknown> = {}) {
    const id = await submitCrawl(caller, { url: `${site.url}/`, maxConcurrentPages: 6, ...body });
    const ended = await endedCrawl(caller, id);
    const pages = await allPages(caller, id);
    return { id, crawl: ended, pages, outcomes: outcomes(pages) };
  }

  describe("on a stop request", () => {
    /** A site with a start page that links to many pages. The pages answer after the returned function is called. */
    function heldPages(count: number): () => void {
      const start = pageWith(Array.from({ length: count }, (_, index) => `/held/${index}`));
      site.answer = ({ pathname }) => {
        if (pathname === "/robots.txt") return undefined;
        return pathname === "/" ? start : { ...pageWith(["/more"]), held: released.promise };
      };
      const released = Promise.withResolvers<void>();
      return () => released.resolve();
    }

    const atWork = (count: number) =>
      until(async () => site.asked.filter((path) => path.startsWith("/held")).length >= count);

    it("finishes running pages, skips queued pages, and shows its status immediately", async () => {
      const release = heldPages(8);
      const id = await submitCrawl(caller, { url: site.url, maxConcurrentPages: 2 });
      await atWork(2);
      const reply = await caller.call("DELETE", `/crawl/${id}`);
      const { crawl: shown }: { crawl: Crawl } = await reply.json();
      expect([reply.status, shown.status, shown.stopReason, shown.completedAt]).to.deep.equal([
        200,
        "cancelled",
        "cancelled",
        null,
      ]);
      expect(shown.counts).to.deep.include({ found: 9, queued: 0, inProgress: 2, completed: 1, skipped: 6 });
      release();
      const ended = await endedCrawl(caller, id);
      expect(ended.counts).to.deep.equal({ found: 9, queued: 0, inProgress: 0, completed: 3, failed: 0, skipped: 6 });
      const pages = await allPages(caller, id, "&status=skipped");
      expect(pages.map(({ error, resultUrl }) => [error, resultUrl])).to.deep.equal(
        Array.from({ length: 6 }, () => ["cancelled", undefined]),
      );
      expect((await caller.call("DELETE", `/crawl/${id}`)).status).to.equal(409);
      // These are removed after the end is shown.
      for (const collection of ["crawlSeen", "crawlPatterns", "crawlRobots"] as const)
        await until(async () => (await pipeline.database[collection].countDocuments({ crawlId: id })) === 0);
    });

    it("is cancelled even if robots.txt arrives later and forbids it", async () => {
      const released = Promise.withResolvers<void>();
      const headers = { "content-type": "text/plain" };
      site.answer = ({ pathname }) =>
        pathname === "/robots.txt"
          ? { headers, body: "User-agent: *\nDisallow: /", held: released.promise }
          : pageWith([]);
      const id = await submitCrawl(caller, { url: site.url, webhookUrl: `${receiver.url}/forbidden` });
      await until(async () => site.asked.includes("/robots.txt"));
      await pipeline.temporal.workflow.getHandle(workflowIds.crawl(id)).signal("cancel");
      released.resolve();
      expect(await endedCrawl(caller, id)).to.deep.include({ status: "cancelled", stopReason: "cancelled" });
    });

    it("is cancelled within seconds while sitemaps are slow, and aborts their requests", async () => {
      const never = new Promise<void>(() => undefined);
      site.answer = ({ pathname }) => (pathname === "/robots.txt" ? undefined : { ...pageWith([]), held: never });
      const id = await submitCrawl(caller, { url: site.url, useSitemap: true });
      await until(async () => site.asked.includes("/sitemap.xml"));
      const reply = await caller.call("DELETE", `/crawl/${id}`);
      expect(reply.status).to.equal(200);
      const ended = await endedCrawl(caller, id, 8_000);
      expect(ended).to.deep.include({ status: "cancelled", stopReason: "cancelled" });
      expect(site.asked).to.deep.equal(["/robots.txt", "/sitemap.xml"]);
    });

    it("renders its pages in time while sitemaps are slow", async () => {
      const never = new Promise<void>(() => undefined);
      const map = { headers: { "content-type": "text/plain" }, body: `${site.url}/named` };
      const named = ["quick", "slow", "slower"].map((name) => `Sitemap: ${site.url}/${name}.txt`);
      site.answer = ({ pathname }) => {
        if (pathname === "/robots.txt") return { ...map, body: named.join("\n") };
        if (pathname === "/quick.txt") return map;
        return pathname.startsWith("/slow") ? { ...map, held: never } : pageWith([]);
      };
      const { crawl: ended, outcomes: found } = await crawl({ useSitemap: true, maxDurationSeconds: 12 });
      expect(found).to.deep.equal({ "/": "completed", "/named": "completed" });
      expect(ended).to.deep.include({ status: "completed", stopReason: "no_more_pages" });
      expect(Date.parse(ended.completedAt ?? "") - Date.parse(ended.createdAt)).to.be.below(18_000);
    });

    it("follows an operator: a signal, a cancellation, a termination", async () => {
      const handleOf = (id: string) => pipeline.temporal.workflow.getHandle(workflowIds.crawl(id));
      const steps: [status: string, reason: string, act: (id: string) => Promise<unknown>][] = [
        ["cancelled", "cancelled", (id) => handleOf(id).signal("cancel")],
        ["cancelled", "cancelled", (id) => handleOf(id).cancel()],
        ["failed", "terminated", (id) => handleOf(id).terminate("by an operator")],
      ];
      const release = heldPages(4);
      const submit = () => submitCrawl(caller, { url: site.url, maxConcurrentPages: 1 });
      const crawls = await Promise.all(steps.map(async (step) => ({ step, id: await submit() })));
      await atWork(steps.length);
      await Promise.all(crawls.map(({ step: [, , act], id }) => act(id)));
      release();
      for (const {
        step: [status, stopReason],
        id,
      } of crawls)
        expect(await endedCrawl(caller, id)).to.deep.include({ status, stopReason });
    });

    it("ends when its time is over", async () => {
      let pages = 0;
      site.answer = ({ pathname }) => {
        if (pathname === "/robots.txt")
          return { headers: { "content-type": "text/plain" }, body: "User-agent: *\nCrawl-delay: 6" };
        pages += 1;
        return pageWith(["/1", "/2", "/3", "/4"]);
      };
      const { crawl: ended, outcomes: found } = await crawl({ maxDurationSeconds: 10 });
      expect(ended).to.deep.include({ status: "completed", stopReason: "max_duration" });
      expect(Object.values(found).filter((outcome) => outcome === "completed")).to.have.length(pages);
      expect(Object.values(found)).to.include("skipped max_duration");
      expect(pages).to.be.within(2, 4);
    });

    it("ends when the account is out of credits, and charges what it rendered", async () => {
      const poor = await newCaller(pipeline.apiUrl, pipeline.database, "free");
      const used = async () => (await pipeline.database.accounts.findOne({ _id: poor.accountId }))?.credits.used;
      await pipeline.database.accounts.updateOne({ _id: poor.accountId }, { $set: { "credits.used": 97 } });
      site.answer = siteOf({ "/": ["/1", "/2", "/3", "/4", "/5"], "/1": [], "/2": [], "/3": [], "/4": [], "/5": [] });
      const id = await submitCrawl(poor, { url: site.url, screenshot: true });
      const ended = await endedCrawl(poor, id);
      expect(ended).to.deep.include({ status: "out_of_credits", stopReason: "out_of_credits" });
      expect(ended.credits).to.deep.equal({ charged: 3, refunded: 0, net: 3 });
      expect(ended.counts).to.deep.include({ completed: 3, skipped: 3 });
      expect(await used()).to.equal(100);
      const refused = await poor.call("POST", "/crawl", { url: site.url });
      const { error }: { error: string } = await refused.json();
      expect([refused.status, error]).to.deep.equal([402, "insufficient_credits"]);
    });

    it("fails when the start page fails, and refunds its price", async () => {
      site.answer = siteOf({ "/": { headers: { "content-type": "application/zip" }, body: "PK" } });
      const { crawl: ended } = await crawl({ screenshot: true });
      expect(ended).to.deep.include({ status: "failed", stopReason: "start_page_failed" });
      expect(ended.credits).to.deep.equal({ charged: 1, refunded: 1, net: 0 });
    });

    it("fails when the start page answers with an error, and shows its status", async () => {
      site.answer = siteOf({});
      const { crawl: ended, pages } = await crawl();
      expect(ended).to.deep.include({ status: "failed", stopReason: "start_page_failed" });
      expect(pages.map(({ status, statusCode }) => [status, statusCode])).to.deep.equal([["completed", 404]]);
    });

    it("goes on from the sitemap when the start page answers with an error", async () => {
      const headers = { "content-type": "text/plain" };
      site.answer = siteOf({ "/sitemap.xml": { headers, body: `${site.url}/named` }, "/named": [] });
      const { crawl: ended, outcomes: found } = await crawl({ useSitemap: true });
      expect(ended).to.deep.include({ status: "completed", stopReason: "no_more_pages" });
      expect(found).to.deep.equal({ "/": "completed", "/named": "completed" });
    });
  });

  it("delivers an event for each page and for its end", async () => {
    const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    site.answer = siteOf({ "/": ["/a"], "/a": [] });
    const { id } = await crawl({ webhookUrl: receiver.url, webhookSecret });
    const received = await until(async () => receiver.received.length >= 3 && receiver.received);
    const events = received.map(({ body, headers }) =>
      Value.Parse(WebhookEvent, new Webhook(webhookSecret).verify(body, headers)),
    );
    expect(events.map(({ type }) => type).toSorted()).to.deep.equal([
      "crawl.completed",
      "job.completed",
      "job.completed",
    ]);
    const end = events.find(({ type }) => type === "crawl.completed");
    expect(end?.data).to.deep.include({
      crawlId: id,
      status: "completed",
      stopReason: "no_more_pages",
      counts: { found: 2, queued: 0, inProgress: 0, completed: 2, failed: 0, skipped: 0 },
      pagesUrl: `${pipeline.env.WATCHFRAME_PUBLIC_URL}/crawl/${id}/pages`,
    });
    expect(events.filter(({ data }) => data["crawlId"] === id)).to.have.length(3);
  });

  it("sends headers and cookies to the origin of the start page only, and keeps them sealed", async () => {
    const seen: [string, string | undefined, string | undefined][] = [];
    site.answer = siteOf({ "/": moved(`${other.url}/`), "/a": [] });
    other.answer = siteOf({ "/": [`${site.url}/a`, "/b"], "/b": [] });
    for (const each of [site, other]) {
      each.onRequest = ({ host, authorization, cookie }) => seen.push([host ?? "", authorization, cookie]);
    }
    const headers = { Authorization: "Bearer canary-1" };
    const { id } = await crawl({ headers, cookies: [{ name: "sid", value: "canary-2" }] });
    const withSecret = seen.filter(([, ...secrets]) => secrets.some((secret) => secret?.includes("canary")));
    expect(withSecret.map(([host]) => host)).to.deep.equal([site.host, site.host]);
    const record = await pipeline.database.crawls.findOne({ _id: id });
    const jobs = await pipeline.database.jobs.find({ crawlId: id }).toArray();
    expect(JSON.stringify([record, jobs])).to.not.include("canary");
    const history = await pipeline.temporal.workflow.getHandle(workflowIds.crawl(id)).fetchHistory();
    expect(historyToJSON(history)).to.not.include(Buffer.from("canary").toString("base64").slice(0, 7));
  });
});
