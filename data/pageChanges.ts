import type { ChangeDecision, PageChangeRecord } from "#schemas/monitor/pageChange.ts";
import type { Database } from "./mongo.ts";

/** The person who decides, when, and how. `by` is the id of a key, or `alert_link`. */
export type Decision = { decision: ChangeDecision; by: string; now: Date };

/** Marks a change as seen and returns it. A change that was seen before keeps its first decision. */
export async function markSeen(
  { pageChanges }: Database,
  record: PageChangeRecord,
  { decision, by, now }: Decision,
): Promise<PageChangeRecord> {
  const { _id } = record;
  const change = { seenAt: now, seenBy: by, decision };
  const marked = await pageChanges.findOneAndUpdate(
    { _id, seenAt: null },
    { $set: change },
    { returnDocument: "after" },
  );
  return marked ?? (await pageChanges.findOne({ _id })) ?? record;
}

/**
 * Marks the unseen changes of a monitor as seen: up to the run `upTo`, or all of them. Who accepts a run has seen the changes
 * before it. Run ids sort by time.
 */
export async function markMonitorSeen(
  database: Database,
  { monitorId, upTo }: { monitorId: string; upTo: string | null },
  decision: Decision,
): Promise<void> {
  const unseen = await database.pageChanges.find({ monitorId, seenAt: null }).toArray();
  for (const record of unseen.filter(({ _id }) => upTo === null || _id <= upTo)) {
    await markSeen(database, record, decision);
  }
}
