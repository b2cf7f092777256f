import { expect } from "chai";
import type { Batch } from "#schemas/batch.ts";
import type { Crawl } from "#schemas/crawl.ts";
import type { Job } from "#schemas/job.ts";
import type { Schedule } from "#schemas/schedule.ts";
import type { Caller } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { useConsole } from "./support/useConsole.ts";

describe("batches, crawls, schedules and deliveries in the console", function () {
  this.timeout(120_000);
  const { site, newAccount, openAs } = useConsole();

  async function readBatch(account: Caller, id: string): Promise<Batch> {
    const reply: { batch: Batch } = await (await account.call("GET", `/render/batches/${id}`)).json();
    return reply.batch;
  }

  it("show the failed page of a batch first, and retry it", async () => {
    const late = '<p id="late">Here</p>';
    site.show("/fine", shopPage("Fine page", late));
    site.show("/broken", shopPage("Broken page"));
    const account = await newAccount();
    const body = { urls: [site.url("/fine"), site.url("/broken")], scrollToElement: "#late" };
    const accepted: { batch: string } = await (await account.call("POST", "/render/smart-batch", body)).json();
    await until(async () => (await readBatch(account, accepted.batch)).completedAt !== null);
    const { page, complaints } = await openAs(account, "/batches");
    await page.locator("main a::-p-text(2 pages of)").click();
    await page.locator("main li a::-p-text(matches no)").wait();
    expect(await page.$eval("main section[aria-label=Pages] li", (item) => item.innerText)).to.include("/broken");
    site.show("/broken", shopPage("Broken page", late));
    await page.locator("::-p-aria([name='Retry failed'][role='button'])").click();
    await page.locator("::-p-text(1 failed page will be rendered again.)").wait();
    await page.locator("main li strong::-p-text(Broken page)").setTimeout(60_000).wait();
    await until(() => page.$eval("main", (main) => !main.innerText.includes("Retry failed")));
    const { counts } = await readBatch(account, accepted.batch);
    expect(counts).to.include({ completed: 2, failed: 0 });
    expect(complaints).to.deep.equal([]);
  });

  it("deliver a webhook again, and show both tries with the answer", async () => {
    site.show("/page", shopPage("Page"));
    site.show("/hook", "thank you");
    const account = await newAccount();
    await account.render({ url: site.url("/page"), webhookUrl: site.url("/hook") });
    const { page, complaints } = await openAs(account, "/deliveries");
    await page.locator("::-p-aria([name='Render done'][role='link'])").click();
    await page.locator("[role=status]::-p-text(Delivered)").setTimeout(60_000).wait();
    await page.locator("::-p-aria([name='Answer to try 1']):not(:empty)").wait();
    await page.locator("::-p-aria([name='Deliver again'][role='button'])").click();
    await page.locator("::-p-text(The message is being delivered again.)").wait();
    await page.locator("main li strong::-p-text(Try 2)").setTimeout(60_000).wait();
    const answer = await page.$eval("main ol li pre", (text) => text.textContent);
    expect(answer).to.equal("thank you");
    expect(complaints).to.deep.equal([]);
  });

  it("crawl a site by the form, and show its pages as a tree with the reason of a skip", async () => {
    site.show(
      "/",
      '<title>Home</title><a href="/guide/one">1</a><a href="/guide/two">2</a><a href="/list.pdf">3</a><a href="/gone">4</a>',
    );
    site.show("/guide/one", shopPage("Guide one"));
    site.show("/guide/two", shopPage("Guide two"));
    const { page, complaints } = await openAs(await newAccount(), "/crawls/new");
    await page.locator("::-p-aria(Address of the start page)").fill(site.url("/"));
    await page.locator("::-p-aria([name='Start the crawl'][role='button'])").click();
    await page.locator("main ::-p-text(All pages were found)").setTimeout(90_000).wait();
    const tree = "section[aria-label='Tree of pages']";
    await page.locator(`${tree} a::-p-text(two)`).wait();
    await page.locator(`${tree} ::-p-text(The address is a file, not a page)`).wait();
    const shown = await page.$eval(tree, (rows) => rows.innerText);
    expect(shown.match(/^(?:Done|Skipped|HTTP 404)$/gm)?.toSorted()).to.deep.equal([
      "Done",
      "Done",
      "Done",
      "HTTP 404",
      "Skipped",
    ]);
    await page.locator("::-p-aria([name='Pages below guide'][role='button'])").click();
    await until(() => page.$eval(tree, (rows) => !rows.innerText.includes("Guide two")));
    expect(await page.$eval(tree, (rows) => rows.innerText)).to.include("2 pages");
    expect(complaints).to.deep.equal([]);
  });

  it("crawl a site as Markdown, say the cost, and run the crawl again with its options", async () => {
    site.show("/manual", shopPage("Manual"));
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/crawls/new");
    const cost = () => page.$eval("[data-testid=cost]", (text) => text.textContent);
    await page.locator("::-p-aria(Address of the start page)").fill(site.url("/manual"));
    await page.locator("::-p-aria([name='Maximum pages'][role='textbox'])").fill("3");
    await page.locator("label:has([role=switch])::-p-text(Markdown)").click();
    await until(async () => (await cost()) === "2 credits a page, at most 6 credits");
    await page.locator("label:has([role=switch])::-p-text(Screenshot)").click();
    await until(async () => (await cost()) === "1 credit a page, at most 3 credits");
    await page.locator("::-p-aria([name='Start the crawl'][role='button'])").click();
    await page.locator("main ::-p-text(All pages were found)").setTimeout(90_000).wait();
    const zip = await page.locator("::-p-aria([name='Download all'][role='link'])").waitHandle();
    const { type, names } = await zip.evaluate(async (link) => {
      const reply = await fetch(String(link.getAttribute("href")));
      return { type: reply.headers.get("content-type"), names: await reply.text() };
    });
    expect(type).to.equal("application/zip");
    expect(names).to.include("manual-markdown.md").and.include("pages.jsonl");
    await page.locator("::-p-aria([name='Run again'][role='link'])").click();
    await page.locator("[data-testid=cost]::-p-text(1 credit a page, at most 3 credits)").wait();
    await page.locator("::-p-aria([name='Start the crawl'][role='button'])").click();
    const repeated = await until(async () => {
      const reply: { crawls: Crawl[] } = await (await account.call("GET", "/crawls")).json();
      return reply.crawls.length === 2 && reply.crawls[0];
    });
    expect(repeated).to.include({ url: site.url("/manual"), maxPages: 3 });
    expect(repeated.options).to.include({ screenshot: false, extractMarkdown: true });
    expect(complaints).to.deep.equal([]);
  });

  it("render a list of addresses by the form, and run it again", async () => {
    site.show("/first", shopPage("First"));
    site.show("/second", shopPage("Second"));
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/batches");
    await page.locator("::-p-aria([name='Render many pages'][role='link'])").click();
    await page
      .locator("::-p-aria([name='Addresses'][role='textbox'])")
      .fill(`${site.url("/first")}\n${site.url("/second")}`);
    await page.locator("[data-testid=cost]::-p-text(1 credit a page, 2 credits for 2 pages)").wait();
    await page.locator("summary::-p-text(Size and look)").click();
    await page.locator("::-p-aria([name='Width, pixels'][role='textbox'])").fill("640");
    await page.locator("::-p-aria([name='Start the batch'][role='button'])").click();
    await page.locator("h1::-p-text(Batch of 2 pages)").wait();
    await page.locator("::-p-aria([name='Run again'][role='link'])").click();
    await page.locator("[data-testid=cost]::-p-text(2 credits for 2 pages)").wait();
    await page.locator("::-p-aria([name='Start the batch'][role='button'])").click();
    await page.locator("::-p-text(The batch has started.)").wait();
    const jobs = await until(async () => {
      const reply: { jobs: Job[] } = await (await account.call("GET", "/jobs")).json();
      return reply.jobs.length === 4 && reply.jobs;
    });
    expect(jobs.map(({ options }) => options.width)).to.deep.equal([640, 640, 640, 640]);
    expect(complaints).to.deep.equal([]);
  });

  it("create a schedule, say it in words, and pause it", async () => {
    site.show("/daily", shopPage("Daily"));
    const account = await newAccount();
    const { page, complaints } = await openAs(account, "/schedules/new");
    await page.locator("::-p-aria(Address of the page)").fill(site.url("/daily"));
    await page.locator("::-p-aria([name='Create the schedule'][role='button'])").click();
    await page.locator("h1::-p-text(At 09:00)").wait();
    await page.locator("section[aria-label='Next renders'] li:nth-child(5)").wait();
    await page.locator("::-p-aria([name='Pause'][role='button'])").click();
    await page.locator("::-p-aria([name='Resume'][role='button'])").wait();
    await page.locator("::-p-text(Paused. It starts no render.)").wait();
    const list: { schedules: Schedule[] } = await (await account.call("GET", "/render/scheduled")).json();
    expect(list.schedules.map(({ status }) => status)).to.deep.equal(["paused"]);
    expect(complaints).to.deep.equal([]);
  });
});
