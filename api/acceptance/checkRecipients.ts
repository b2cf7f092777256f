import { findRecipients } from "#data/recipients.ts";
import type { Database } from "#data/mongo.ts";
import type { MonitorPatch } from "#schemas/monitor.ts";
import { ApiError } from "../apiError.ts";

/**
 * Rejects with `validation_failed` where a monitor is to tell somebody who is no recipient of the account. One that is not
 * verified yet may be named; it gets alerts once it is.
 */
export async function checkRecipients(
  database: Database,
  accountId: string,
  { alerts }: Pick<MonitorPatch, "alerts">,
): Promise<void> {
  const ids = alerts?.email?.recipientIds ?? [];
  const found = await findRecipients(
    database,
    accountId,
    ids.map((id) => id.toLowerCase()),
  );
  const known = new Set(found.map(({ recipientId }) => recipientId));
  const fields = ids.flatMap((id, index) =>
    known.has(id.toLowerCase())
      ? []
      : [{ field: `alerts.email.recipientIds.${index}`, message: "is no recipient of this account" }],
  );
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
}
