import type { AccountRecord } from "#schemas/account.ts";
import { completeTransfer } from "./creditMoves.ts";
import type { Database } from "./mongo.ts";

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
