import { parseArgs } from "node:util";
import { Value } from "typebox/value";
import { changePlan, createAccount, createKey, listAccounts, listKeys, revokeKey } from "#data/accounts.ts";
import { readHostPaces } from "#data/hostPaces.ts";
import type { Database } from "#data/mongo.ts";
import { liftSuppression, listSuppressions } from "#data/recipients.ts";
import { rebuildCredits } from "#data/rebuildCredits.ts";
import { resealSecrets } from "#data/resealSecrets.ts";
import { sealedUnder } from "#data/sealedUnder.ts";
import { Name, Scope } from "#schemas/common.ts";
import { PlanName, plans } from "#schemas/plans.ts";
import { RecipientRequest } from "#schemas/recipient.ts";
import { bodyValidator, type Validator } from "#schemas/validate.ts";
import type { Signals } from "#temporal-config/signals.ts";
import type { KeyRing } from "#vault/keyRing.ts";

/** The command line cannot be understood; the message says what is expected. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What `npm run cli` can do, as its help says it. */
export const usage = `usage: npm run cli -- <command>

  accounts create --email <address> [--plan ${Object.keys(plans).join("|")}]
  accounts list
  accounts plan <account id> <plan>
  accounts pause <account id>
  accounts resume <account id>
  keys create --account <id> [--name <name>] [--scopes render,monitor,read] [--expires <date | days, like 90d>]
  keys list --account <id>
  keys revoke <key id>
  credits rebuild [--account <id>]
  hosts list
  keyring used
  secrets reseal
  suppressions list
  suppressions lift <address hash>

It works on the database of WATCHFRAME_MONGO_URL and, to pause and resume, the Temporal of WATCHFRAME_TEMPORAL_ADDRESS, else on
those of the stack that is running in WATCHFRAME_HOME.`;

/** What commands reach besides the database, opened by those that ask. */
type Tools = {
  /** The ring of the API and the workers; throws where it is not known. */
  ring(): KeyRing;
  /** Sends a signal to a workflow. */
  send: Signals["send"];
};

/** Carries a command out on a database and gives the lines to print. */
export type Run = (database: Database, tools: Tools) => Promise<string[]>;

const DAY_MS = 86_400_000;

const checkEmail = bodyValidator(RecipientRequest.properties.email);
const checkName = bodyValidator(Name);

/** Reads the whole command line before anything is touched; throws a `UsageError` when it makes no sense. */
export function parseCommand(args: readonly string[], now: Date): Run {
  const [noun = "", verb = "", ...rest] = args;
  const command = commands[`${noun} ${verb}`];
  if (!command) throw new UsageError(notACommand(noun, verb));
  return command(rest, now);
}

const commands: Record<string, (args: string[], now: Date) => Run> = {
  "accounts create": createAccountCommand,
  "accounts list": listAccountsCommand,
  "accounts plan": changePlanCommand,
  "accounts pause": pauseAccountCommand,
  "accounts resume": resumeAccountCommand,
  "keys create": createKeyCommand,
  "keys list": listKeysCommand,
  "keys revoke": revokeKeyCommand,
  "credits rebuild": rebuildCreditsCommand,
  "hosts list": listHostsCommand,
  "keyring used": keyRingUsedCommand,
  "secrets reseal": resealCommand,
  "suppressions list": listSuppressionsCommand,
  "suppressions lift": liftSuppressionCommand,
};

function notACommand(noun: string, verb: string): string {
  const verbs = Object.keys(commands).flatMap((name) =>
    name.startsWith(`${noun} `) ? [name.slice(noun.length + 1)] : [],
  );
  if (verb !== "" || verbs.length === 0) return `unknown command "${[noun, verb].join(" ").trim()}"`;
  return `"${noun}" goes on with ${listOf(verbs)}`;
}

function createAccountCommand(args: string[]): Run {
  const { email, plan = "free" } = readOptions(args, ["email", "plan"]);
  const address = checked(checkEmail, "--email", email ?? "");
  const name = parsePlan(plan);
  return async (database) => {
    const others = (await listAccounts(database)).filter((other) => isSameAddress(other.email, address));
    const account = await createAccount(database, { email: address, plan: name });
    return [
      `account ${account._id} for ${address}, plan ${name}`,
      ...others.map(({ _id }) => `this address has another account: ${_id}`),
      `now: npm run cli -- keys create --account ${account._id}`,
    ];
  };
}

