import type { CrawlRecord } from "#schemas/crawl.ts";
import { type ArchivedPage, replyWithArchive } from "../archives/archive.ts";
import { keyWith } from "../http/auth.ts";
import { CrawlId } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { presentCrawlPage } from "./present.ts";
import { findCrawlPages, readCrawl } from "./store.ts";

const defineRoute = routesOf({ tag: "Crawls", errorShape: "submit" });

/** All outputs of a crawl. */
export const getCrawlArchive = defineRoute({
  id: "getCrawlArchive",
  method: "GET",
  path: "/crawl/:id/archive",
  summary: "Download a crawl as a zip",
  description:
    "Each output is a file named after its page: `example-com-docs-markdown.md`. `pages.jsonl` has a line for each page: what `listCrawlPages` shows, and `files` by output. While the crawl runs, the zip has the pages that have ended. Outputs that were removed are missing. A download takes one of the slots for synchronous calls.",
  auth: keyWith("read", "render"),
  params: CrawlId,
  responses: { 200: { description: "The zip.", bytes: ["application/zip"], headers: ["Content-Disposition"] } },
  errors: ["not_found", "too_many_at_once"],
  async handle({ params, caller, exchange }, ports) {
    const crawl = await readCrawl(ports.database, caller.accountId, params.id);
    const archive = { kind: "crawl", url: crawl.url, pages: pagesOf(ports, crawl) };
    return replyWithArchive(ports, { caller, exchange }, archive);
  },
});

/** Pages that are read at once. */
const stride = 100;

async function* pagesOf({ database, publicUrl }: ApiPorts, crawl: CrawlRecord): AsyncGenerator<ArchivedPage> {
  for (let from = 0; from < crawl.found; from += stride) {
    const placed = await findCrawlPages(database, crawl, { status: undefined, from, limit: stride });
    for (const { page } of placed) yield { id: page.id, url: page.url, line: presentCrawlPage(publicUrl, page) };
  }
}
