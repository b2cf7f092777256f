import { createHash } from "node:crypto";
import { isDuplicateKey } from "#data/duplicateKey.ts";
import type { Database } from "#data/mongo.ts";
import type { CrawlRobotsRecord } from "#schemas/crawl.ts";
import type { ActivityPorts } from "../../ports.ts";
import { fetchRobots, type RobotsFile } from "./fetchRobots.ts";
import type { RobotsRules } from "./parseRobots.ts";
import { robotsTest, type UrlTest } from "./robotsTest.ts";

/** A robots.txt, with the test that its rules make. */
type TestableRobots = { reachable: true; rules: RobotsRules; allows: UrlTest } | { reachable: false };

/** The robots.txt of an origin, fetched once for a crawl. */
export type RobotsCache = (origin: string) => Promise<TestableRobots>;

/** A crawl's robots.txt files: kept in its record as long as it runs, and in this step's memory. */
export function createRobotsCache(
  { database, fetch }: Pick<ActivityPorts, "database" | "fetch">,
  { crawlId, signal }: { crawlId: string; signal: AbortSignal },
): RobotsCache {
  const known = new Map<string, Promise<TestableRobots>>();

  async function read(origin: string): Promise<RobotsFile> {
    const kept = await keptRobots(database, crawlId, origin);
    if (kept !== null) return kept;
    const file = await fetchRobots(fetch, origin, signal);
    try {
      await database.crawlRobots.insertOne({
        _id: robotsId(crawlId, origin),
        crawlId,
        robots: file.reachable ? file.rules : null,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    return file;
  }

  return (origin) => {
    const file = known.get(origin) ?? read(origin).then(testable);
    known.set(origin, file);
    return file;
  };
}

function testable(file: RobotsFile): TestableRobots {
  return file.reachable ? { ...file, allows: robotsTest(file.rules.rules) } : file;
}

/** A robots.txt that a crawl has fetched before; null where it has not. */
export async function keptRobots(
  { crawlRobots }: Database,
  crawlId: string,
  origin: string,
): Promise<RobotsFile | null> {
  const kept = await crawlRobots.findOne({ _id: robotsId(crawlId, origin) });
  return kept === null ? null : fileOf(kept);
}

function robotsId(crawlId: string, origin: string): string {
  return `${crawlId}:${createHash("sha256").update(origin).digest("base64url")}`;
}

function fileOf({ robots }: CrawlRobotsRecord): RobotsFile {
  return robots === null ? { reachable: false } : { reachable: true, rules: robots };
}