function changePlanCommand([accountId, plan, ...rest]: string[]): Run {
  const id = required(accountId, "an account id");
  const name = parsePlan(required(plan, `a plan (${listOf(PlanName.enum)})`));
  readOptions(rest, []);
  return async (database) => {
    const before = await changePlan(database, id, name);
    if (before === null) throw noAccount(id);
    if (before === name) return [`account ${id} has the plan ${name} already`];
    return [`account ${id} has the plan ${name} in place of ${before}, noticed within 10 s`];
  };
}

function listAccountsCommand(args: string[]): Run {
  readOptions(args, []);
  return async (database) => {
    const accounts = await listAccounts(database);
    return accounts.map(({ _id, email, plan, credits, createdAt, paused }) => {
      const used = `${credits.used} credits used in ${credits.period}`;
      const state = paused === undefined ? [] : [`paused since ${paused.at.toISOString()}`];
      return [_id, email, plan, used, `since ${createdAt.toISOString()}`, ...state].join("  ");
    });
  };
}

function pauseAccountCommand([accountId, ...rest]: string[]): Run {
  const id = required(accountId, "an account id");
  readOptions(rest, []);
  return async (database, { send }) => {
    const { pauseAccount } = await import("./pauseAccount.ts");
    const told = await pauseAccount(database, id, send);
    if (told === null) throw noAccount(id);
    return [
      `account ${id} is paused: new work is refused and no capture begins, each within 10 s`,
      `told to pause: ${told.monitors} monitors, ${told.schedules} schedules`,
    ];
  };
}

function resumeAccountCommand([accountId, ...rest]: string[]): Run {
  const id = required(accountId, "an account id");
  readOptions(rest, []);
  return async (database, { send }) => {
    const { resumeAccount } = await import("./pauseAccount.ts");
    const told = await resumeAccount(database, id, send);
    if (told === null) {
      await expectAccount(database, id);
      return [`account ${id} is not paused`];
    }
    return [`account ${id} goes on`, `told to go on: ${told.monitors} monitors, ${told.schedules} schedules`];
  };
}

function createKeyCommand(args: string[], now: Date): Run {
  const options = readOptions(args, ["account", "name", "scopes", "expires"]);
  const accountId = required(options["account"], "--account <id>");
  const name = checked(checkName, "--name", options["name"] ?? "key");
  const { scopes: list = "render,monitor,read" } = options;
  const scopes = list.split(",").map((scope) => {
    if (!Value.Check(Scope, scope)) throw new UsageError(`--scopes: there is no scope "${scope}"`);
    return scope;
  });
  const expiresAt = options["expires"] === undefined ? null : parseExpiry(options["expires"], now);
  return async (database) => {
    const { id, key } = await createKey(database, { accountId, name, scopes, expiresAt });
    const until = expiresAt ? ` until ${expiresAt.toISOString()}` : "";
    return [`key ${id} (${scopes.join(", ")})${until}; it is shown only now:`, key];
  };
}

function listKeysCommand(args: string[]): Run {
  const accountId = required(readOptions(args, ["account"])["account"], "--account <id>");
  return async (database) => {
    const keys = await listKeys(database, accountId);
    if (keys.length === 0) await expectAccount(database, accountId);
    return keys.map(({ keyId, name, scopes, revokedAt, expiresAt, lastUsedAt }) => {
      const ended = revokedAt ? `revoked ${revokedAt.toISOString()}` : "";
      const expiry = expiresAt ? `expires ${expiresAt.toISOString()}` : "never expires";
      const used = lastUsedAt ? `used ${lastUsedAt.toISOString()}` : "never used";
      return [keyId, name, scopes.join(","), ended || expiry, used].join("  ");
    });
  };
}

function revokeKeyCommand([keyId, ...rest]: string[]): Run {
  const id = required(keyId, "a key id");
  readOptions(rest, []);
  return async (database) => {
    if (!(await revokeKey(database, id))) throw new Error(`there is no key ${id}`);
    return [`revoked ${id}`];
  };
}

