import { creditsLeft } from "#data/credits.ts";
import { ApiError } from "../apiError.ts";
import type { ApiPorts } from "../ports.ts";

/** Credits that an account has left now; null where its plan has no limit. Rejects with `unauthorized` where there is none any more. */
export async function readRemaining(
  { database, now }: Pick<ApiPorts, "database" | "now">,
  accountId: string,
): Promise<number | null> {
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null) throw new ApiError("unauthorized");
  return creditsLeft(account, now());
}
