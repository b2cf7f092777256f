import { Type } from "typebox";
import { CrawlPageList, CrawlPageStatus } from "#schemas/crawl.ts";
import { Uuid } from "#schemas/common.ts";
import { keyWith } from "../auth.ts";
import { pageOf, readBefore } from "../cursor.ts";
import { presentCrawlPage } from "../present/crawl.ts";
import { findCrawlPages, readCrawl } from "../reads/crawls.ts";
import { defineRoute, noBody } from "../route.ts";

const PagesQuery = Type.Object(
  {
    status: Type.Optional(CrawlPageStatus),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Crawl pages a page." }),
    cursor: Type.Optional(
      Type.String({ maxLength: 512, description: "`nextCursor` of the page before, with the same filter." }),
    ),
  },
  { additionalProperties: false },
);

/** E8: the pages of a crawl. */
export const listCrawlPages = defineRoute({
  id: "listCrawlPages",
  method: "GET",
  path: "/crawl/:crawlId/pages",
  summary: "List the pages of a crawl",
  description:
    "In the order in which they were found, the nearest to the start first. Pages stay the same while the crawl finds more; with `status`, those that come to have it behind the cursor are listed, those before it are not.",
  tag: "Batches",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: Type.Object({ crawlId: Uuid }, { additionalProperties: false }),
  query: PagesQuery,
  body: noBody,
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
