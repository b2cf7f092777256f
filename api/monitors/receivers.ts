import { findAlertTargets } from "#data/alertTargets.ts";
import type { Database } from "#data/mongo.ts";
import { findRecipients } from "#data/recipients.ts";
import type { FieldProblem } from "#schemas/common.ts";
import type { MonitorPatch } from "#schemas/monitor/monitor.ts";
import { ApiError } from "../http/errors.ts";

/**
 * Checks that the recipients and the alert targets of alerts belong to the account. Unverified recipients are allowed and
 * get alerts once verified.
 * @throws ApiError `validation_failed`.
 */
export async function checkReceivers(
  database: Database,
  accountId: string,
  change: Pick<MonitorPatch, "alerts">,
): Promise<void> {
  const fields = await problemsOfReceivers(database, accountId, change);
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
}

/** Recipients and alert targets of the alerts that are not the account's. */
export async function problemsOfReceivers(
  database: Database,
  accountId: string,
  { alerts: { email, targetIds = [] } = {} }: Pick<MonitorPatch, "alerts">,
): Promise<FieldProblem[]> {
  const targets = targetIds.length === 0 ? [] : await findAlertTargets(database, accountId);
  const owned = new Set(targets.map(({ _id }) => _id));
  const ofRecipients = await problemsOfRecipients(database, accountId, email?.recipientIds ?? []);
  return [
    ...ofRecipients.map(({ field, message }) => ({ field: `alerts.email.${field}`, message })),
    ...foreign(targetIds, owned).map((index) => ({
      field: `alerts.targetIds.${index}`,
      message: "is not an alert target of this account",
    })),
  ];
}

/** Recipients of a list `recipientIds` that are not the account's. */
export async function problemsOfRecipients(
  database: Database,
  accountId: string,
  ids: readonly string[],
): Promise<FieldProblem[]> {
  const lowered = ids.map((id) => id.toLowerCase());
  const found = await findRecipients(database, accountId, lowered);
  const owned = new Set(found.map(({ recipientId }) => recipientId));
  return foreign(ids, owned).map((index) => ({
    field: `recipientIds.${index}`,
    message: "is not a recipient of this account",
  }));
}

/** The places of ids that are not owned. */
function foreign(ids: readonly string[], owned: ReadonlySet<string>): number[] {
  return ids.flatMap((id, index) => (owned.has(id.toLowerCase()) ? [] : [index]));
}

type Entry = { accountId: string; list: "spec.targetIds" | "spec.email.recipientIds"; id: string };

/** Takes an id from a list of all of an account's monitors, as a change by the owner would. */
export async function takeFromMonitors(
  { monitors }: Database,
  { accountId, list, id }: Entry,
  now: Date,
): Promise<void> {
  const naming = { accountId, [list]: id };
  for (const { _id } of await monitors.find(naming, { projection: { _id: 1 } }).toArray())
    await monitors.updateOne(
      { _id, ...naming },
      { $pull: { [list]: id }, $inc: { specRev: 1 }, $set: { updatedAt: now } },
    );
}
