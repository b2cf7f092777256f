import { expect } from "chai";
import { pageWith, type SiteAnswer, siteOf, startCrawlSite } from "../support/crawlSite.ts";
import { allPages, endedCrawl, outcomes, submitCrawl } from "../support/crawls.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { useResource } from "../support/useResource.ts";

const moved = (location: string): SiteAnswer => ({ status: 302, headers: { location } });
const canonical = (href: string) => `<link rel="canonical" href="${href}">`;

describe("a crawl: copies", function () {
  this.timeout(60_000);
  const site = useResource(startCrawlSite);
  const pipeline = usePipeline({
    allow: () => [site.host],
    more: { WATCHFRAME_HOST_SPACING_MS: "0", WATCHFRAME_HOST_CONCURRENCY: "8" },
  });
  const caller = useCaller(pipeline);
  async function crawl() {
    const id = await submitCrawl(caller, { url: `${site.url}/`, maxConcurrentPages: 1 });
    await endedCrawl(caller, id);
    return outcomes(await allPages(caller, id));
  }

  it("skips copies that name their original, but only one of two that name each other", async () => {
    site.answer = siteOf({
      "/": ["/one", "/one?print=1", "/copy", "/x", "/y", "/self"],
      "/one": pageWith(["/linked"], canonical("/one")),
      "/one?print=1": pageWith(["/linked"], canonical("/one")),
      "/copy": pageWith([], canonical("/original")),
      "/original": [],
      "/linked": [],
      "/x": pageWith([], canonical("/y")),
      "/y": pageWith([], canonical("/x")),
      "/self": pageWith([], canonical("https://other.example/self")),
    });
    const found = await crawl();
    expect(found).to.deep.equal({
      "/": "completed",
      "/one": "completed",
      "/one?print=1": "skipped duplicate",
      "/copy": "skipped duplicate",
      "/original": "completed",
      "/linked": "completed",
      "/x": "skipped duplicate",
      "/y": "completed",
      "/self": "completed",
    });
  });

  it("keeps pages that differ from their canonical page, or whose canonical page is missing", async () => {
    const product = (name: string, head: string): SiteAnswer => ({
      body: `<title>Shop</title>${head}<nav>${name}</nav><h1>The ${name}</h1><p>It is sent by mail.</p>`,
    });
    site.answer = siteOf({
      "/": pageWith(["/a", "/b", "/b?sort=up", "/c", "/d", "/e", "/later-copy", "/f"], canonical("/")),
      "/a": product("kettle", canonical("/")),
      "/b": product("lamp", canonical("/b")),
      "/b?sort=up": product("lamp", canonical("/b")),
      "/c": product("chair", canonical("/gone")),
      "/d": product("desk", canonical("/moved")),
      "/moved": moved("/d"),
      "/e": product("bed", canonical("/error")),
      "/error": { ...product("bed", ""), status: 500 },
      "/later-copy": product("rug", canonical("/later")),
      "/later": product("rug", ""),
      "/f": product("fork", canonical("/other")),
      "/other": product("spoon", ""),
    });
    const found = await crawl();
    expect(found).to.deep.equal({
      "/": "completed",
      "/a": "completed",
      "/b": "completed",
      "/b?sort=up": "skipped duplicate",
      "/c": "completed",
      "/gone": "completed",
      "/d": "completed",
      "/moved": "skipped duplicate",
      "/e": "completed",
      "/error": "completed",
      "/later-copy": "skipped duplicate",
      "/later": "completed",
      "/f": "completed",
      "/other": "completed",
    });
  });
});
