import { createHash } from "node:crypto";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import type { CrawlRobotsRecord } from "#schemas/crawl.ts";

/** The record of an origin's robots.txt; null if the crawl has not fetched it. */
export function storedRobots(
  { crawlRobots }: Database,
  crawlId: string,
  origin: string,
): Promise<CrawlRobotsRecord | null> {
  return crawlRobots.findOne({ _id: robotsId(crawlId, origin) });
}

/** Records an origin's robots.txt, unless an earlier step has. */
export async function storeRobots(
  { crawlRobots }: Database,
  { crawlId, origin, robots }: Pick<CrawlRobotsRecord, "crawlId" | "robots"> & { origin: string },
): Promise<void> {
  await insertIfAbsent(crawlRobots, { _id: robotsId(crawlId, origin), crawlId, robots });
}

function robotsId(crawlId: string, origin: string): string {
  return `${crawlId}:${createHash("sha256").update(origin).digest("base64url")}`;
}
