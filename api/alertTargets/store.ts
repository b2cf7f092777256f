import type { Database } from "#data/mongo.ts";
import type { AlertTargetRecord } from "#schemas/alertTarget.ts";
import { ApiError } from "../http/errors.ts";

/** An account's alert targets by name. */
export function findAlertTargets({ alertTargets }: Database, accountId: string): Promise<AlertTargetRecord[]> {
  return alertTargets.find({ accountId }).sort({ name: 1 }).toArray();
}

/** An alert target of an account. @throws ApiError `not_found`. */
export async function readAlertTarget(
  { alertTargets }: Database,
  accountId: string,
  id: string,
): Promise<AlertTargetRecord> {
  const found = await alertTargets.findOne({ _id: id.toLowerCase(), accountId });
  if (found === null) throw new ApiError("not_found");
  return found;
}

/** Deletes an alert target, and takes it from the monitors that name it. */
export async function removeAlertTarget(
  { alertTargets, monitors }: Database,
  { _id, accountId }: AlertTargetRecord,
  now: Date,
): Promise<void> {
  await alertTargets.deleteOne({ _id });
  const naming = { accountId, "spec.targetIds": _id };
  for (const { _id: monitorId } of await monitors.find(naming, { projection: { _id: 1 } }).toArray())
    await monitors.updateOne(
      { _id: monitorId, ...naming },
      { $pull: { "spec.targetIds": _id }, $inc: { specRev: 1 }, $set: { updatedAt: now } },
    );
}
