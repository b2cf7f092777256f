import { creditsLeft } from "#data/credits.ts";
import type { Database } from "#data/mongo.ts";
import type { LedgerRecord, UsageDay } from "#schemas/account.ts";
import { ApiError } from "../http/errors.ts";
import type { ApiPorts } from "../ports.ts";

/** An account's ledger entries of one period (YYYY-MM). */
function readLedger({ ledger }: Database, accountId: string, period: string): Promise<LedgerRecord[]> {
  return ledger.find({ accountId, period }).toArray();
}

/** Net credits of a period by operation: charges less refunds. */
export async function creditsByOperation(
  database: Database,
  accountId: string,
  period: string,
): Promise<Record<string, number>> {
  return sumByOperation(await readLedger(database, accountId, period));
}

function sumByOperation(entries: readonly LedgerRecord[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { operation, credits } of entries) sums[operation] = (sums[operation] ?? 0) + credits;
  return sums;
}

/** Credits of a period by day and key, newest day first. A refund counts on its own day. */
export async function usageByDay(database: Database, accountId: string, period: string): Promise<UsageDay[]> {
  const entries = await readLedger(database, accountId, period);
  const groups = Map.groupBy(entries, ({ at, keyId }) => `${at.toISOString().slice(0, 10)} ${keyId}`);
  return [...groups]
    .map(([group, own]): UsageDay => {
      const [date = "", keyId = ""] = group.split(" ");
      const total = (sign: 1 | -1) => own.reduce((sum, { credits }) => sum + Math.max(0, sign * credits), 0);
      return { date, keyId, charged: total(1), refunded: total(-1), byOperation: sumByOperation(own) };
    })
    .toSorted((a, b) => (a.date === b.date ? (a.keyId < b.keyId ? -1 : 1) : a.date < b.date ? 1 : -1));
}

/** The numbers of an account's waiting and running jobs. A job that starts meanwhile may be in both or in neither. */
export async function countOpenJobs(
  { jobs }: Database,
  accountId: string,
): Promise<{ active: number; queued: number }> {
  const [active, queued] = await Promise.all([
    jobs.countDocuments({ accountId, status: "in_progress" }),
    jobs.countDocuments({ accountId, status: "queued" }),
  ]);
  return { active, queued };
}

/**
 * The credits an account has left; null without a limit.
 * @throws ApiError `unauthorized` if the account was deleted.
 */
export async function readRemaining(
  { database, now }: Pick<ApiPorts, "database" | "now">,
  accountId: string,
): Promise<number | null> {
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null) throw new ApiError("unauthorized");
  return creditsLeft(account, now());
}
