import { createHash } from "node:crypto";
import { UUID } from "uuidv7";
import type { Database } from "./mongo.ts";

/** The field for which a sitemap's address is sealed. */
export const sitemapUrlField = "sitemapUrl";

/** The field for which the changes of a sync are sealed. */
export const syncChangesField = "changes";

/**
 * The id of a page's monitor: a UUIDv7 (RFC 9562, 5.7) that follows from sitemap and page, so no repeat makes a second one.
 * `key` is equal for two addresses of one page.
 */
export function pageMonitorId({ id, createdAt }: { id: string; createdAt: Date }, key: string): string {
  const hash = createHash("sha256").update(`${id}:${key}`).digest();
  const [randA, high, low] = [hash.readUInt16BE(8) >>> 4, hash.readUInt32BE(0) >>> 2, hash.readUInt32BE(4)];
  return UUID.fromFieldsV7(createdAt.getTime(), randA, high, low).toString();
}

/** The share of its interval by which a monitor's ticks are moved, from 0 to 1, by its id. */
export function phaseOf(monitorId: string): number {
  return createHash("sha256").update(monitorId).digest().readUInt32BE(0) / 2 ** 32;
}

/** A sitemap's monitor as a sync and a reply need it. */
export type KnownMonitor = {
  id: string;
  sitemapId: string;
  wanted: "active" | "paused" | "deleted";
  missingSince: Date | null;
  keptByOwnerAt: Date | null;
};

/** The monitors of sitemaps of one account, deleted ones included. */
export async function findKnownMonitors(
  { monitors }: Database,
  accountId: string,
  sitemapIds: readonly string[],
): Promise<KnownMonitor[]> {
  if (sitemapIds.length === 0) return [];
  const found = await monitors
    .find({ accountId, "sitemap.id": { $in: [...sitemapIds] } }, { projection: { "spec.wanted": 1, sitemap: 1 } })
    .toArray();
  return found.flatMap(({ _id, spec, sitemap }) =>
    sitemap === null
      ? []
      : [
          {
            id: _id,
            sitemapId: sitemap.id,
            wanted: spec.wanted,
            missingSince: sitemap.missingSince,
            keptByOwnerAt: sitemap.keptByOwnerAt,
          },
        ],
  );
}
