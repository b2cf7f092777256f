import { uuidv7 } from "uuidv7";
import type { AccountRecord, KeyRecord } from "#schemas/account.ts";
import type { Scope } from "#schemas/common.ts";
import type { PlanName } from "#schemas/settings/plans.ts";
import { hashApiKey, mintApiKey } from "#vault/apiKey.ts";
import type { Database } from "./mongo.ts";

/** Live keys per account. A live key is neither revoked nor expired. */
const maxLiveKeys = 5;

/** The account already has the maximum number of live keys. */
export class TooManyKeys extends Error {
  override readonly name = "TooManyKeys";
}

/** Creates an account. Its first credit period is the current calendar month (UTC). */
export async function createAccount(
  database: Database,
  { email, plan, timeZone = "UTC" }: { email: string; plan: PlanName; timeZone?: string },
): Promise<AccountRecord> {
  const createdAt = new Date();
  const account: AccountRecord = {
    _id: uuidv7(),
    email,
    plan,
    timeZone,
    addresses: "host",
    createdAt,
    credits: { period: createdAt.toISOString().slice(0, 7), used: 0 },
    transferCount: 0,
    pendingTransfers: [],
  };
  await database.accounts.insertOne(account);
  return account;
}

/** Changes an account's plan. Returns the previous plan, or null if the account does not exist. */
export async function changePlan(database: Database, accountId: string, plan: PlanName): Promise<PlanName | null> {
  const before = await database.accounts.findOneAndUpdate(
    { _id: accountId },
    { $set: { plan } },
    { returnDocument: "before" },
  );
  return before?.plan ?? null;
}

/** All accounts, oldest first. */
export function listAccounts(database: Database): Promise<AccountRecord[]> {
  return database.accounts.find().sort({ _id: 1 }).toArray();
}

/**
 * Creates an API key and returns it in plain text. Only its hash is stored, so the key cannot be read again.
 * @throws TooManyKeys if the account already has five live keys; Error if the account does not exist.
 */
export async function createKey(
  database: Database,
  {
    accountId,
    name,
    scopes,
    expiresAt = null,
  }: { accountId: string; name: string; scopes: Scope[]; expiresAt?: Date | null },
): Promise<{ id: string; key: string }> {
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null) throw new Error(`There is no account ${accountId}.`);
  if ((await countLiveKeys(database, accountId)) >= maxLiveKeys) throw tooManyKeys();
  const key = mintApiKey();
  const record: KeyRecord = {
    _id: hashApiKey(key),
    keyId: uuidv7(),
    accountId,
    name,
    scopes,
    createdAt: new Date(),
    lastUsedAt: null,
    expiresAt,
    revokedAt: null,
  };
  await database.keys.insertOne(record);
  // Concurrent calls may all have passed the first check. Refusing all of them is better than exceeding the limit.
  if ((await countLiveKeys(database, accountId)) > maxLiveKeys) {
    await database.keys.deleteOne({ _id: record._id });
    throw tooManyKeys();
  }
  return { id: record.keyId, key };
}

function tooManyKeys(): TooManyKeys {
  return new TooManyKeys(`The account has ${maxLiveKeys} live keys already; revoke one first.`);
}

/** The number of an account's live keys. */
export async function countLiveKeys(database: Database, accountId: string): Promise<number> {
  return (await listKeys(database, accountId)).filter((key) => isLive(key, new Date())).length;
}

/** All keys of an account, oldest first. */
export function listKeys(database: Database, accountId: string): Promise<KeyRecord[]> {
  return database.keys.find({ accountId }).sort({ createdAt: 1 }).toArray();
}

/** Revokes a key by its id. Returns false if the key does not exist. */
export async function revokeKey(database: Database, keyId: string): Promise<boolean> {
  return (await database.keys.findOneAndUpdate({ keyId }, { $set: { revokedAt: new Date() } })) !== null;
}

/** Whether a key is neither revoked nor expired at `now`. */
export function isLive(key: KeyRecord, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}

/** Marks an account as paused if it is not paused yet. Returns false if the account does not exist. */
export async function beginPause({ accounts }: Database, accountId: string, at: Date): Promise<boolean> {
  await accounts.updateOne(
    { _id: accountId, paused: { $exists: false } },
    { $set: { paused: { at, monitors: [], schedules: [] } } },
  );
  return (await accounts.findOne({ _id: accountId })) !== null;
}

/** Records a monitor or schedule that the pause stopped, so that the end of the pause resumes it. */
export async function recordStopped(
  { accounts }: Database,
  accountId: string,
  { kind, id }: { kind: "monitors" | "schedules"; id: string },
): Promise<void> {
  await accounts.updateOne(
    { _id: accountId, paused: { $exists: true } },
    { $addToSet: kind === "monitors" ? { "paused.monitors": id } : { "paused.schedules": id } },
  );
}

/** Removes the pause of an account. */
export async function endPause({ accounts }: Database, accountId: string): Promise<void> {
  await accounts.updateOne({ _id: accountId }, { $unset: { paused: "" } });
}
