import { CrawlReply } from "#schemas/crawl.ts";
import { keyWith } from "../auth.ts";
import { presentCrawl } from "../present/crawl.ts";
import { readCrawl } from "../reads/crawls.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { CrawlId } from "./crawlId.ts";

/** One crawl. */
export const getCrawl = defineRoute({
  id: "getCrawl",
  method: "GET",
  path: "/crawl/:id",
  summary: "Get a crawl",
  description: "`stopReason` says why it ended. Its jobs are also those of `GET /jobs` with its `crawlId`.",
  tag: "Batches",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: CrawlId,
  query: none,
  body: noBody,
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
