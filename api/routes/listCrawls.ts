import { Type } from "typebox";
import { CrawlList, CrawlStatus } from "#schemas/crawl.ts";
import { keyWith } from "../auth.ts";
import { pageOf, readBefore } from "../cursor.ts";
import { presentCrawl } from "../present/crawl.ts";
import { findCrawls } from "../reads/crawls.ts";
import { defineRoute, noBody, none } from "../route.ts";

const CrawlsQuery = Type.Object(
  {
    status: Type.Optional(CrawlStatus),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Crawls a page." }),
    cursor: Type.Optional(
      Type.String({ maxLength: 512, description: "`nextCursor` of the page before, with the same filter." }),
    ),
  },
  { additionalProperties: false },
);

/** The account's crawls, newest first. */
export const listCrawls = defineRoute({
  id: "listCrawls",
  method: "GET",
  path: "/crawls",
  summary: "List crawls, newest first",
  description: "Pages stay the same while crawls are added.",
  tag: "Batches",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: none,
  query: CrawlsQuery,
  body: noBody,
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
