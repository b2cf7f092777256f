import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import {
  CrawlList,
  CrawlPageList,
  CrawlPageStatus,
  CrawlReference,
  CrawlReply,
  CrawlRequest,
  CrawlStatus,
} from "#schemas/crawl.ts";
import { creditHeaderNames, creditHeaders } from "../account/present.ts";
import { keyWith } from "../http/auth.ts";
import { CrawlId, pageOf, readBefore, listQuery } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { withPreset } from "../presets/expand.ts";
import { warnCrawl, warnRender } from "../renders/warnings.ts";
import { acceptCrawl, type AcceptedCrawl, cancelCrawlWorkflow } from "./commands.ts";
import { crawlUrls, presentCrawl, presentCrawlPage } from "./present.ts";
import { findCrawlPages, findCrawls, readCrawl } from "./store.ts";
import { crawlRules } from "./validate.ts";

const defineRoute = routesOf({ tag: "Crawls", errorShape: "submit" });

/** Starts a crawl. */
export const submitCrawl = defineRoute({
  id: "submitCrawl",
  client: { resource: "crawls", method: "create" },
  method: "POST",
  idempotent: true,
  path: "/crawl",
  summary: "Crawl a site",
  description:
    "Renders the start page and follows its links within the site, nearest pages first. Each page is rendered once, as a job with these options. Each page is charged when it starts, like a single render. Without credits for the next page the crawl ends as `out_of_credits`. Addresses are compared without fragments, tracking parameters and session ids. The crawl obeys robots.txt and its Crawl-delay. A host gets at most two pages at once and four per second. A webhook receives each page's `job.…` event, and `crawl.completed` or `crawl.failed` at the end.",
  auth: keyWith("render"),
  body: CrawlRequest,
  example: { url: "https://example.com/", maxPages: 200, includePaths: ["/docs/**"], extractMarkdown: true },
  expand: withPreset(CrawlRequest),
  rules: crawlRules,
  warn: ({ body, fieldNames, caller }) => [
    ...warnRender(body, fieldNames),
    ...warnCrawl(body, fieldNames, caller.plan),
  ],
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
  async handle({ body, fieldNames, caller, exchange: { requestId }, reservation }, ports) {
    return acceptedCrawl(
      ports,
      await acceptCrawl(ports, { caller, requestId, request: body, fieldNames, reservation }),
    );
  },
});

function acceptedCrawl({ publicUrl }: ApiPorts, { crawl: { _id }, remainingCredits }: AcceptedCrawl) {
  const urls = crawlUrls(publicUrl, _id);
  const headers = {
    Location: urls.statusUrl,
    ...creditHeaders({ credits: { charged: 0, refunded: 0 } }, remainingCredits),
  };
  return { status: 202, headers, json: { success: true, id: _id, ...urls } } as const;
}

const CrawlsQuery = listQuery(
  { items: "Crawls", standard: 20 },
  {
    status: Type.Optional(CrawlStatus),
  },
);

/** The account's crawls, newest first. */
export const listCrawls = defineRoute({
  id: "listCrawls",
  client: { resource: "crawls", method: "list", list: "crawls" },
  method: "GET",
  path: "/crawls",
  summary: "List crawls, newest first",
  description: "Pages stay the same while crawls are added.",
  auth: keyWith("read", "render"),
  query: CrawlsQuery,
  responses: {
    200: { description: "One page of crawls.", json: CrawlList, links: { getCrawl: "$response.body#/crawls/0/id" } },
  },
  errors: [],
  async handle({ query: { status, limit, cursor }, caller: { accountId } }, ports) {
    const scope = ["crawls", accountId, status ?? ""];
    const before = readBefore(ports.signingKey, scope, cursor);
    const records = await findCrawls(ports.database, accountId, { status, before, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    const crawls = page.map((record) => presentCrawl(ports.publicUrl, record));
    return { status: 200, json: { success: true, crawls, nextCursor } };
  },
});

/** One crawl. */
export const getCrawl = defineRoute({
  id: "getCrawl",
  client: { resource: "crawls", method: "get", unwrap: "crawl" },
  method: "GET",
  path: "/crawl/:id",
  summary: "Get a crawl",
  description: "`stopReason` says why it ended. `GET /jobs?crawlId=…` lists its jobs.",
  auth: keyWith("read", "render"),
  params: CrawlId,
  responses: {
    200: {
      description: "The crawl as it is now.",
      json: CrawlReply,
      links: { listCrawlPages: "$response.body#/crawl/id" },
    },
  },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readCrawl(ports.database, caller.accountId, params.id);
    return { status: 200, json: { success: true, crawl: presentCrawl(ports.publicUrl, record) } };
  },
});

/** Cancels a crawl. */
export const cancelCrawl = defineRoute({
  id: "cancelCrawl",
  client: { resource: "crawls", method: "cancel", unwrap: "crawl" },
  method: "DELETE",
  path: "/crawl/:id",
  summary: "Cancel a crawl",
  description:
    "Running pages finish and stay charged. Queued pages become `skipped`. `completedAt` is null until the last running page has ended.",
  auth: keyWith("render"),
  params: CrawlId,
  responses: { 200: { description: "The crawl as it is now.", json: CrawlReply } },
  errors: ["not_found", "crawl_ended"],
  async handle({ params, caller }, ports) {
    const found = await readCrawl(ports.database, caller.accountId, params.id);
    const record = await cancelCrawlWorkflow(ports, found);
    return { status: 200, json: { success: true, crawl: presentCrawl(ports.publicUrl, record) } };
  },
});

const PagesQuery = listQuery(
  { items: "Crawl pages" },
  {
    status: Type.Optional(CrawlPageStatus),
  },
);

/** The pages of a crawl. */
export const listCrawlPages = defineRoute({
  id: "listCrawlPages",
  client: {
    resource: "crawls",
    method: "pages",
    list: "pages",
    help: "The pages of a crawl, also those that it skipped.",
  },
  method: "GET",
  path: "/crawl/:crawlId/pages",
  summary: "List the pages of a crawl",
  description:
    "Pages have the order in which they were found, nearest to the start first. Listed pages stay the same while the crawl finds more. With `status`, a page that gets this status later is listed only if it comes after the cursor.",
  auth: keyWith("read", "render"),
  params: Type.Object({ crawlId: Uuid }, { additionalProperties: false }),
  query: PagesQuery,
  responses: {
    200: {
      description: "Crawl pages; `nextCursor` is null at the end.",
      json: CrawlPageList,
      links: { getStatus: "$response.body#/pages/0/id" },
    },
  },
  errors: ["not_found"],
  async handle({ params, query: { status, limit, cursor }, caller }, ports) {
    const crawl = await readCrawl(ports.database, caller.accountId, params.crawlId);
    const scope = ["crawlPages", crawl._id, status ?? ""];
    const after = readBefore(ports.signingKey, scope, cursor);
    const from = after === null ? 0 : Number(after) + 1;
    const records = await findCrawlPages(ports.database, crawl, { status, from, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    const pages = page.map((placed) => presentCrawlPage(ports.publicUrl, placed.page));
    return { status: 200, json: { success: true, pages, nextCursor } };
  },
});
