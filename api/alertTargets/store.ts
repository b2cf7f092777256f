import type { Database } from "#data/mongo.ts";
import type { AlertTargetRecord } from "#schemas/alertTarget.ts";
import { ApiError } from "../http/errors.ts";
import { takeFromDefaults } from "../monitorDefaults/store.ts";
import { takeFromMonitors } from "../monitors/receivers.ts";

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

/** Deletes an alert target, and takes it from the monitors and the defaults that name it. */
export async function removeAlertTarget(
  database: Database,
  { _id, accountId }: AlertTargetRecord,
  now: Date,
): Promise<void> {
  await database.alertTargets.deleteOne({ _id });
  await takeFromDefaults(database, { accountId, list: "targetIds", id: _id });
  await takeFromMonitors(database, { accountId, list: "spec.targetIds", id: _id }, now);
}
