import type { AccountRecord, LedgerTransfer } from "#schemas/account.ts";
import { type PlanName, plans } from "#schemas/settings/plans.ts";
import { creditPeriod } from "#workflows/rules/prices.ts";
import { completeTransfer, type LedgerEntry, newTransfer, postEntries, transferOf } from "./creditTransfers.ts";
import type { Database } from "./mongo.ts";

/** A charge before the period it counts in is known. */
export type Charge = Omit<LedgerEntry, "period">;

/** What is to be reserved at `at`; charges are those that cost something. */
export type Reservation = { accountId: string; plan: PlanName; charges: readonly Charge[]; at: Date };

/** What was reserved: the period it counts in, the credits left, null where the plan has no limit, and what is to be settled. */
export type Reserved = { period: string; remaining: number | null; transfer: LedgerTransfer };

type Attempt = { accountId: string; limit: number | null; price: number; period: string; transfer: LedgerTransfer };

/** Credits that are needed, and those that are left in the period, YYYY-MM. */
export type Shortage = { needed: number; left: number; period: string };

/** Why credits could not be reserved. */
export class CreditsRefused extends Error {
  override readonly name = "CreditsRefused";
  readonly reason: "insufficient_credits" | "unknown_account" | "contended";
  /** Of an account that has too few. */
  readonly shortage: Shortage | null;

  constructor(reason: CreditsRefused["reason"], shortage: Shortage | null = null) {
    super(`Credits were not reserved: ${reason}.`);
    this.reason = reason;
    this.shortage = shortage;
  }
}

/**
 * Counts charges against the account's credits of the period and names them there, in one conditional update; they are to be
 * brought to the ledger by `settleMove`, which the reconciler does where a crash comes first.
 * Rejects with CreditsRefused when the plan's limit would be passed, or the account is gone or under heavy contention.
 */
export async function reserveCredits(
  database: Database,
  { accountId, plan, charges, at }: Reservation,
): Promise<Reserved> {
  const price = charges.reduce((sum, { credits }) => sum + credits, 0);
  // An account may be beyond its limit, by a change of its plan: what is free is not refused there.
  const limit = price === 0 ? null : plans[plan].credits;
  let period = creditPeriod(at);
  // A second turn is needed only when another request began a new period in between.
  for (let turn = 0; turn < 3; turn += 1) {
    const entries = charges.map((charge) => ({ ...charge, period }));
    const attempt = { accountId, limit, price, period, transfer: newTransfer(entries, at) };
    const account = (await count(database, attempt)) ?? (await rollOver(database, attempt));
    if (account !== null) return { period, remaining: remaining(account), transfer: attempt.transfer };
    period = await periodOrRefusal(database, attempt);
  }
  throw new CreditsRefused("contended");
}

function count(
  { accounts }: Database,
  { accountId, limit, price, period, transfer }: Attempt,
): Promise<AccountRecord | null> {
  return accounts.findOneAndUpdate(
    { _id: accountId, "credits.period": period, ...(limit !== null && { "credits.used": { $lte: limit - price } }) },
    { $inc: { "credits.used": price, transferCount: 1 }, ...pushTransfer(transfer) },
    { returnDocument: "after" },
  );
}

/** Begins a new period with this price as its first; only where the account still stands in an earlier one. */
function rollOver(
  { accounts }: Database,
  { accountId, limit, price, period, transfer }: Attempt,
): Promise<AccountRecord | null> {
  if (limit !== null && price > limit) return Promise.resolve(null);
  return accounts.findOneAndUpdate(
    { _id: accountId, "credits.period": { $lt: period } },
    { $set: { credits: { period, used: price } }, $inc: { transferCount: 1 }, ...pushTransfer(transfer) },
    { returnDocument: "after" },
  );
}

function pushTransfer(transfer: LedgerTransfer): { $push?: { pendingTransfers: LedgerTransfer } } {
  return transfer.entries.length === 0 ? {} : { $push: { pendingTransfers: transfer } };
}

/** The period to try next; rejects when the account is short in it. */
async function periodOrRefusal({ accounts }: Database, { accountId, limit, price, period }: Attempt): Promise<string> {
  const account = await accounts.findOne({ _id: accountId });
  if (account === null) throw new CreditsRefused("unknown_account");
  const used = account.credits.period < period ? 0 : account.credits.used;
  if (limit !== null && used + price > limit)
    throw new CreditsRefused("insufficient_credits", { needed: price, left: Math.max(0, limit - used), period });
  // Another instance's clock may have begun the next month already; what is begun is not taken back.
  return account.credits.period > period ? account.credits.period : period;
}

function remaining({ plan, credits }: AccountRecord): number | null {
  const { credits: limit } = plans[plan];
  return limit === null ? null : Math.max(0, limit - credits.used);
}

/**
 * Charges something that an earlier try may have charged already; false where the account is gone or short, and then nothing is
 * written. Doing it again, even at once, counts it once.
 */
export async function chargeOnce(database: Database, charge: Charge): Promise<boolean> {
  const { _id, accountId, at, credits } = charge;
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null || credits === 0) return account !== null;
  const begun = transferOf(account, _id);
  if (begun === undefined && (await database.ledger.findOne({ _id })) !== null) return true;
  try {
    const reservation = { accountId, plan: account.plan, charges: [charge], at };
    await completeTransfer(database, begun ?? (await reserveCredits(database, reservation)).transfer);
    return true;
  } catch (error) {
    if (error instanceof CreditsRefused && error.reason !== "contended") return false;
    throw error;
  }
}

/** Counts a refund in the account and appends it to the ledger, unless it is there already. */
export async function appendRefund(database: Database, entry: LedgerEntry): Promise<void> {
  const { _id, accountId, credits, period } = entry;
  const account = await database.accounts.findOne({ _id: accountId });
  const begun = account === null ? undefined : transferOf(account, _id);
  if (begun !== undefined) return void (await completeTransfer(database, begun));
  if ((await database.ledger.findOne({ _id })) !== null) return;
  const transfer = newTransfer([entry], new Date());
  const { matchedCount } = await database.accounts.updateOne(
    { _id: accountId, "credits.period": period },
    { $inc: { "credits.used": credits, transferCount: 1 }, $push: { pendingTransfers: transfer } },
  );
  if (matchedCount === 1) await completeTransfer(database, transfer);
  // Of a period that is over, or an account that is gone, there is no count to be kept.
  else await postEntries(database, transfer.entries);
}

/** The period that a charge counts in; null where there is no such charge. */
export async function periodOf(
  { accounts, ledger }: Database,
  { accountId, chargeId }: { accountId: string; chargeId: LedgerEntry["_id"] },
): Promise<string | null> {
  const account = await accounts.findOne({ _id: accountId });
  const entries = (account === null ? undefined : transferOf(account, chargeId))?.entries;
  const entry = entries?.find(({ _id }) => _id === chargeId) ?? (await ledger.findOne({ _id: chargeId }));
  return entry?.period ?? null;
}

/** Credits an account has left at an instant; null where its plan has no limit. */
export function creditsLeft(account: AccountRecord, now: Date): number | null {
  const { credits: limit } = plans[account.plan];
  if (limit === null) return null;
  const used = account.credits.period < creditPeriod(now) ? 0 : account.credits.used;
  return Math.max(0, limit - used);
}
