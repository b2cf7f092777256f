import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect } from "chai";
import { pageWith, startCrawlSite } from "../support/crawlSite.ts";
import { endedCrawl, submitCrawl } from "../support/crawls.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";

describe("the time until a cancelled job stops", function () {
  this.timeout(60_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  const caller = useCaller(pipeline);

  it("is less than 2 s until its page is closed", async () => {
    site.hold();
    const id = await caller.submit({ url: `${site.url}/cancel`, timeout: 60 });
    await site.visited(1);
    const closed = new Promise((resolve) => site.seen[0]?.socket.once("close", resolve));
    const asked = performance.now();
    expect((await caller.call("DELETE", `/jobs/${id}`)).status).to.equal(200);
    await closed;
    expect(performance.now() - asked).to.be.lessThan(2_000);
  });
});

describe("the time that a crawl of a site with expensive addresses keeps other work waiting", function () {
  this.timeout(60_000);
  const site = useResource(startCrawlSite);
  const pipeline = usePipeline({
    allow: () => [site.host],
    more: { WATCHFRAME_HOST_SPACING_MS: "0", WATCHFRAME_HOST_CONCURRENCY: "8" },
  });
  const caller = useCaller(pipeline);
  const letters = (index: number) => index.toString(26).replaceAll(/\d/g, "z");

  /** How long other work had to wait at most while a page with these links was recorded, milliseconds. */
  async function maxWaitMs(links: string[], robots: string, body: Record<string, unknown>): Promise<number> {
    site.answer = ({ pathname }) => {
      if (pathname === "/robots.txt") return { headers: { "content-type": "text/plain" }, body: robots };
      return pageWith(pathname === "/" ? links : []);
    };
    const delays = monitorEventLoopDelay({ resolution: 10 });
    delays.enable();
    const request = { url: `${site.url}/`, maxConcurrentPages: 6, maxPages: 3, ...body };
    const ended = await endedCrawl(caller, await submitCrawl(caller, request));
    delays.disable();
    expect(ended).to.deep.include({ status: "completed", stopReason: "max_pages" });
    return delays.max / 1e6;
  }

  it("is short while it matches globs", async () => {
    const links = Array.from({ length: 100 }, (_, index) => `/${"a".repeat(1_900)}${letters(index)}`);
    const excludePaths = Array.from({ length: 50 }, (_, index) => `/*${"a".repeat(125)}${index % 10}`);
    expect(await maxWaitMs(links, "", { excludePaths })).to.be.below(2_000);
  });

  it("is short while it matches robots.txt", async () => {
    const links = Array.from({ length: 4_900 }, (_, index) => `/page-${letters(index)}-about-something-or-other`);
    const rules = Array.from({ length: 40_000 }, (_, index) => `Allow:/*z${letters(index)}0`);
    expect(await maxWaitMs(links, `User-agent: *\n${rules.join("\n")}`, {})).to.be.below(2_000);
  });
});
