import { CrawlReply } from "#schemas/crawl.ts";
import { keyWith } from "../auth.ts";
import { presentCrawl } from "../present/crawl.ts";
import { readCrawl } from "../reads/crawls.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { requestCrawlCancel } from "../stopCrawl.ts";
import { CrawlId } from "./crawlId.ts";

/** Cancels a crawl. */
export const cancelCrawl = defineRoute({
  id: "cancelCrawl",
  method: "DELETE",
  path: "/crawl/:id",
  summary: "Cancel a crawl",
  description:
    "Pages at work finish and stay charged; queued ones become `skipped`. `completedAt` stays null until the last page at work is done.",
  tag: "Batches",
  auth: keyWith("render"),
  errorShape: "submit",
  params: CrawlId,
  query: none,
  body: noBody,
  responses: { 200: { description: "The crawl as it is now.", json: CrawlReply } },
  errors: ["not_found", "crawl_ended"],
  async handle({ params, caller }, ports) {
    const found = await readCrawl(ports.database, caller.accountId, params.id);
    const record = await requestCrawlCancel(ports, found);
    return { status: 200, json: { success: true, crawl: presentCrawl(ports.publicUrl, record) } };
  },
});
