import type { Database } from "#data/mongo.ts";
import { ApiError } from "../http/errors.ts";

/**
 * Checks that the account has the sign-in that a capture names. `field` is its place in the request.
 * @throws ApiError `validation_failed`.
 */
export async function requireSignIn(
  { database }: { database: Database },
  accountId: string,
  { name, field }: { name: string | null | undefined; field: string },
): Promise<void> {
  if (name == null || (await database.signIns.countDocuments({ accountId, name })) > 0) return;
  const message = `names no sign-in of this account: ${JSON.stringify(name)}; GET /sign-ins lists them`;
  throw new ApiError("validation_failed", { fields: [{ field, message }] });
}