function listHostsCommand(args: string[]): Run {
  readOptions(args, []);
  return async (database) => {
    const hosts = await readHostPaces(database, new Date());
    return hosts.map(({ host, held, waiting, accounts, pausedUntil, refusals }) => {
      const pages = Object.keys(held);
      const line =
        waiting === 0 ? [] : [`${waiting} in line, of ${accounts} ${accounts === 1 ? "account" : "accounts"}`];
      const left = pausedUntil === null ? [] : [`left alone until ${pausedUntil.toISOString()}`];
      const refused = refusals === 0 ? [] : [`answered ${refusals} times in a row with 429 or 503`];
      return [host, [`${pages.length} at work`, ...pages].join(" "), ...line, ...left, ...refused].join("  ");
    });
  };
}

function keyRingUsedCommand(args: string[]): Run {
  readOptions(args, []);
  return async (database) => {
    const used = await sealedUnder(database);
    const lines = [...used].map(([id, counts]) => {
      const documents = [...counts].map(([name, count]) => `${count} in ${name}`);
      return `${id}  seals values of documents: ${documents.join(", ")}`;
    });
    return [
      ...lines,
      "a key that is not listed is needed by no document; see docs/security.md on Temporal's histories",
    ];
  };
}

function resealCommand(args: string[]): Run {
  readOptions(args, []);
  return async (database, { ring }) => {
    const keys = ring();
    const done = await resealSecrets(database, keys);
    return done.flatMap(({ collection, looked, resealed, failed }) => [
      `${collection}: ${looked} looked at, ${resealed} sealed anew under ${keys.activeId}`,
      ...failed.map(
        (id) => `${collection} ${id}: no key of the ring opens it, or it was changed meanwhile; do it again`,
      ),
    ]);
  };
}

function rebuildCreditsCommand(args: string[]): Run {
  const { account } = readOptions(args, ["account"]);
  return async (database) => {
    const ids = account === undefined ? (await listAccounts(database)).map(({ _id }) => _id) : [account];
    const lines: string[] = [];
    for (const id of ids) {
      const rebuilt = await rebuildCredits(database, id);
      if (rebuilt === null) throw noAccount(id);
      const { period, counted, inLedger } = rebuilt;
      if (counted !== inLedger)
        lines.push(`account ${id}: ${counted} credits were counted in ${period}, ${inLedger} are in the ledger: set`);
    }
    return [...lines, `${ids.length} accounts looked at, ${lines.length} differed`];
  };
}

function listSuppressionsCommand(args: string[]): Run {
  readOptions(args, []);
  return async (database) => {
    const suppressions = await listSuppressions(database);
    return suppressions.map(({ _id, emailMasked, reason, at }) =>
      [_id, emailMasked, reason, at.toISOString()].join("  "),
    );
  };
}

function liftSuppressionCommand([hash, ...rest]: string[]): Run {
  const id = required(hash, "an address hash (`suppressions list` shows it)");
  readOptions(rest, []);
  return async (database) => {
    if (!(await liftSuppression(database, id))) throw new Error(`nothing is suppressed under ${id}`);
    return [`lifted ${id}; the mail service may hold the address for inactive by itself`];
  };
}

/** The options that are there; an unknown one, or one without its value, is a usage error. */
function readOptions(args: string[], names: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    return { ...parseArgs({ args, options, allowPositionals: false }).values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function required(value: string | undefined, what: string): string {
  if (!value) throw new UsageError(`${what} is needed`);
  return value;
}

function parseExpiry(text: string, now: Date): Date {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const expiry = days === undefined ? new Date(text) : new Date(now.getTime() + Number(days) * DAY_MS);
  if (Number.isNaN(expiry.getTime()) || expiry <= now) {
    throw new UsageError(`--expires must be a date to come or a number of days like 90d, got "${text}"`);
  }
  return expiry;
}

/** `a, b or c`. */
function listOf(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words);
}

/** A text that the API takes as well; throws a `UsageError` that says what it must be. */
function checked(check: Validator<string>, option: string, text: string): string {
  const result = check(text);
  if (result.ok) return result.value;
  throw new UsageError(`${option} ${result.problems.map(({ message }) => message).join(", ")}`);
}

function parsePlan(text: string): PlanName {
  if (Value.Check(PlanName, text)) return text;
  throw new UsageError(`there is no plan "${text}", it must be ${listOf(PlanName.enum)}`);
}

function noAccount(id: string): Error {
  return new Error(`there is no account ${id}`);
}

async function expectAccount({ accounts }: Database, id: string): Promise<void> {
  if ((await accounts.findOne({ _id: id })) === null) throw noAccount(id);
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
