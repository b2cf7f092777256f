import { expect } from "chai";
import { type CrawlSite, startCrawlSite } from "../support/crawlSite.ts";
import { allPages, endedCrawl, submitCrawl } from "../support/crawls.ts";
import { generateSite } from "../support/generatedSite.ts";
import { runStack, type RunningStack } from "../support/stack.ts";
import { until } from "../support/until.ts";

describe("a crawl of 300 pages with a worker that is killed three times", function () {
  this.timeout(600_000);
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

  /** At the death of a worker: the number of requests in the site's log, and the rendered pages. */
  type Death = { asked: number; rendered: Set<string> };

  async function killWorker(crawlId: string): Promise<Death> {
    const { stack, database } = running;
    const pid = stack.info.processes["worker"];
    if (pid === undefined) throw new Error("the stack has no worker");
    process.kill(pid, "SIGKILL");
    const asked = site.asked.length;
    const rendered = await database.jobs.find({ crawlId, status: "completed" }).toArray();
    await until(async () => (stack.info.processes["worker"] ?? pid) !== pid, 60_000);
    return { asked, rendered: new Set(rendered.map(({ url }) => askedFor(url))) };
  }

  it("finds every page and no other, renders each once and charges it once", async () => {
    const { answer, expected, calendarPages } = generateSite(149);
    expect(expected.size + calendarPages).to.equal(300);
    site.answer = answer;
    const { caller, database } = running;
    const wishes = { maxPages: 1_000, maxDepth: 10, maxConcurrentPages: 10, extractLinks: true };
    const id = await submitCrawl(caller, { url: site.url, ...wishes });
    const deaths: Death[] = [];
    await until(async () => site.asked.length > 80, 300_000);
    deaths.push(await killWorker(id));
    // Again as soon as the next one is at work, while it takes up what the last death left.
    await until(async () => site.asked.length > (deaths[0]?.asked ?? 0), 60_000);
    deaths.push(await killWorker(id));
    await until(async () => site.asked.length > 190, 300_000);
    deaths.push(await killWorker(id));
    const crawl = await endedCrawl(caller, id, 300_000);
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

    for (const { asked, rendered } of deaths) {
      // The start page is where the redirects lead to.
      const again = site.asked.slice(asked).filter((path) => path !== "/" && rendered.has(path));
      expect(again, `of ${rendered.size} pages rendered before a death`).to.deep.equal([]);
    }
    expect(deaths.map(({ rendered }) => rendered.size > 0)).to.deep.equal([true, true, true]);

    const jobs = await database.jobs.find({ crawlId: id }).toArray();
    const withJob = pages.filter(({ resultUrl }) => resultUrl !== undefined);
    expect(jobs.map(({ _id }) => _id).toSorted()).to.deep.equal(withJob.map((page) => page.id).toSorted());
    expect(jobs.every(({ status }) => status === "completed")).to.equal(true);
    const ledger = await database.ledger.find({ accountId: caller.accountId }).toArray();
    expect(ledger.map(({ _id }) => _id).toSorted()).to.deep.equal(jobs.map(({ _id }) => `charge:${_id}:1`).toSorted());
    expect(crawl.credits).to.deep.equal({ charged: jobs.length, refunded: 0, net: jobs.length });
  });
});

function askedFor(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** A page's path, with its query where that is no session. */
function nameOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  return searchParams.has("print") ? `${pathname}?print=1` : pathname;
}
