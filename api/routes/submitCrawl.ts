import { CrawlReference, CrawlRequest } from "#schemas/crawl.ts";
import { type AcceptedCrawl, acceptCrawl } from "../acceptance/acceptCrawl.ts";
import { crawlRules } from "../acceptance/crawlRules.ts";
import { warnCrawl, warnRender } from "../acceptance/warnings.ts";
import { workWith } from "../auth.ts";
import { crawlUrls } from "../present/crawl.ts";
import { creditHeaderNames, creditHeaders } from "../present/credits.ts";
import type { ApiPorts } from "../ports.ts";
import { readRemaining } from "../reads/remaining.ts";
import { defineRoute, none } from "../route.ts";

/** Starts a crawl. */
export const submitCrawl = defineRoute({
  id: "submitCrawl",
  method: "POST",
  idempotent: true,
  path: "/crawl",
  summary: "Crawl a site",
  description:
    "Renders the start page and, link by link, the pages of the site that it leads to, nearest first, each once and as a job of its own with the options given here. Pages are charged as they come, like single renders of the same options; without credits for the next one the crawl ends as `out_of_credits`. Addresses are compared without fragments, tracking parameters and session ids. robots.txt and its Crawl-delay are obeyed, and every host is asked for two pages at once and four a second at most. With a webhook, each page's `job.…` event is sent, and `crawl.completed` or `crawl.failed` at the end.",
  tag: "Batches",
  auth: workWith("render"),
  errorShape: "submit",
  params: none,
  query: none,
  body: CrawlRequest,
  example: { url: "https://example.com/", maxPages: 200, includePaths: ["/docs/**"], extractMarkdown: true },
  rules: crawlRules,
  warn: ({ body, given, caller }) => [...warnRender(body, given), ...warnCrawl(body, given, caller.plan)],
  responses: {
    202: {
      description: "The crawl was accepted.",
      json: CrawlReference,
      headers: ["Location", ...creditHeaderNames],
      links: {
        getCrawl: "$response.body#/id",
        cancelCrawl: "$response.body#/id",
        listCrawlPages: "$response.body#/id",
      },
    },
  },
  errors: ["insufficient_credits"],
  async resume(ports, { accountId, id }) {
    const crawl = await ports.database.crawls.findOne({ _id: id });
    return crawl === null ? null : acceptedCrawl(ports, { crawl, remaining: await readRemaining(ports, accountId) });
  },
  async handle({ body, given, caller, exchange: { requestId } }, ports) {
    return acceptedCrawl(ports, await acceptCrawl(ports, { caller, requestId, request: body, given }));
  },
});

function acceptedCrawl({ publicUrl }: ApiPorts, { crawl: { _id }, remaining }: AcceptedCrawl) {
  const urls = crawlUrls(publicUrl, _id);
  const headers = { Location: urls.statusUrl, ...creditHeaders({ credits: { charged: 0, refunded: 0 } }, remaining) };
  return { status: 202, headers, json: { success: true, id: _id, ...urls } } as const;
}
