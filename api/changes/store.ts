import type { Filter } from "mongodb";
import type { Database } from "#data/mongo.ts";
import type { PageChangeRecord, PageChangeState } from "#schemas/monitor/pageChange.ts";
import { ApiError } from "../http/errors.ts";
import type { Part } from "../monitors/store.ts";

/** Filters of the list; each narrows it. */
export type PageChangeFilter = {
  state?: PageChangeState | undefined;
  monitorId?: string | undefined;
  tag?: string | undefined;
};

/**
 * A change of an account.
 * @throws ApiError `not_found`, also for another account's id.
 */
export async function readPageChange(database: Database, accountId: string, id: string): Promise<PageChangeRecord> {
  const record = await database.pageChanges.findOne({ _id: id.toLowerCase() });
  if (record === null || record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/** A page of an account's changes, newest first, and how many match. */
export async function findPageChanges(
  database: Database,
  accountId: string,
  { filter, before, limit }: Part & { filter: PageChangeFilter },
): Promise<{ records: PageChangeRecord[]; total: number }> {
  const query = await queryOf(database, accountId, filter);
  const part = before === null ? query : { $and: [query, { _id: { $lt: before } }] };
  const [records, total] = await Promise.all([
    database.pageChanges.find(part).sort({ _id: -1 }).limit(limit).toArray(),
    database.pageChanges.countDocuments(query),
  ]);
  return { records, total };
}

const states: Record<PageChangeState, Filter<PageChangeRecord>> = {
  unseen: { seenAt: null },
  seen: { seenAt: { $ne: null } },
};

async function queryOf(
  { monitors }: Database,
  accountId: string,
  { state, monitorId, tag }: PageChangeFilter,
): Promise<Filter<PageChangeRecord>> {
  const query = {
    accountId,
    ...(state !== undefined && states[state]),
    ...(monitorId !== undefined && { monitorId: monitorId.toLowerCase() }),
  };
  if (tag === undefined) return query;
  const tagged = await monitors.find({ accountId, "spec.tags": tag }, { projection: { _id: 1 } }).toArray();
  return { $and: [query, { monitorId: { $in: tagged.map(({ _id }) => _id) } }] };
}

/** Takes a decision back and returns the change. */
export async function markUnseen({ pageChanges }: Database, record: PageChangeRecord): Promise<PageChangeRecord> {
  const change = { seenAt: null, seenBy: null, decision: null };
  const { _id } = record;
  return (await pageChanges.findOneAndUpdate({ _id }, { $set: change }, { returnDocument: "after" })) ?? record;
}

/** Writes or removes the note of a change and returns the change. */
export async function writeNote(
  { pageChanges }: Database,
  record: PageChangeRecord,
  note: string | null,
): Promise<PageChangeRecord> {
  const { _id } = record;
  return (await pageChanges.findOneAndUpdate({ _id }, { $set: { note } }, { returnDocument: "after" })) ?? record;
}
