import { countOf } from "../../../words/countOf.ts";
import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Crawl, CrawlPage } from "../../../typescript/src/index.ts";
import { toAddress } from "../addresses.ts";
import { addCaptureFlags } from "../captureFlags.ts";
import type { Cli } from "../cli.ts";
import { addArchive } from "./archive.ts";
import { savePages, waitForPages } from "../collections.ts";
import { collect, toWhole } from "../optionValues.ts";
import { outputsOption, pageOutputs, withOutputs } from "../outputs.ts";
import { type Columns, printList, toFacts } from "../table.ts";

const folderHelp = "folder for the outputs of the pages and their metadata; files that exist are kept";

export function addCrawl(program: CommandUnknownOpts, cli: Cli): void {
  const crawl = program.command("crawl").summary("render the pages of a site");
  addRun(crawl, cli);
  addArchive(crawl, cli, { noun: "crawl", open: (id, call) => cli.client.operations.getCrawlArchive(id, call) });
  crawl
    .command("wait")
    .summary("wait for a crawl, and save its outputs")
    .argument("<id>", "id of the crawl")
    .option("-o, --output <folder>", folderHelp)
    .action((id, { output }) => finish(cli, id, output));
  crawl
    .command("get")
    .summary("print a crawl")
    .argument("<id>", "id of the crawl")
    .action(async (id) => cli.print(await cli.client.crawls.get(id, cli.call), writeCrawl));
  crawl
    .command("list")
    .summary("list crawls, the newest first")
    .option("--limit <count>", "print so many at most", toWhole(1), 20)
    .action(({ limit }) => printList(cli, cli.client.crawls.list({}, cli.call), { limit, columns: crawlColumns }));
  crawl
    .command("pages")
    .summary("list the pages of a crawl, also those that it skipped")
    .argument("<id>", "id of the crawl")
    .addOption(
      new Option("--status <status>").choices(["queued", "in_progress", "completed", "failed", "skipped"] as const),
    )
    .option("--limit <count>", "print so many at most", toWhole(1))
    .action((id, { status, limit }) =>
      printList(cli, cli.client.crawls.pages(id, status && { status }, cli.call), {
        ...(limit !== undefined && { limit }),
        columns: pageColumns,
      }),
    );
  crawl
    .command("cancel")
    .summary("stop a crawl")
    .argument("<id>", "id of the crawl")
    .action(async (id) => cli.print(await cli.client.crawls.cancel(id, cli.call), writeCrawl));
}

function addRun(crawl: CommandUnknownOpts, cli: Cli): void {
  const run = crawl
    .command("run", { isDefault: true })
    .summary("crawl a site, and wait")
    .argument("<address>", "address of the page to start from", toAddress)
    .option("--limit <pages>", "render so many pages at most", toWhole(1))
    .option("--max-depth <links>", "follow so many links from the start; 0 renders the start alone", toWhole(0))
    .option("--include <glob>", "paths to crawl, such as /docs/**; may be repeated", collect)
    .option("--exclude <glob>", "paths to leave out; may be repeated", collect)
    .addOption(new Option("--scope <scope>", "where links may lead").choices(["host", "origin", "domain"] as const))
    .option("--sitemap", "also start from the site's sitemaps")
    .option("--hash-routes", "take #/ and #! fragments as pages of their own")
    .addOption(outputsOption(pageOutputs))
    .option("-o, --output <folder>", folderHelp)
    .addOption(new Option("--no-wait", "start the crawl and print its id"));
  const readCapture = addCaptureFlags(run, "crawl");
  run.action(async (url, { limit, maxDepth, include, exclude, scope, sitemap, hashRoutes, outputs, output, wait }) => {
    const startedCrawl = await cli.client.crawls.create(
      {
        ...withOutputs(await readCapture(cli), outputs, pageOutputs),
        url,
        ...(limit !== undefined && { maxPages: limit }),
        ...(maxDepth !== undefined && { maxDepth }),
        ...(include && { includePaths: include }),
        ...(exclude && { excludePaths: exclude }),
        ...(scope && { scope }),
        ...(sitemap && { useSitemap: sitemap }),
        ...(hashRoutes && { hashRoutes }),
      },
      cli.waiting,
    );
    if (wait) await finish(cli, startedCrawl.id, output);
    else await cli.print(startedCrawl, ({ id }) => id);
  });
}

async function finish(cli: Cli, id: string, folder: string | undefined): Promise<void> {
  const { crawls } = cli.client;
  const crawl = await waitForPages<Crawl>(cli, {
    id,
    command: folder === undefined ? "crawl wait" : `crawl wait -o ${folder}`,
    wait: (options) => crawls.wait(id, options),
    describe: ({ counts }) => `${countOf(counts.completed, "page")} rendered, ${counts.found} found`,
  });
  const files = await savePages(cli, crawls.pages(id, {}, cli.call), folder);
  await cli.print({ ...crawl, ...(folder !== undefined && { files }) }, () =>
    folder === undefined ? writeCrawl(crawl) : files.join("\n"),
  );
}

const crawlColumns: Columns<Crawl> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  pages: ({ counts }) => counts.completed,
  start: ({ url }) => url,
  created: ({ createdAt }) => createdAt,
};

const pageColumns: Columns<CrawlPage> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  depth: ({ depth }) => depth,
  page: ({ url }) => url,
  problem: ({ error }) => error ?? "",
};

function writeCrawl({ id, status, stopReason, url, counts, credits }: Crawl): string {
  const { found, completed, failed, skipped } = counts;
  return toFacts({
    crawl: id,
    status,
    ended: stopReason,
    start: url,
    found,
    completed,
    failed,
    skipped,
    credits: credits.net,
  });
}
