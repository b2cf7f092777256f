import { createAccount, createKey, isLive } from "#data/accounts.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { createLoginToken } from "#data/sessions.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { type HomeState, saveState } from "./home.ts";

/** The account that the stack creates for its user, and its key in clear text. */
export type FirstAccount = {
  id: string;
  apiKey: string;
};

const ownerEmail = "owner@localhost";

/** The address that opens the console and logs in once, within 15 minutes. */
export async function createLoginLink(mongoUrl: string, apiUrl: string, apiKey: string): Promise<string> {
  const database = openDatabase(mongoUrl);
  try {
    return loginLink(apiUrl, await createLoginToken(database, hashApiKey(apiKey), new Date()));
  } finally {
    await database.close();
  }
}

/** The console's address for a log-in token. The token is in the fragment, which browsers send to no server. */
export function loginLink(apiUrl: string, token: string): string {
  return `${new URL("/console/login", apiUrl).href}#token=${token}`;
}

/** The home's account and key. Created at the first start, and again if the database no longer knows the key. */
export async function ensureAccount(mongoUrl: string, home: string, state: HomeState): Promise<FirstAccount> {
  const database = openDatabase(mongoUrl);
  try {
    if (state.account && (await isUsable(database, state.account))) return state.account;
    const id =
      (await knownAccount(database, state)) ??
      (await createAccount(database, { email: ownerEmail, plan: "unlimited" }))._id;
    const { key } = await createKey(database, {
      accountId: id,
      name: "first key",
      scopes: ["render", "monitor", "read"],
    });
    state.account = { id, apiKey: key };
    saveState(home, state);
    return state.account;
  } finally {
    await database.close();
  }
}

async function isUsable(database: Database, { id, apiKey }: FirstAccount): Promise<boolean> {
  const key = await database.keys.findOne({ _id: hashApiKey(apiKey) });
  return key !== null && key.accountId === id && isLive(key, new Date());
}

async function knownAccount(database: Database, state: HomeState): Promise<string | undefined> {
  if (!state.account) return undefined;
  return (await database.accounts.findOne({ _id: state.account.id }))?._id;
}
