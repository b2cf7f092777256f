import { createHash } from "node:crypto";
import { UUID } from "uuidv7";
import type { CrawlPageEntry, SkipReason } from "#schemas/crawl.ts";

/** A page that was found. */
export type FoundPage = {
  crawlId: string;
  /** Its place in the frontier. */
  position: number;
  /** Milliseconds since 1970, the same at every try. */
  at: number;
  url: URL;
  key: string;
  depth: number;
  parentUrl: string | null;
  /** Why it is passed over; null where it is to be rendered. */
  skipped: SkipReason | null;
};

/** The entry of a page that was found. */
export function pageEntry({ crawlId, position, at, url, key, depth, parentUrl, skipped }: FoundPage): CrawlPageEntry {
  return {
    id: pageId({ crawlId, position, at }),
    url: url.href,
    key,
    depth,
    parentUrl,
    status: skipped === null ? "queued" : "skipped",
    error: skipped,
    charged: 0,
    refunded: 0,
    statusCode: null,
    title: null,
    completedAt: skipped === null ? null : new Date(at),
  };
}

/** A UUIDv7 (RFC 9562, 5.7) that is the same at every try: it is also the id of the page's job, which is charged by it. */
function pageId({ crawlId, position, at }: Pick<FoundPage, "crawlId" | "position" | "at">): string {
  const hash = createHash("sha256").update(`${crawlId}:${position}`).digest();
  return UUID.fromFieldsV7(at, position % 4096, hash.readUInt32BE(0) >>> 2, hash.readUInt32BE(4)).toString();
}
