import type { AccountRecord, LedgerTransfer } from "#schemas/account.ts";
import { type PlanName, plans } from "#schemas/settings/plans.ts";
import { creditPeriod } from "#rules/prices.ts";
import { completeTransfer, type LedgerEntry, newTransfer, postEntries, transferOf } from "./creditTransfers.ts";
import type { Database } from "./mongo.ts";

/** A charge without its credit period. */
export type Charge = Omit<LedgerEntry, "period">;

/** Credits to reserve at `at`. Every charge costs at least one credit. */
export type Reservation = { accountId: string; plan: PlanName; charges: readonly Charge[]; at: Date };

/** A reservation: its credit period (YYYY-MM), the credits left (null without a limit), and the transfer to complete. */
export type Reserved = { period: string; remainingCredits: number | null; transfer: LedgerTransfer };

/** One conditional update that counts a price; `limit` is null without a limit. */
type Attempt = { accountId: string; limit: number | null; price: number; period: string; transfer: LedgerTransfer };

/** The credits needed, and the credits left in the period (YYYY-MM). */
export type Shortage = { needed: number; left: number; period: string };

/** Why credits could not be reserved. */
export class CreditsRefused extends Error {
  override readonly name = "CreditsRefused";
  readonly reason: "insufficient_credits" | "unknown_account" | "contended";
  /** Set if the reason is `insufficient_credits`. */
  readonly shortage: Shortage | null;

  constructor(reason: CreditsRefused["reason"], shortage: Shortage | null = null) {
    super(`Credits were not reserved: ${reason}.`);
    this.reason = reason;
    this.shortage = shortage;
  }
}

/**
 * Counts charges against the account's credits of the period and adds their pending transfer, in one conditional update.
 * The caller posts the transfer to the ledger with `completeTransfer`; after a crash the reconciler does.
 * @throws CreditsRefused if the plan's limit would be exceeded, the account does not exist, or updates collided three times.
 */
export async function reserveCredits(
  database: Database,
  { accountId, plan, charges, at }: Reservation,
): Promise<Reserved> {
  const price = charges.reduce((sum, { credits }) => sum + credits, 0);
  // A plan change may leave an account above its limit. Work that costs nothing is accepted even then.
  const limit = price === 0 ? null : plans[plan].credits;
  let period = creditPeriod(at);
  // A second attempt is needed only if another request began a new period in between.
  for (let tries = 0; tries < 3; tries += 1) {
    const entries = charges.map((charge) => ({ ...charge, period }));
    const attempt = { accountId, limit, price, period, transfer: newTransfer(entries, at) };
    const account = (await count(database, attempt)) ?? (await rollOver(database, attempt));
    if (account !== null) return { period, remainingCredits: remaining(account), transfer: attempt.transfer };
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

/** Begins a new period with this price as its first charge, if the account is still in an earlier period. */
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

/**
 * The period for the next attempt.
 * @throws CreditsRefused if the account has too few credits in it, or does not exist.
 */
async function periodOrRefusal({ accounts }: Database, { accountId, limit, price, period }: Attempt): Promise<string> {
  const account = await accounts.findOne({ _id: accountId });
  if (account === null) throw new CreditsRefused("unknown_account");
  const used = account.credits.period < period ? 0 : account.credits.used;
  if (limit !== null && used + price > limit)
    throw new CreditsRefused("insufficient_credits", { needed: price, left: Math.max(0, limit - used), period });
  // The clock of another process may be in the next month already. A period that has begun is not reverted.
  return account.credits.period > period ? account.credits.period : period;
}

function remaining({ plan, credits }: AccountRecord): number | null {
  const { credits: limit } = plans[plan];
  return limit === null ? null : Math.max(0, limit - credits.used);
}

/**
 * Charges once, even if an earlier or concurrent attempt has charged already. Returns false, and writes nothing, if the
 * account does not exist or has too few credits.
 * @throws CreditsRefused with the reason `contended`.
 */
export async function chargeOnce(database: Database, charge: Charge): Promise<boolean> {
  const { _id, accountId, at, credits } = charge;
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null || credits === 0) return account !== null;
  const pending = transferOf(account, _id);
  if (pending === undefined && (await database.ledger.findOne({ _id })) !== null) return true;
  try {
    const reservation = { accountId, plan: account.plan, charges: [charge], at };
    await completeTransfer(database, pending ?? (await reserveCredits(database, reservation)).transfer);
    return true;
  } catch (error) {
    if (error instanceof CreditsRefused && error.reason !== "contended") return false;
    throw error;
  }
}

/**
 * Whether charges were counted earlier: all of them, none, or other than these (some, at another price, or refunded since).
 * Completes their pending transfers.
 */
export async function findCounted(
  database: Database,
  accountId: string,
  charges: readonly Charge[],
): Promise<"all" | "none" | "other"> {
  const ids = charges.flatMap(({ _id }) => [_id, refundIdOf(_id)]);
  const account = await database.accounts.findOne({ _id: accountId });
  const pending = account?.pendingTransfers.filter(({ entries }) => entries.some(({ _id }) => ids.includes(_id))) ?? [];
  for (const transfer of pending) await completeTransfer(database, transfer);
  const entries = await database.ledger.find({ _id: { $in: ids } }).toArray();
  if (entries.length === 0) return "none";
  const credits = new Map(entries.map((entry) => [entry._id, entry.credits]));
  return credits.size === charges.length && charges.every((charge) => credits.get(charge._id) === charge.credits)
    ? "all"
    : "other";
}

function refundIdOf(chargeId: LedgerEntry["_id"]): LedgerEntry["_id"] {
  const [, jobId = "", attempt] = chargeId.split(":");
  return `refund:${jobId}:${Number(attempt)}`;
}

/** Counts a refund in the account and posts it to the ledger, once. */
export async function appendRefund(database: Database, entry: LedgerEntry): Promise<void> {
  const { _id, accountId, credits, period } = entry;
  const account = await database.accounts.findOne({ _id: accountId });
  const pending = account === null ? undefined : transferOf(account, _id);
  if (pending !== undefined) return void (await completeTransfer(database, pending));
  if ((await database.ledger.findOne({ _id })) !== null) return;
  const transfer = newTransfer([entry], new Date());
  const { matchedCount } = await database.accounts.updateOne(
    { _id: accountId, "credits.period": period },
    { $inc: { "credits.used": credits, transferCount: 1 }, $push: { pendingTransfers: transfer } },
  );
  if (matchedCount === 1) await completeTransfer(database, transfer);
  // The period is over or the account was deleted, so there is no count to correct.
  else await postEntries(database, transfer.entries);
}

/** The credit period of a charge; null if the charge does not exist. */
export async function periodOf(
  { accounts, ledger }: Database,
  { accountId, chargeId }: { accountId: string; chargeId: LedgerEntry["_id"] },
): Promise<string | null> {
  const account = await accounts.findOne({ _id: accountId });
  const entries = (account === null ? undefined : transferOf(account, chargeId))?.entries;
  const entry = entries?.find(({ _id }) => _id === chargeId) ?? (await ledger.findOne({ _id: chargeId }));
  return entry?.period ?? null;
}

/** The credits an account has left at `now`; null if its plan has no limit. */
export function creditsLeft(account: AccountRecord, now: Date): number | null {
  const { credits: limit } = plans[account.plan];
  if (limit === null) return null;
  const used = account.credits.period < creditPeriod(now) ? 0 : account.credits.used;
  return Math.max(0, limit - used);
}
