import { withoutFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import { findKnownMonitors } from "#data/sitemaps.ts";
import type { MonitorSitemap, SitemapRecord } from "#schemas/monitor/sitemap.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { ApiError } from "../http/errors.ts";

/**
 * A sitemap of an account that is not deleted.
 * @throws ApiError `not_found`, also for another account's id.
 */
export async function readSitemap(
  { monitorSitemaps }: Database,
  accountId: string,
  sitemapId: string,
): Promise<SitemapRecord> {
  const record = await monitorSitemaps.findOne({ _id: sitemapId.toLowerCase() });
  if (record === null || record.accountId !== accountId || record.spec.wanted === "deleted")
    throw new ApiError("not_found");
  return record;
}

/** Sealed fields of a sitemap, which no list shows. */
const unlistedOfSitemap = withoutFields<SitemapRecord, "spec.template.webhook.secret">()(
  "spec.url",
  "spec.template.webhook.url",
  "spec.template.channels.sealed",
  "spec.template.captureSecrets",
  "spec.template.storage",
);

/** A page of an account's sitemaps without their sealed fields, newest first, from behind the id `before`. */
export function findSitemaps(
  { monitorSitemaps }: Database,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<SitemapRecord[]> {
  const query = {
    accountId,
    "spec.wanted": { $ne: "deleted" as const },
    ...(before !== null && { _id: { $lt: before } }),
  };
  return monitorSitemaps.find(query, { projection: unlistedOfSitemap }).sort({ _id: -1 }).limit(limit).toArray();
}

/** The number of an account's sitemaps that are not deleted, except one. */
export function countOtherSitemaps({ monitorSitemaps }: Database, accountId: string, except: string): Promise<number> {
  return monitorSitemaps.countDocuments({ accountId, _id: { $ne: except }, "spec.wanted": { $ne: "deleted" } });
}

/** Numbers of a sitemap's monitors. */
export type MonitorCounts = Omit<MonitorSitemap["counts"], "overLimit">;

/** The numbers of monitors of sitemaps of one account, by sitemap. */
export async function countBySitemap(
  database: Database,
  accountId: string,
  sitemapIds: readonly string[],
): Promise<ReadonlyMap<string, MonitorCounts>> {
  const counts = new Map(sitemapIds.map((id): [string, MonitorCounts] => [id, { active: 0, paused: 0, gone: 0 }]));
  for (const { sitemapId, wanted, missingSince } of await findKnownMonitors(database, accountId, sitemapIds)) {
    const one = counts.get(sitemapId);
    if (one === undefined || wanted === "deleted") continue;
    if (wanted === "active") one.active += 1;
    else if (missingSince === null) one.paused += 1;
    else one.gone += 1;
  }
  return counts;
}

/** Marks a sitemap as deleted, removes its secrets and returns it. */
export async function markSitemapDeleted(
  { monitorSitemaps }: Database,
  record: SitemapRecord,
  now: Date,
): Promise<SitemapRecord> {
  const { _id } = record;
  const updatedRecord = await monitorSitemaps.findOneAndUpdate(
    { _id },
    {
      $set: {
        "spec.wanted": "deleted",
        "spec.template.captureSecrets": {},
        "spec.template.storage": null,
        "spec.template.webhook": null,
        "spec.template.channels": [],
        updatedAt: now,
        expiresAt: new Date(now.getTime() + retentionMs.deletedSitemap),
      },
      // A change that read the sitemap earlier must not overwrite this.
      $inc: { specRev: 1 },
    },
    { returnDocument: "after" },
  );
  return updatedRecord ?? record;
}
