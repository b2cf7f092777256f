import { expect } from "chai";
import { type CrawlSite, startCrawlSite } from "../support/crawlSite.ts";
import { allPages, endedCrawl, getCrawl, submitCrawl } from "../support/crawls.ts";
import { generateSite } from "../support/generatedSite.ts";
import { runStack, type RunningStack } from "../support/stack.ts";
import { until } from "../support/until.ts";

/** Pages of the site; `TEST_CRAWL_PAGES=300 npm test -- test/e2e/crawl.test.ts` takes some minutes. */
const count = Number(process.env["TEST_CRAWL_PAGES"] ?? "60");

describe(`a crawl of ${count} pages whose worker is killed three times`, function () {
  this.timeout(1_200_000);
  let site: CrawlSite;
  let running: RunningStack;

  before(async () => {
    site = await startCrawlSite();
    running = await runStack({
      allow: [site.host],
      more: { WATCHFRAME_HOST_SPACING_MS: "0", WATCHFRAME_HOST_CONCURRENCY: "10" },
    });
  });
  after(async () => {
    await running?.stop();
    await site?.close();
  });

  it("finds every page and no other, renders each as one job and charges it once", async () => {
    const { answer, expected, calendarPages } = generateSite(count);
    site.answer = answer;
    const { caller, stack, database } = running;
    const id = await submitCrawl(caller, {
      url: site.url,
      maxPages: 1_000,
      maxDepth: 10,
      maxConcurrentPages: 8,
      extractLinks: true,
    });
    for (const share of [0.2, 0.45, 0.7]) {
      await until(async () => {
        const { counts } = await getCrawl(caller, id);
        return counts.completed >= share * count;
      }, 300_000);
      const pid = stack.info.processes["worker"];
      if (pid === undefined) throw new Error("the stack has no worker");
      process.kill(pid, "SIGKILL");
      await until(async () => stack.info.processes["worker"] !== pid, 60_000);
    }
    const crawl = await endedCrawl(caller, id, 900_000);
    expect(crawl).to.deep.include({ status: "completed", stopReason: "no_more_pages" });

    const pages = await allPages(caller, id);
    const found = new Map(
      pages.map(({ url, status, error }) => [nameOf(url), error === undefined ? status : `${status} ${error}`]),
    );
    const isCalendar = (path: string) => path.startsWith("/calendar/");
    const others = [...found].filter(([path]) => !isCalendar(path));
    expect(Object.fromEntries(others)).to.deep.equal(Object.fromEntries(expected));
    expect([...found.keys()].filter(isCalendar)).to.have.length(calendarPages);
    expect(pages, "each once").to.have.length(found.size);

    const jobs = await database.jobs.find({ crawlId: id }).toArray();
    const rendered = pages.filter(({ resultUrl }) => resultUrl !== undefined);
    expect(jobs.map(({ _id }) => _id).toSorted()).to.deep.equal(rendered.map((page) => page.id).toSorted());
    expect(jobs.every(({ status }) => status === "completed")).to.equal(true);
    const ledger = await database.ledger.find({ accountId: caller.accountId }).toArray();
    expect(ledger.map(({ _id }) => _id).toSorted()).to.deep.equal(jobs.map(({ _id }) => `charge:${_id}:1`).toSorted());
    expect(crawl.credits).to.deep.equal({ charged: jobs.length, refunded: 0, net: jobs.length });
  });
});

/** A page's path, with its query where that is no session. */
function nameOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  return searchParams.has("print") ? `${pathname}?print=1` : pathname;
}
