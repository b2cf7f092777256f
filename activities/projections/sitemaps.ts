import type { Database } from "#data/mongo.ts";
import { type ClockPosition, stepClock } from "#rules/monitorClock.ts";
import type { SitemapRecord, SitemapStatus, SyncRecord } from "#schemas/monitor/sitemap.ts";

/** The owner's settings that a sitemap's workflow needs. */
export type SitemapPlan = {
  wanted: SitemapStatus;
  position: ClockPosition;
  /** The instant of the next sync, milliseconds since 1970; null while the sitemap is paused. */
  due: number | null;
  /** ISO instant of a call for a sync that has not begun; null without one. */
  requestedAt: string | null;
};

/** Reads a sitemap's record. It exists, as its workflow starts after its insertion. */
export async function readSitemap({ monitorSitemaps }: Database, sitemapId: string): Promise<SitemapRecord> {
  const record = await monitorSitemaps.findOne({ _id: sitemapId });
  if (record === null) throw new Error(`There is no sitemap ${sitemapId}.`);
  return record;
}

export type PlanSitemapInput = {
  sitemapId: string;
  position: ClockPosition;
  wasPaused: boolean;
  /** Workflow time, milliseconds since 1970. */
  now: number;
};

/** Reads the plan for the next sync of a sitemap. */
export async function planSitemap(
  database: Database,
  { sitemapId, position, wasPaused, now }: PlanSitemapInput,
): Promise<SitemapPlan> {
  const { spec, createdAt, syncRequestedAt } = await readSitemap(database, sitemapId);
  const times = { createdAt: createdAt.getTime(), interval: spec.syncIntervalMinutes * 60_000 };
  return {
    wanted: spec.wanted,
    ...stepClock(times, position, { now, isPaused: spec.wanted !== "active", wasPaused }),
    requestedAt: syncRequestedAt?.toISOString() ?? null,
  };
}

/** Activates or pauses a sitemap, as its owner could. Does nothing if the sitemap is in that state or deleted. */
export async function setSitemapStatus(
  { monitorSitemaps }: Database,
  { sitemapId, wanted }: { sitemapId: string; wanted: "active" | "paused" },
): Promise<void> {
  await monitorSitemaps.updateOne(
    { _id: sitemapId, "spec.wanted": { $nin: ["deleted", wanted] } },
    { $set: { "spec.wanted": wanted, updatedAt: new Date() }, $inc: { specRev: 1 } },
  );
}

/** The state of a sitemap for its record. Instants are ISO. */
export type ProjectSitemapStateInput = { sitemapId: string; version: number } & (
  | { nextSyncAt: string | null }
  | {
      /** The end of a sync. */
      sync: Omit<SyncRecord, "at">;
      /** The call that the sync has answered; null for none. */
      requestedAt: string | null;
    }
);

/** Writes a sitemap's state to its record. An older projection never overwrites a newer one. */
export async function projectSitemapState(
  { monitorSitemaps }: Database,
  input: ProjectSitemapStateInput,
): Promise<void> {
  const { sitemapId, version } = input;
  const change =
    "sync" in input
      ? { "state.lastSync": lastSyncOf(input.sync, new Date(version / 1_000)) }
      : { "state.nextSyncAt": input.nextSyncAt === null ? null : new Date(input.nextSyncAt) };
  await monitorSitemaps.updateOne(
    { _id: sitemapId, "state.version": { $lt: version } },
    { $set: { "state.version": version, ...change } },
  );
  // A later call asks for another sync, so it stays.
  if (!("sync" in input) || input.requestedAt === null) return;
  await monitorSitemaps.updateOne(
    { _id: sitemapId, syncRequestedAt: new Date(input.requestedAt) },
    { $set: { syncRequestedAt: null } },
  );
}

function lastSyncOf({ pages, added, paused, resumed, overLimit, error }: Omit<SyncRecord, "at">, at: Date): SyncRecord {
  return { at, pages, added, paused, resumed, overLimit, error };
}

/** Removes the changes of a sync that has ended. */
export async function endSync({ sitemapSyncs }: Database, { syncId }: { syncId: string }): Promise<void> {
  await sitemapSyncs.deleteOne({ _id: syncId });
}
