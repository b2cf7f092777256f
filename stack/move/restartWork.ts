import type { Database } from "#data/mongo.ts";
import type { OutboxRecord } from "#schemas/job.ts";

/** Work whose workflow starts from its record, by name. */
type Restarted = Record<"monitors" | "sitemaps" | "schedules" | "signIns" | "renders" | "mails" | "webhooks", number>;

/**
 * Refuses records of batches and crawls that have not ended. Their workflows know what is left to do, and records do not.
 * @throws Error with their numbers.
 */
export async function expectEnded({ batches, crawls }: Database): Promise<void> {
  const open = {
    batches: await batches.countDocuments({ status: "open" }),
    crawls: await crawls.countDocuments({ status: "running" }),
  };
  const counts = Object.entries(open).filter(([, count]) => count > 0);
  if (counts.length === 0) return;
  const names = counts.map(([name, count]) => `${count} ${name}`).join(" and ");
  throw new Error(`${names} have not ended: start the stack again, and wait for them or cancel them`);
}

/**
 * Puts all work that goes on into the outbox, from which the first worker starts it. Monitors and sitemaps go on with the
 * state of their records: baseline, incident and last run. Schedules restart their count of runs at 0. Sign-ins log in
 * again. Work that has a workflow continues unchanged.
 */
export async function restartWork(database: Database, now: Date): Promise<Restarted> {
  const { monitors, monitorSitemaps, schedules, signIns, jobs, deliveries } = database;
  // Workflows of these begin with the first version of their state.
  await schedules.updateMany(isActive, { $set: { version: 0 } });
  await signIns.updateMany({}, { $set: { "state.version": 0 } });
  await jobs.updateMany(isUnfinished, { $set: { status: "queued" } });
  const restart = async (type: OutboxRecord["type"], records: AsyncIterable<Owned>, idOf = (id: string) => id) => {
    let count = 0;
    for await (const { _id, accountId } of records) {
      const entry = { type, accountId, jobIds: [], createdAt: now };
      await database.outbox.replaceOne({ _id: idOf(_id) }, entry, { upsert: true });
      count += 1;
    }
    return count;
  };
  const [mails, others] = [
    deliveries.find({ ...isPending, channel: "email" }),
    deliveries.find({ ...isPending, channel: { $ne: "email" } }),
  ];
  return {
    monitors: await restart("monitorChange", monitors.find(isKept).project<Owned>(owner), signalled),
    sitemaps: await restart("sitemapChange", monitorSitemaps.find(isKept).project<Owned>(owner), signalled),
    schedules: await restart("renderSchedule", schedules.find(isActive).project<Owned>(owner)),
    signIns: await restart("signIn", signIns.find().project<Owned>(owner)),
    renders: await restart("renderJob", jobs.find(isUnfinished).project<Owned>(owner)),
    mails: await restart("mailDelivery", mails.project<Owned>(owner)),
    webhooks: await restart("webhookDelivery", others.project<Owned>(owner), (id) => `replay:${id}`),
  };
}

type Owned = { _id: string; accountId: string };

const owner = { accountId: 1 };
const isActive = { status: "active" } as const;
const isPending = { status: "pending" } as const;
const isKept = { "spec.wanted": { $ne: "deleted" } } as const;
const isUnfinished = { status: { $in: ["queued", "in_progress"] } } as const;

/** The id of an entry that signals a workflow begins with the record's. */
const signalled = (id: string) => `${id}:restarted`;
