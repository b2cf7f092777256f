import type { Database } from "#data/mongo.ts";
import type { AccountRecord, KeyRecord } from "#schemas/account.ts";

/** A key and the account it belongs to. */
export type KnownKey = { key: KeyRecord; account: AccountRecord };

/** The key of a hash with its account; null where either is missing. */
export async function readKey(database: Database, hash: string): Promise<KnownKey | null> {
  const key = await database.keys.findOne({ _id: hash });
  if (key === null) return null;
  const account = await database.accounts.findOne({ _id: key.accountId });
  return account === null ? null : { key, account };
}
