import { uuidv7 } from "uuidv7";
import type { AccountRecord, LedgerRecord, LedgerTransfer } from "#schemas/account.ts";
import { duplicatesIn } from "./insertIfAbsent.ts";
import type { Database } from "./mongo.ts";

/** An entry of the ledger before a movement brings it there. */
export type LedgerEntry = Omit<LedgerRecord, "transferId">;

/**
 * A movement of credits that is about to be counted. The update that counts it in the account also names it there, so that whoever
 * comes by after a crash can bring it to the ledger; then the name goes. Its id tells entries of its own from those of another try.
 */
export function newTransfer(entries: readonly LedgerEntry[], at: Date): LedgerTransfer {
  const id = uuidv7();
  return { id, at, entries: entries.map((entry) => ({ ...entry, transferId: id })) };
}

/** The movement under way that an entry of the ledger belongs to; undefined where there is none. */
export function transferOf(
  { pendingTransfers }: AccountRecord,
  entryId: LedgerRecord["_id"],
): LedgerTransfer | undefined {
  return pendingTransfers.find(({ entries }) => entries.some(({ _id }) => _id === entryId));
}

/**
 * Brings a counted movement to the ledger. Doing it again changes nothing. Resolves to the credits of those entries that another
 * movement has brought there: they are counted twice until `clearMove` takes them off.
 */
export async function postTransfer(database: Database, { id, entries }: LedgerTransfer): Promise<number> {
  let surplus = 0;
  for (const { _id, credits } of await postEntries(database, entries)) {
    const there = await database.ledger.findOne({ _id });
    if (there?.transferId !== id) surplus += credits;
  }
  return surplus;
}

/** Writes entries to the ledger and tells of those that are new. Resolves to the others, which were there. */
export async function postEntries(
  { ledger, onLedgerEntries }: Database,
  entries: readonly LedgerRecord[],
): Promise<LedgerRecord[]> {
  let known: ReadonlySet<number> = new Set();
  try {
    await ledger.insertMany([...entries], { ordered: false });
  } catch (error) {
    const duplicates = duplicatesIn(error);
    if (duplicates === null) throw error;
    known = duplicates;
  }
  onLedgerEntries(entries.filter((_, index) => !known.has(index)));
  return entries.filter((_, index) => known.has(index));
}

/** Takes a movement that is in the ledger out of the account, with what it counted too much. Doing it again changes nothing. */
export async function clearTransfer(
  { accounts }: Database,
  { transfer, surplus }: { transfer: LedgerTransfer; surplus: number },
): Promise<void> {
  const [entry] = transfer.entries;
  if (entry === undefined) return;
  const { accountId: _id, period } = entry;
  // By its whole value, which MongoDB and FerretDB both understand; FerretDB takes a part of it for the whole.
  const $pull = { pendingTransfers: transfer };
  if (surplus !== 0) {
    const corrected = await accounts.updateOne(
      { _id, "pendingTransfers.id": transfer.id, "credits.period": period },
      { $inc: { "credits.used": -surplus, transferCount: 1 }, $pull },
    );
    if (corrected.matchedCount === 1) return;
  }
  // In a later period what was counted in this one is gone with it.
  await accounts.updateOne({ _id, "pendingTransfers.id": transfer.id }, { $pull });
}

/** Brings a counted movement to the ledger and clears it; false where all of it had been moved before. */
export async function completeTransfer(database: Database, transfer: LedgerTransfer): Promise<boolean> {
  const surplus = await postTransfer(database, transfer);
  await clearTransfer(database, { transfer, surplus });
  return surplus !== transfer.entries.reduce((sum, { credits }) => sum + credits, 0);
}

/** Settles the movements that began before an instant and that a crash left unsettled, of 50 accounts at most. */
export async function completeTransfers(database: Database, before: Date): Promise<void> {
  const accounts = await database.accounts
    .find({ "pendingTransfers.at": { $lt: before } })
    .limit(50)
    .toArray();
  const moves = accounts.flatMap(({ pendingTransfers }) => pendingTransfers.filter(({ at }) => at < before));
  for (const move of moves) await completeTransfer(database, move);
}

/** What an account's count of its period was, and what the ledger says it is. */
export type RebuiltCredits = { accountId: string; period: string; counted: number; inLedger: number };

/** How often an account is looked at again whose credits move meanwhile. */
const looks = 20;

/**
 * Sets an account's count to what the ledger comes to in its period, once everything under way is in the ledger; safe while the
 * service runs. Null where there is no such account; rejects where its credits never rest.
 */
export async function rebuildCredits(database: Database, accountId: string): Promise<RebuiltCredits | null> {
  for (let look = 0; look < looks; look += 1) {
    const account = await database.accounts.findOne({ _id: accountId });
    if (account === null) return null;
    if (account.pendingTransfers.length === 0) {
      const inLedger = await sumOf(database, account);
      if (await correct(database, account, inLedger)) {
        const { period, used } = account.credits;
        return { accountId, period, counted: used, inLedger };
      }
    }
    for (const move of account.pendingTransfers) await completeTransfer(database, move);
  }
  throw new Error(`The credits of account ${accountId} are being changed all the time; try again.`);
}

async function sumOf({ ledger }: Database, { _id: accountId, credits: { period } }: AccountRecord): Promise<number> {
  let sum = 0;
  for await (const { credits } of ledger.find({ accountId, period })) sum += credits;
  return sum;
}

/** False where credits moved since the account was read. */
async function correct({ accounts }: Database, { _id, transferCount }: AccountRecord, used: number): Promise<boolean> {
  const { matchedCount } = await accounts.updateOne({ _id, transferCount }, { $set: { "credits.used": used } });
  return matchedCount === 1;
}
