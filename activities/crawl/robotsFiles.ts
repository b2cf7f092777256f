import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { Database } from "#data/mongo.ts";
import type { GuardedFetch } from "#egress/fetch.ts";
import type { CrawlRobotsRecord } from "#schemas/crawl.ts";
import { version } from "#schemas/version.ts";
import type { ActivityPorts } from "../ports.ts";
import { fetchFile } from "./fetchFile.ts";
import { parseRobots, type RobotsRules, robotsTest, type UrlTest } from "./robots.ts";

/** The product token that robots.txt files address us by. */
const robotsAgent = "Watchframe";

/** `User-Agent` of the files that a crawl fetches itself; it carries the product token, as RFC 9309, 2.2.1, asks. */
export const crawlUserAgent = `${robotsAgent}/${version} (crawls)`;

/** Bytes of a robots.txt that are read: what RFC 9309, 2.5, wants read at least. */
const maxBytes = 500 * 1024;
/** Milliseconds before each further try of a host that gave no answer to go by. */
const pauses = [300, 1_000];

/** A host's robots.txt: its rules for us, none where it has no such file, or that it can't be had, which forbids everything. */
export type RobotsFile = { reachable: true; rules: RobotsRules } | { reachable: false };

/**
 * Fetches the robots.txt of a URL's origin and reads it for our agent. As RFC 9309, 2.3.1, has it: 4xx allows everything,
 * 5xx and no answer at all allow nothing (asked three times before that), redirects are followed and their target's rules count.
 */
export async function fetchRobots(fetch: GuardedFetch, origin: string, signal: AbortSignal): Promise<RobotsFile> {
  for (let tries = 0; ; tries += 1) {
    const file = await tryOnce(fetch, origin, signal);
    const pause = pauses[tries];
    if (file !== null) return { reachable: true, rules: file };
    if (pause === undefined) return { reachable: false };
    await sleep(pause, undefined, { signal });
  }
}

const noRules: RobotsRules = { rules: [], crawlDelay: null, sitemaps: [] };

/** The rules; null where the answer doesn't tell them. */
async function tryOnce(fetch: GuardedFetch, origin: string, signal: AbortSignal): Promise<RobotsRules | null> {
  try {
    const { statusCode, body, cut } = await fetchFile(fetch, {
      url: new URL("/robots.txt", origin),
      maxBytes,
      timeoutMs: 10_000,
      userAgent: crawlUserAgent,
      signal,
    });
    if (statusCode >= 500) return null;
    if (statusCode >= 200 && statusCode < 300) return parseRobots(cut ? wholeLines(body) : body, robotsAgent);
    return noRules;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** Half a rule would say something else than the whole one. */
function wholeLines(body: Buffer): Buffer {
  return body.subarray(0, Math.max(body.lastIndexOf("\n"), body.lastIndexOf("\r")) + 1);
}

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
    const robots = file.reachable ? file.rules : null;
    await insertIfAbsent(database.crawlRobots, { _id: robotsId(crawlId, origin), crawlId, robots });
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
