import { expect } from "chai";
import { startCrawlSite } from "../support/crawlSite.ts";
import { allPages, endedCrawl, submitCrawl } from "../support/crawls.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { useResource } from "../support/useResource.ts";

/** An application of one document: its script draws the page that the fragment names. */
const application = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main></main><script>
  const pages = {
    "": ["#/lamps", "#/chairs", "#/", "#top", "#!about", "#/admin/users"],
    "#/lamps": ["#/lamps?id=1&view=2", "#/lamps?view=2&id=1", "#/lamps?utm_source=mail"],
    "#/chairs": ["#/moved"],
  };
  if (location.hash === "#/moved") location.hash = "#/lamps";
  document.title = location.hash;
  document.querySelector("main").innerHTML = "<p>Page " + location.hash + "</p>" +
    (pages[location.hash] ?? []).map((href) => '<a href="' + href + '">More</a>').join(" ");
</script></body></html>`;

describe("a crawl of an application with routes in fragments", function () {
  this.timeout(90_000);
  const site = useResource(startCrawlSite);
  const pipeline = usePipeline({
    allow: () => [site.host],
    more: { WATCHFRAME_HOST_SPACING_MS: "0", WATCHFRAME_HOST_CONCURRENCY: "8" },
  });
  const caller = useCaller(pipeline);
  before(() => {
    site.answer = ({ pathname }) => (pathname === "/" ? { body: application } : undefined);
  });

  async function crawl(options: Record<string, unknown>): Promise<Record<string, string>> {
    const id = await submitCrawl(caller, { url: `${site.url}/`, maxConcurrentPages: 3, ...options });
    await endedCrawl(caller, id);
    const pages = await allPages(caller, id);
    return Object.fromEntries(pages.map(({ url, status, error }) => [url.slice(site.url.length), error ?? status]));
  }

  it("renders each route once with hashRoutes", async () => {
    expect(await crawl({ hashRoutes: true, excludePaths: ["/**/admin/**"] })).to.deep.equal({
      "/": "completed",
      "/#/lamps": "completed",
      "/#/chairs": "completed",
      "/#!about": "completed",
      "/#/lamps?id=1&view=2": "completed",
      "/#/moved": "duplicate",
    });
  });

  it("starts at a route, and stays in the routes of its globs", async () => {
    const found = await crawl({ url: `${site.url}/#/lamps`, hashRoutes: true, includePaths: ["/#/lamps"] });
    expect(found).to.deep.equal({ "/#/lamps": "completed", "/#/lamps?id=1&view=2": "completed" });
  });

  it("renders one page without hashRoutes", async () => {
    expect(await crawl({})).to.deep.equal({ "/": "completed" });
  });
});
