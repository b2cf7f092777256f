import { setTimeout as sleep } from "node:timers/promises";
import type { GuardedFetch } from "#egress/fetch.ts";
import type { CrawlRobotsRecord } from "#schemas/crawl.ts";
import { version } from "#schemas/version.ts";
import type { ActivityPorts } from "../ports.ts";
import { storedRobots, storeRobots } from "../projections/crawlRobots.ts";
import { fetchFile } from "./fetchFile.ts";
import { parseRobots, type RobotsRules, robotsTest, type UrlTest } from "./robots.ts";

/** Our product token in robots.txt files. */
const robotsAgent = "Watchframe";

/** `User-Agent` for robots.txt and sitemaps. It has the product token, as RFC 9309, 2.2.1, asks. */
export const crawlUserAgent = `${robotsAgent}/${version} (crawls)`;

/** Bytes read of a robots.txt; the minimum of RFC 9309, 2.5. */
const maxBytes = 500 * 1024;
/** Milliseconds before the second and third attempt. */
const retryDelaysMs = [300, 1_000];

/** A host's robots.txt. Without a file there are no rules. If the file is not reachable, all pages are forbidden. */
export type RobotsFile = { reachable: true; rules: RobotsRules } | { reachable: false };

/**
 * Fetches the robots.txt of an origin and parses it for our agent. By RFC 9309, 2.3.1, status 4xx allows all pages, 5xx and no
 * response forbid all pages (after three attempts), and the target of a redirect counts.
 */
export async function fetchRobots(fetch: GuardedFetch, origin: string, signal: AbortSignal): Promise<RobotsFile> {
  for (let tries = 0; ; tries += 1) {
    const file = await fetchOnce(fetch, origin, signal);
    const delayMs = retryDelaysMs[tries];
    if (file !== null) return { reachable: true, rules: file };
    if (delayMs === undefined) return { reachable: false };
    await sleep(delayMs, undefined, { signal });
  }
}

const noRules: RobotsRules = { rules: [], crawlDelay: null, sitemaps: [] };

/** The rules; null if the response does not decide them. */
async function fetchOnce(fetch: GuardedFetch, origin: string, signal: AbortSignal): Promise<RobotsRules | null> {
  try {
    const { statusCode, body, isCut } = await fetchFile(fetch, {
      url: new URL("/robots.txt", origin),
      maxBytes,
      timeoutMs: 10_000,
      userAgent: crawlUserAgent,
      signal,
    });
    if (statusCode >= 500) return null;
    if (statusCode >= 200 && statusCode < 300) return parseRobots(isCut ? wholeLines(body) : body, robotsAgent);
    return noRules;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** Drops a partial last line, as part of a rule may mean something else. */
function wholeLines(body: Buffer): Buffer {
  return body.subarray(0, Math.max(body.lastIndexOf("\n"), body.lastIndexOf("\r")) + 1);
}

/** A robots.txt with the test for its rules. */
type TestableRobots = { reachable: true; rules: RobotsRules; allows: UrlTest } | { reachable: false };

/** Returns the robots.txt of an origin; fetched once per crawl. */
export type RobotsCache = (origin: string) => Promise<TestableRobots>;

/** Creates the cache of a crawl's robots.txt files: in MongoDB while the crawl runs, and in this step's memory. */
export function createRobotsCache(
  { database, fetch }: Pick<ActivityPorts, "database" | "fetch">,
  { crawlId, signal }: { crawlId: string; signal: AbortSignal },
): RobotsCache {
  const filesByOrigin = new Map<string, Promise<TestableRobots>>();

  async function read(origin: string): Promise<RobotsFile> {
    const stored = await storedRobots(database, crawlId, origin);
    if (stored !== null) return fileOf(stored);
    const file = await fetchRobots(fetch, origin, signal);
    const robots = file.reachable ? file.rules : null;
    await storeRobots(database, { crawlId, origin, robots });
    return file;
  }

  return (origin) => {
    const file = filesByOrigin.get(origin) ?? read(origin).then(testable);
    filesByOrigin.set(origin, file);
    return file;
  };
}

function testable(file: RobotsFile): TestableRobots {
  return file.reachable ? { ...file, allows: robotsTest(file.rules.rules) } : file;
}

function fileOf({ robots }: CrawlRobotsRecord): RobotsFile {
  return robots === null ? { reachable: false } : { reachable: true, rules: robots };
}
