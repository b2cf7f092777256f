import type { Filter } from "mongodb";
import { withoutFields } from "#data/listFields.ts";
import type { Database } from "#data/mongo.ts";
import type { DeliveryRecord } from "#schemas/events.ts";
import { ApiError } from "../http/errors.ts";

/** A filter of deliveries. A missing field matches any value. */
export type DeliveryFilter = Partial<Pick<DeliveryRecord, "channel" | "type" | "status" | "resourceId" | "runId">>;

/** The cursor of a delivery in the list. Ids of deliveries do not sort by time. */
export function cursorOf({ createdAt, _id }: Pick<DeliveryRecord, "createdAt" | "_id">): string {
  return `${createdAt.getTime()}-${_id}`;
}

/** Fields of a delivery that no list shows: its content and its receiver. */
const unlistedOfDelivery = withoutFields<DeliveryRecord, "target.secret">()(
  "body",
  "content",
  "target.url",
  "target.sealed",
);

/** An account's deliveries without those fields, newest first, from behind the cursor `before`. */
export function listDeliveries(
  { deliveries }: Database,
  { accountId, ...filter }: DeliveryFilter & { accountId: string },
  { before, limit }: { before: string | null; limit: number },
): Promise<DeliveryRecord[]> {
  const query: Filter<DeliveryRecord> = { accountId, ...filter, ...(before !== null && behind(before)) };
  return deliveries
    .find(query, { projection: unlistedOfDelivery })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .toArray();
}

function behind(cursor: string): Filter<DeliveryRecord> {
  const dash = cursor.indexOf("-");
  const createdAt = new Date(Number(cursor.slice(0, dash)));
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: cursor.slice(dash + 1) } }] };
}

/**
 * A delivery of an account.
 * @throws ApiError `not_found` for an unknown id and for another account's id.
 */
export async function readDelivery({ deliveries }: Database, accountId: string, id: string): Promise<DeliveryRecord> {
  const record = await deliveries.findOne({ _id: id });
  if (record === null || record.accountId !== accountId) throw new ApiError("not_found");
  return record;
}

/** The names of the monitors that deliveries are about, by the monitors' ids. Deleted monitors have none. */
export async function readMonitorNames(
  { monitors }: Database,
  accountId: string,
  records: readonly Pick<DeliveryRecord, "resourceId">[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(records.map(({ resourceId }) => resourceId))];
  const query = { _id: { $in: ids }, accountId };
  const found = await monitors.find(query, { projection: { "spec.name": 1 } }).toArray();
  return new Map(found.map(({ _id, spec }) => [_id, spec.name]));
}
