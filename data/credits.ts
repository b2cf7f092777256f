import type { AccountRecord, LedgerRecord } from "#schemas/account.ts";
import { type PlanName, plans } from "#schemas/plans.ts";
import { creditPeriod } from "#workflows/rules/creditPeriod.ts";
import { isDuplicateKey } from "./duplicateKey.ts";
import type { Database } from "./mongo.ts";

/** What is to be reserved; `period` is the credit period of now. */
export type Reservation = { accountId: string; plan: PlanName; price: number; period: string };

/** What was reserved: the period it counts in, and the credits left; null where the plan has no limit. */
export type Reserved = { period: string; remaining: number | null };

/** Why credits could not be reserved. */
export class CreditsRefused extends Error {
  override readonly name = "CreditsRefused";
  readonly reason: "insufficient_credits" | "unknown_account" | "contended";

  constructor(reason: CreditsRefused["reason"]) {
    super(`Credits were not reserved: ${reason}.`);
    this.reason = reason;
  }
}

/**
 * Counts the price against the account's credits of the period, in one conditional update.
 * Rejects with CreditsRefused when the plan's limit would be passed, or the account is gone or under heavy contention.
 */
export async function reserveCredits(database: Database, reservation: Reservation): Promise<Reserved> {
  let { period } = reservation;
  // A second turn is needed only when another request began a new period in between.
  for (let turn = 0; turn < 3; turn += 1) {
    const wanted = { ...reservation, period };
    const account = (await count(database, wanted)) ?? (await rollOver(database, wanted));
    if (account !== null) return { period, remaining: remaining(account) };
    period = await periodOrRefusal(database, wanted);
  }
  throw new CreditsRefused("contended");
}

function count({ accounts }: Database, { accountId, plan, price, period }: Reservation): Promise<AccountRecord | null> {
  const { credits: limit } = plans[plan];
  return accounts.findOneAndUpdate(
    { _id: accountId, "credits.period": period, ...(limit !== null && { "credits.used": { $lte: limit - price } }) },
    { $inc: { "credits.used": price } },
    { returnDocument: "after" },
  );
}

/** Begins a new period with this price as its first; only where the account still stands in an earlier one. */
function rollOver(
  { accounts }: Database,
  { accountId, plan, price, period }: Reservation,
): Promise<AccountRecord | null> {
  const { credits: limit } = plans[plan];
  if (limit !== null && price > limit) return Promise.resolve(null);
  return accounts.findOneAndUpdate(
    { _id: accountId, "credits.period": { $lt: period } },
    { $set: { credits: { period, used: price } } },
    { returnDocument: "after" },
  );
}

/** The period to try next; rejects when the account is short in it. */
async function periodOrRefusal(
  { accounts }: Database,
  { accountId, plan, price, period }: Reservation,
): Promise<string> {
  const account = await accounts.findOne({ _id: accountId });
  if (account === null) throw new CreditsRefused("unknown_account");
  const { credits: limit } = plans[plan];
  const used = account.credits.period < period ? 0 : account.credits.used;
  if (limit !== null && used + price > limit) throw new CreditsRefused("insufficient_credits");
  // Another instance's clock may have begun the next month already; what is begun is not taken back.
  return account.credits.period > period ? account.credits.period : period;
}

function remaining({ plan, credits }: AccountRecord): number | null {
  const { credits: limit } = plans[plan];
  return limit === null ? null : Math.max(0, limit - credits.used);
}

/** Appends a refund to the ledger and lowers the account's count, unless that refund is there already. */
export async function appendRefund(database: Database, entry: LedgerRecord): Promise<void> {
  try {
    await database.ledger.insertOne(entry);
  } catch (error) {
    if (isDuplicateKey(error)) return;
    throw error;
  }
  await database.accounts.updateOne(
    { _id: entry.accountId, "credits.period": entry.period },
    { $inc: { "credits.used": entry.credits } },
  );
}

/** Credits an account has left at an instant; null where its plan has no limit. */
export function creditsLeft(account: AccountRecord, now: Date): number | null {
  const { credits: limit } = plans[account.plan];
  if (limit === null) return null;
  const used = account.credits.period < creditPeriod(now) ? 0 : account.credits.used;
  return Math.max(0, limit - used);
}
