import { segmentId, segmentOf } from "#data/crawls.ts";
import type { Database } from "#data/mongo.ts";
import { removeExpiredTexts } from "#data/pageTexts.ts";
import { removeEndedSessions } from "#data/sessions.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { days } from "#schemas/settings/retention.ts";
import { runPrefix } from "../monitor/runObjects.ts";
import type { ActivityPorts } from "../ports.ts";
import { outputPrefix } from "../store/outputs.ts";

type SweepPorts = Pick<ActivityPorts, "database" | "objects">;

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/**
 * Removes records past their retention: up to 200 jobs and 200 runs with their outputs, 20 crawls, 200 deliveries, 200 long texts, and
 * all other expired records. Also removes unused throttling and rate limits. Returns whether there may be more.
 */
export async function removeExpired(ports: SweepPorts, now: Date): Promise<{ more: boolean }> {
  const { database, objects } = ports;
  const pastExpiry = { expiresAt: { $lt: now } };
  const jobs = await database.jobs.find(pastExpiry).limit(200).toArray();
  for (const { _id } of jobs) {
    await objects.removePrefix(outputPrefix(_id));
    await database.jobs.deleteOne({ _id });
  }
  await database.schedules.deleteMany(pastExpiry);
  await removeMonitors(database, now);
  await database.monitorSitemaps.deleteMany(pastExpiry);
  await database.sitemapSyncs.deleteMany(pastExpiry);
  const runs = await removeExpiredRuns(ports, now);
  await database.pageChanges.deleteMany(pastExpiry);
  await database.renderCache.deleteMany(pastExpiry);
  await database.imageLinks.deleteMany(pastExpiry);
  await database.batches.deleteMany(pastExpiry);
  await database.crashedPages.deleteMany(pastExpiry);
  await database.blockingWork.deleteMany(pastExpiry);
  await database.idempotency.deleteMany(pastExpiry);
  await database.mailCounts.deleteMany(pastExpiry);
  await database.digests.deleteMany(pastExpiry);
  await removeEndedSessions(database, now);
  const crawls = await removeCrawls(database, now);
  const texts = await removeExpiredTexts(database, now);
  const deliveries = await database.deliveries.find(pastExpiry).limit(200).toArray();
  await database.deliveries.deleteMany({ _id: { $in: deliveries.map(({ _id }) => _id) } });
  const hourAgo = new Date(now.getTime() - hourMs);
  await database.hostThrottles.deleteMany({ nextStartAt: { $lt: hourAgo }, backedOffUntil: { $lt: now } });
  await database.rates.deleteMany({ usedAt: { $lt: new Date(now.getTime() - minuteMs) } });
  await database.slotLeases.deleteMany({ usedAt: { $lt: hourAgo } });
  await database.waitQueues.deleteMany({ count: 0, usedAt: { $lt: hourAgo } });
  return { more: jobs.length + runs + crawls + texts + deliveries.length > 0 };
}

/** Removes deleted monitors. One of a live sitemap stays as a mark, so that no sync makes it again. */
async function removeMonitors({ monitors, monitorHistories, monitorSitemaps }: Database, now: Date): Promise<void> {
  const expired = await monitors.find({ expiresAt: { $lt: now } }).toArray();
  for (const { _id, sitemap } of expired) {
    await monitorHistories.deleteOne({ _id });
    const owner = sitemap === null ? null : await monitorSitemaps.findOne({ _id: sitemap.id });
    if (owner !== null && owner.spec.wanted !== "deleted") {
      await monitors.updateOne({ _id }, { $set: { expiresAt: new Date(now.getTime() + days(30)) } });
      continue;
    }
    await monitors.deleteOne({ _id });
  }
}

/** Removes up to 20 crawls with their pages and the state of unfinished crawls. Returns their number. */
async function removeCrawls(database: Database, now: Date): Promise<number> {
  const crawls = await database.crawls
    .find({ expiresAt: { $lt: now } })
    .limit(20)
    .toArray();
  for (const { _id: crawlId, found } of crawls) {
    for (let segment = 0; segment <= segmentOf(found); segment += 1)
      await database.crawlPages.deleteOne({ _id: segmentId(crawlId, segment) });
    await database.crawlSeen.deleteMany({ crawlId });
    await database.crawlPatterns.deleteMany({ crawlId });
    await database.crawlRobots.deleteMany({ crawlId });
    await database.crawls.deleteOne({ _id: crawlId });
  }
  return crawls.length;
}

/** Removes up to 200 runs past their retention with their pictures. A baseline in use stays. Returns the number of expired runs. */
export async function removeExpiredRuns({ database, objects }: SweepPorts, now: Date): Promise<number> {
  const expiredRuns = await database.runs
    .find({ expiresAt: { $lt: now } })
    .limit(200)
    .toArray();
  for (const run of expiredRuns) {
    const { _id } = run;
    if (await isBaseline(database, run)) {
      await database.runs.updateOne({ _id }, { $set: { expiresAt: new Date(now.getTime() + days(1)) } });
    } else {
      await objects.removePrefix(runPrefix(_id));
      await database.runs.deleteOne({ _id });
    }
  }
  return expiredRuns.length;
}

async function isBaseline({ monitors }: Database, { _id, monitorId }: RunRecord): Promise<boolean> {
  const monitor = await monitors.findOne({ _id: monitorId });
  if (monitor === null || monitor.spec.wanted === "deleted") return false;
  return monitor.state.baselineRunId === _id || monitor.pinned?.runId === _id;
}
