import { uuidv7 } from "uuidv7";
import type { AccountRecord, LedgerRecord, LedgerTransfer } from "#schemas/account.ts";
import { insertManyIfAbsent } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** A ledger entry before it belongs to a transfer. */
export type LedgerEntry = Omit<LedgerRecord, "transferId">;

/**
 * A new transfer of credits to the ledger; nothing is written. The update that counts the credits also adds the transfer to
 * `pendingTransfers` of the account. After a crash, any process can post it from there. Each attempt has its own transfer id,
 * so its entries differ from those of another attempt.
 */
export function newTransfer(entries: readonly LedgerEntry[], at: Date): LedgerTransfer {
  const id = uuidv7();
  return { id, at, entries: entries.map((entry) => ({ ...entry, transferId: id })) };
}

/** The pending transfer that contains a ledger entry; undefined if there is none. */
export function transferOf(
  { pendingTransfers }: AccountRecord,
  entryId: LedgerRecord["_id"],
): LedgerTransfer | undefined {
  return pendingTransfers.find(({ entries }) => entries.some(({ _id }) => _id === entryId));
}

/**
 * Posts a counted transfer to the ledger; idempotent. Returns the surplus: the credits of the entries that another transfer
 * had already posted. The account counts these twice until `clearTransfer` subtracts them.
 */
export async function postTransfer(database: Database, { id, entries }: LedgerTransfer): Promise<number> {
  let surplus = 0;
  for (const { _id, credits } of await postEntries(database, entries)) {
    const ledgerEntry = await database.ledger.findOne({ _id });
    if (ledgerEntry?.transferId !== id) surplus += credits;
  }
  return surplus;
}

/** Writes entries to the ledger and reports the new ones to `onLedgerEntries`. Returns the entries that existed before. */
export async function postEntries(
  { ledger, onLedgerEntries }: Database,
  entries: readonly LedgerRecord[],
): Promise<LedgerRecord[]> {
  const known = await insertManyIfAbsent(ledger, entries);
  onLedgerEntries(entries.filter((_, index) => !known.has(index)));
  return entries.filter((_, index) => known.has(index));
}

/** Removes a posted transfer from the account and subtracts the surplus from its count; idempotent. */
export async function clearTransfer(
  { accounts }: Database,
  { transfer, surplus }: { transfer: LedgerTransfer; surplus: number },
): Promise<void> {
  const [entry] = transfer.entries;
  if (entry === undefined) return;
  const { accountId: _id, period } = entry;
  // $pull takes the whole value, which works in MongoDB and FerretDB. FerretDB does not match on part of a value.
  const $pull = { pendingTransfers: transfer };
  if (surplus !== 0) {
    const corrected = await accounts.updateOne(
      { _id, "pendingTransfers.id": transfer.id, "credits.period": period },
      { $inc: { "credits.used": -surplus, transferCount: 1 }, $pull },
    );
    if (corrected.matchedCount === 1) return;
  }
  // In a later period the surplus is gone: the count started at zero.
  await accounts.updateOne({ _id, "pendingTransfers.id": transfer.id }, { $pull });
}

/** Posts a counted transfer to the ledger and clears it. Returns false if other transfers had posted all of its entries. */
export async function completeTransfer(database: Database, transfer: LedgerTransfer): Promise<boolean> {
  const surplus = await postTransfer(database, transfer);
  await clearTransfer(database, { transfer, surplus });
  return surplus !== transfer.entries.reduce((sum, { credits }) => sum + credits, 0);
}

/** Completes transfers that began before an instant and were left pending by a crash; 50 accounts per call. */
export async function completeTransfers(database: Database, before: Date): Promise<void> {
  const accounts = await database.accounts
    .find({ "pendingTransfers.at": { $lt: before } })
    .limit(50)
    .toArray();
  const overdue = accounts.flatMap(({ pendingTransfers }) => pendingTransfers.filter(({ at }) => at < before));
  for (const transfer of overdue) await completeTransfer(database, transfer);
}

/** The result of a rebuild: the account's count before, and the sum of its ledger entries in the period (YYYY-MM). */
export type RebuiltCredits = { accountId: string; period: string; counted: number; inLedger: number };

/** Attempts to rebuild an account while its credits change. */
const maxRebuildAttempts = 20;

/**
 * Sets an account's count to the sum of its ledger entries in the period, after completing its pending transfers. Safe while
 * the service runs. Returns null if the account does not exist.
 * @throws Error if the credits changed during each of 20 attempts.
 */
export async function rebuildCredits(database: Database, accountId: string): Promise<RebuiltCredits | null> {
  for (let attempt = 0; attempt < maxRebuildAttempts; attempt += 1) {
    const account = await database.accounts.findOne({ _id: accountId });
    if (account === null) return null;
    if (account.pendingTransfers.length === 0) {
      const inLedger = await sumOf(database, account);
      if (await correct(database, account, inLedger)) {
        const { period, used } = account.credits;
        return { accountId, period, counted: used, inLedger };
      }
    }
    for (const transfer of account.pendingTransfers) await completeTransfer(database, transfer);
  }
  throw new Error(`The credits of account ${accountId} are being changed all the time; try again.`);
}

async function sumOf({ ledger }: Database, { _id: accountId, credits: { period } }: AccountRecord): Promise<number> {
  let sum = 0;
  for await (const { credits } of ledger.find({ accountId, period })) sum += credits;
  return sum;
}

/** Returns false if the account's credits changed since it was read. */
async function correct({ accounts }: Database, { _id, transferCount }: AccountRecord, used: number): Promise<boolean> {
  const { matchedCount } = await accounts.updateOne({ _id, transferCount }, { $set: { "credits.used": used } });
  return matchedCount === 1;
}
