import { expect } from "chai";
import { maxHostDelayMs } from "#rules/throttle.ts";
import { pageWith, type SiteAnswer, siteOf, startCrawlSite } from "../support/crawlSite.ts";
import { allPages, endedCrawl, outcomes, submitCrawl } from "../support/crawls.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const text = (body: string): SiteAnswer => ({ headers: { "content-type": "text/plain" }, body });
const moved = (location: string): SiteAnswer => ({ status: 302, headers: { location } });

/** A site to crawl, another one that it may lead to, and a service that reaches both. */
function useCrawls() {
  const site = useResource(startCrawlSite);
  const other = useResource(() => startCrawlSite("127.0.0.2"));
  const pipeline = usePipeline({
    allow: () => [site.host, other.host],
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
  return { site, other, pipeline, caller, crawl };
}

describe("a crawl: pages and redirects", function () {
  this.timeout(60_000);
  const { site, other, pipeline, caller, crawl } = useCrawls();

  it("renders every page once, however many links lead to it, and no page of other sites", async () => {
    site.answer = siteOf({
      "/": ["/a", "/b", "/#top", "/a?utm_source=x", `${other.url}/`, "mailto:a@example.com"],
      "/a": ["/", "/b", "/a", "c/../c"],
      "/b": ["/a", "/c#part"],
      "/c": ["/a", "/b"],
    });
    const { crawl: ended, outcomes: found, pages } = await crawl();
    expect(found).to.deep.equal({ "/": "completed", "/a": "completed", "/b": "completed", "/c": "completed" });
    expect(site.asked.toSorted()).to.deep.equal(["/", "/a", "/b", "/c", "/robots.txt"]);
    expect(other.asked).to.deep.equal([]);
    expect(ended).to.deep.include({ status: "completed", stopReason: "no_more_pages" });
    expect(ended.counts).to.deep.equal({ found: 4, queued: 0, inProgress: 0, completed: 4, failed: 0, skipped: 0 });
    expect(pages.map(({ depth }) => depth)).to.deep.equal([0, 1, 1, 2]);
    const [start, first] = pages;
    expect(start).to.not.have.property("parentUrl");
    expect(first).to.deep.include({ parentUrl: `${site.url}/`, statusCode: 200, title: "A page" });
  });

  it("gives each page a separate job with the given options", async () => {
    site.answer = siteOf({ "/": ["/a"], "/a": [] });
    const { id, pages } = await crawl({ extractMarkdown: true, width: 800, screenshot: true });
    for (const page of pages) {
      const job = await caller.ended(page.id, "markdown");
      expect(page.resultUrl).to.equal(`${pipeline.env.WATCHFRAME_PUBLIC_URL}/status/${page.id}`);
      expect(job).to.deep.include({ kind: "crawl_page", crawlId: id, url: page.url, status: "completed" });
      expect(job.options).to.include({ width: 800, extractMarkdown: true, extractLinks: false });
      expect(Object.keys(job.result ?? {}).toSorted()).to.deep.equal([
        "markdown",
        "metadata",
        "page",
        "screenshot",
        "timings",
      ]);
      expect(job.credits).to.deep.equal({ charged: 2, refunded: 0, net: 2 });
      const charges = await pipeline.database.ledger.find({ jobId: page.id }).toArray();
      expect(charges.map(({ operation, credits }) => [operation, credits])).to.deep.equal([["crawl_page", 2]]);
    }
  });

  it("records a redirect's target once, and follows none out of scope", async () => {
    site.answer = siteOf({
      "/": ["/new", "/alone"],
      "/new": ["/old", "/away", "/away-as-user", "/away-at-length"],
      "/old": moved("/new"),
      "/alone": moved("/moved"),
      "/moved": ["/moved", "/alone"],
      "/away": moved(`${other.url}/`),
      "/away-as-user": moved(`http://u:p@${other.host}/`),
      "/away-at-length": moved(`${other.url}/?${"x".repeat(2_100)}`),
    });
    other.answer = () => pageWith(["/never"]);
    const { outcomes: found } = await crawl();
    expect(found).to.deep.equal({
      "/": "completed",
      "/new": "completed",
      "/alone": "completed",
      "/old": "skipped duplicate",
      "/away": "skipped out_of_scope",
      "/away-as-user": "skipped out_of_scope",
      "/away-at-length": "skipped out_of_scope",
    });
  });

  it("follows the start page's redirect to another host, for any address", async () => {
    const query = "x".repeat(2_100);
    for (const [to, path] of [
      [`${other.url}/home`, "/home"],
      [`http://u:p@${other.host}/home`, "/home"],
      [`${other.url}/home?${query}`, `/home?${query}`],
    ] as const) {
      site.answer = siteOf({ "/": moved(to) });
      other.answer = siteOf({ [path]: [`${other.url}/a`, `${site.url}/b`], "/a": [] });
      const { pages } = await crawl();
      expect(pages.map(({ url, status }) => [url, status])).to.deep.equal([
        [`${site.url}/`, "completed"],
        [`${other.url}/a`, "completed"],
        [`${site.url}/b`, "completed"],
      ]);
    }
  });
});

describe("a crawl: broken links and traps", function () {
  this.timeout(60_000);
  const { site, crawl } = useCrawls();

  it("records broken links, files and failed pages with their reasons, and follows no links from them", async () => {
    site.answer = siteOf({
      "/": ["/gone", "/broken", "/text", "/report.pdf", "/picture", "/dropped", "/nothing"],
      "/gone": { ...pageWith(["/never"]), status: 410 },
      "/broken": { ...pageWith(["/never"]), status: 500 },
      "/text": text("http://127.0.0.1/never"),
      "/picture": { headers: { "content-type": "image/svg+xml" }, body: "<svg xmlns='http://www.w3.org/2000/svg'/>" },
      "/dropped": { headers: { "content-type": "application/zip" }, body: "PK" },
    });
    const { outcomes: found, pages, crawl: ended } = await crawl();
    expect(found).to.deep.equal({
      "/": "completed",
      "/gone": "completed",
      "/broken": "completed",
      "/text": "skipped not_html",
      "/report.pdf": "skipped not_html",
      "/picture": "skipped not_html",
      "/dropped": "failed unsupported_content",
      "/nothing": "completed",
    });
    const codes = Object.fromEntries(pages.map(({ url, statusCode }) => [new URL(url).pathname, statusCode]));
    expect(codes).to.deep.include({ "/gone": 410, "/broken": 500, "/nothing": 404, "/text": 200 });
    expect(site.asked).to.not.include("/report.pdf");
    const file = pages.find(({ url }) => url.endsWith(".pdf"));
    expect(file).to.not.have.any.keys("resultUrl", "statusCode");
    expect(ended.counts).to.deep.include({ completed: 4, failed: 1, skipped: 3 });
  });

  it("is not trapped by session ids and growing addresses", async () => {
    let visitor = 0;
    site.answer = ({ pathname }) => {
      if (pathname === "/robots.txt") return undefined;
      visitor += 1;
      const sessions = [`/a?PHPSESSID=s${visitor}`, `/b;jsessionid=S${visitor}`];
      const own = ["/c", "/d", "/e"].map((path) => `${path}?tkt=abc${visitor}000`);
      return pageWith([
        ...sessions,
        ...own,
        ...(pathname === "/" ? ["same/same"] : []),
        ...(pathname.startsWith("/same") ? ["same/same"] : []),
      ]);
    };
    const { pages } = await crawl({ maxPages: 500, maxDepth: 6, maxConcurrentPages: 10 });
    const paths = pages.map(({ url }) => new URL(url).pathname);
    const counted = (test: RegExp) => paths.filter((path) => test.test(path)).length;
    expect(counted(/^\/a$/)).to.equal(1);
    expect(counted(/^\/b/)).to.equal(1);
    expect(["/c", "/d", "/e"].map((path) => paths.filter((each) => each === path).length)).to.deep.equal([1, 1, 1]);
    expect(counted(/same\/same\/same/)).to.equal(0);
    expect(pages).to.have.length(7);
  });
});

describe("a crawl: scope", function () {
  this.timeout(60_000);
  const { site, other, pipeline, crawl } = useCrawls();

  describe("and robots.txt", () => {
    const pages = {
      "/": ["/open", "/private/a", "/private/open", "/nofollow"],
      "/open": { body: `<title>x</title><a href="/shy" rel="nofollow">shy</a><a href="/led">led</a>` },
      "/nofollow": pageWith(["/hidden"], `<meta name="robots" content="noindex, NOFOLLOW">`),
      "/private/a": [],
      "/private/open": moved("/private/a"),
      "/led": moved("/private/b"),
      "/private/b": ["/hidden"],
      "/shy": [],
      "/hidden": [],
    };

    it("obeys robots.txt and nofollow", async () => {
      const robots = text(
        "User-agent: Watchframe\nDisallow: /private/\nAllow: /private/open\n\nUser-agent: *\nDisallow: /",
      );
      site.answer = siteOf({ ...pages, "/robots.txt": robots });
      const { outcomes: found } = await crawl();
      expect(found).to.deep.equal({
        "/": "completed",
        "/open": "completed",
        "/private/a": "skipped robots_disallowed",
        "/private/open": "skipped robots_disallowed",
        "/nofollow": "completed",
        "/led": "skipped robots_disallowed",
      });
      expect(site.asked.filter((path) => path === "/robots.txt")).to.have.length(1);
    });

    it("ignores robots.txt on the caller's request", async () => {
      site.answer = siteOf({ ...pages, "/robots.txt": text("User-agent: *\nDisallow: /") });
      const { outcomes: found } = await crawl({ respectRobots: false });
      expect(Object.keys(found).toSorted()).to.deep.equal(
        ["/", "/hidden", "/led", "/nofollow", "/open", "/private/a", "/private/open", "/shy"].toSorted(),
      );
      expect(site.asked).to.not.include("/robots.txt");
    });

    it("fails when robots.txt forbids the start page, or when robots.txt has an error", async () => {
      site.answer = siteOf({ ...pages, "/robots.txt": text("User-agent: *\nDisallow: /$") });
      const forbidden = await crawl();
      expect(forbidden.crawl).to.deep.include({ status: "failed", stopReason: "robots_disallowed" });
      expect(forbidden.outcomes).to.deep.equal({ "/": "skipped robots_disallowed" });
      site.answer = siteOf({ ...pages, "/robots.txt": { status: 503 } });
      const unknown = await crawl();
      expect(unknown.crawl).to.deep.include({ status: "failed", stopReason: "robots_unreachable" });
      expect(unknown.outcomes).to.deep.equal({ "/": "skipped robots_unreachable" });
      expect(site.asked).to.not.include("/");
    });

    it("keeps the crawl delay of robots.txt", async () => {
      site.answer = siteOf({
        "/": ["/a", "/b"],
        "/a": [],
        "/b": [],
        "/robots.txt": text("User-agent: *\nCrawl-delay: 1.5"),
      });
      const times: number[] = [];
      const { answer } = site;
      site.answer = (url) => {
        if (url.pathname !== "/robots.txt") times.push(performance.now());
        return answer(url);
      };
      await crawl();
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(gaps).to.have.length(2);
      expect(Math.min(...gaps)).to.be.at.least(1_500);
    });

    it("is held back for ten minutes at most, whatever its Crawl-delay says", async () => {
      const { hostThrottles } = pipeline.database;
      site.answer = siteOf({ "/": [], "/robots.txt": text("User-agent: *\nCrawl-delay: 86400") });
      await crawl();
      const throttle = await until(() => hostThrottles.findOne({ _id: site.host, claimedBy: null }));
      // The other tests use the host, too.
      await hostThrottles.deleteOne({ _id: site.host });
      expect(throttle.backedOffUntil.getTime() - Date.now()).to.be.within(1_000, maxHostDelayMs);
    });
  });

  it("begins with the sitemaps' pages on request", async () => {
    const urls = (...paths: string[]) => ({
      headers: { "content-type": "application/xml" },
      body: `<urlset>${paths.map((path) => `<url><loc>${new URL(path, site.url).href}</loc></url>`).join("")}</urlset>`,
    });
    site.answer = siteOf({
      "/": ["/a"],
      "/a": [],
      "/lost": ["/found"],
      "/found": [],
      "/named.xml": urls("/a", "/lost", "/private", `${other.url}/`),
      "/sitemap.xml": urls("/usual"),
      "/robots.txt": text(`Sitemap: ${site.url}/named.xml\nUser-agent: *\nDisallow: /private`),
    });
    const named = await crawl({ useSitemap: true, maxDepth: 0 });
    expect(named.outcomes).to.deep.equal({
      "/": "completed",
      "/a": "completed",
      "/lost": "completed",
      "/private": "skipped robots_disallowed",
    });
    expect(named.pages[1]).to.deep.include({ depth: 0, parentUrl: `${site.url}/named.xml` });
    site.answer = siteOf({ "/": [], "/usual": ["/on"], "/on": [], "/sitemap.xml": urls("/usual") });
    const usual = await crawl({ useSitemap: true, maxDepth: 1 });
    expect(Object.keys(usual.outcomes)).to.deep.equal(["/", "/usual", "/on"]);
  });

  it("stays within depth, globs and number of pages", async () => {
    site.answer = ({ pathname }) =>
      pathname === "/robots.txt"
        ? undefined
        : pageWith([`${pathname.replace(/\/$/, "")}/x`, "/blog/1", "/blog/2", "/shop/1"]);
    const deep = await crawl({ maxDepth: 2 });
    expect(Object.keys(deep.outcomes).filter((path) => path.startsWith("/x"))).to.deep.equal(["/x", "/x/x"]);
    expect(deep.crawl.stopReason).to.equal("no_more_pages");
    const globs = { includePaths: ["/blog/**", "/shop/*"], excludePaths: ["*2"] };
    expect(Object.keys((await crawl({ maxDepth: 1, ...globs })).outcomes)).to.deep.equal(["/", "/blog/1", "/shop/1"]);
    const few = await crawl({ maxPages: 3 });
    expect(few.crawl).to.deep.include({ status: "completed", stopReason: "max_pages" });
    expect(few.pages).to.have.length(3);
    expect(few.pages.every(({ status }) => status === "completed")).to.equal(true);
    const exact = await crawl({ maxPages: 3, maxDepth: 1, excludePaths: ["/blog/2", "/shop/*"] });
    expect(exact.crawl.stopReason).to.equal("no_more_pages");
  });
});
