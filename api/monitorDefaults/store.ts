import type { Database } from "#data/mongo.ts";
import type { MonitorDefaultsRecord } from "#schemas/monitor/defaults.ts";
import { ApiError } from "../http/errors.ts";

/** An owner of defaults: one of the account's tags, or the account if `tag` is null. */
export type DefaultsOwner = { accountId: string; tag: string | null };

/** The id of the only record with the defaults of an account or of one of its tags. */
export function defaultsId({ accountId, tag }: DefaultsOwner): string {
  return tag === null ? accountId : `${accountId}:${tag}`;
}

/** The defaults of an account or of one of its tags. @throws ApiError `not_found`. */
export async function readMonitorDefaults(
  { monitorDefaults }: Database,
  owner: DefaultsOwner,
): Promise<MonitorDefaultsRecord> {
  const found = await monitorDefaults.findOne({ _id: defaultsId(owner) });
  if (found === null) throw new ApiError("not_found");
  return found;
}

/** Takes an id from a list of all of an account's defaults. */
export async function takeFromDefaults(
  { monitorDefaults }: Database,
  { accountId, list, id }: { accountId: string; list: "targetIds" | "email.recipientIds"; id: string },
): Promise<void> {
  const path = `settings.alerts.${list}`;
  await monitorDefaults.updateMany({ accountId, [path]: id }, { $pull: { [path]: id } });
}
