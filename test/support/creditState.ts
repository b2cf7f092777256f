import type { Database } from "#data/mongo.ts";

/** An account's credits by its count and by its ledger, and its pending transfers. */
export async function creditState(database: Database, accountId: string) {
  const account = await database.accounts.findOne({ _id: accountId });
  const ledger = await database.ledger.find({ accountId }).toArray();
  return {
    used: account?.credits.used,
    ledger: ledger.map(({ _id, credits }) => `${_id.split(":")[0]} ${_id.split(":")[2]} ${credits}`).toSorted(),
    pending: account?.pendingTransfers.length,
  };
}
