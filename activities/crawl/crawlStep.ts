import { createHash } from "node:crypto";
import type { CrawlRecord, SkipReason } from "#schemas/crawl.ts";
import type { ActivityPorts } from "../ports.ts";
import type { Frontier } from "../project/frontier.ts";
import { pageKey, reachedUrl } from "./pageUrl.ts";
import { pathGlobs } from "./pathGlobs.ts";
import { createRobotsCache, type RobotsCache } from "./robots/robotsCache.ts";
import { inScope } from "./scope.ts";
import { isEndless } from "./traps.ts";

/** What one step of a crawl works with. */
export type CrawlStep = {
  ports: ActivityPorts;
  frontier: Frontier;
  rules: CrawlRules;
  robots: RobotsCache;
  /** Aborted where nobody waits for the step any more. */
  signal: AbortSignal;
};

/** The decisions that follow from a crawl's record. */
export type CrawlRules = {
  /** What makes two addresses the same page, hashed. */
  keyOf(url: URL): string;
  /** Whether a page may be part of the crawl, robots.txt aside. */
  belongs(url: URL): boolean;
  /** Whether a page lies where the crawl may go. */
  isInside(url: URL): boolean;
};

/** Puts a step together. */
export function crawlStep(ports: ActivityPorts, frontier: Frontier, signal: AbortSignal): CrawlStep {
  const { record } = frontier;
  const robots = createRobotsCache(ports, { crawlId: record._id, signal });
  return { ports, frontier, rules: crawlRules(record), robots, signal };
}

/** The rules of a crawl as its record stands. */
export function crawlRules({ bounds, anchors, sessionParameters }: CrawlRecord): CrawlRules {
  const sessions = new Set(sessionParameters);
  const starts = anchors.flatMap((anchor) => reachedUrl(anchor) ?? []);
  const isIncluded = bounds.includePaths.length === 0 ? () => true : pathGlobs(bounds.includePaths);
  const isExcluded = pathGlobs(bounds.excludePaths);
  const isInside = (url: URL): boolean => inScope(bounds.scope, starts, url);
  return {
    keyOf: (url) => createHash("sha256").update(pageKey(url, sessions)).digest("base64url").slice(0, 22),
    isInside,
    belongs: (url) => isInside(url) && isIncluded(url.pathname) && !isExcluded(url.pathname) && !isEndless(url),
  };
}

/** Why robots.txt keeps a page from being asked for; null where it does not. */
export async function robotsRefusal({ frontier, robots }: CrawlStep, url: URL): Promise<SkipReason | null> {
  if (!frontier.record.bounds.respectRobots) return null;
  const file = await robots(url.origin);
  if (!file.reachable) return "robots_unreachable";
  return file.allows(url) ? null : "robots_disallowed";
}
