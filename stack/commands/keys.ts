import { Value } from "typebox/value";
import { createKey, isLive, listKeys, revokeKey } from "#data/accounts.ts";
import { createLoginToken } from "#data/sessions.ts";
import { Name, Scope } from "#schemas/common.ts";
import { days } from "#schemas/settings/retention.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { loginLink } from "../account.ts";
import { checked, type Command, expectAccount, linesOr, readOptions, required, UsageError } from "./command.ts";

const checkName = bodyValidator(Name);

/** Commands on API keys. */
export const keyCommands: Record<string, Command> = {
  key: {
    takes: "",
    read(args) {
      readOptions(args, []);
      return ({ firstKey }) => Promise.resolve([firstKey()]);
    },
  },
  "login-link": {
    takes: "[--key <key id>]",
    read(args) {
      const keyId = readOptions(args, ["key"])["key"];
      return async ({ database, firstKey, apiUrl }) => {
        const filter = keyId === undefined ? { _id: hashApiKey(firstKey()) } : { keyId: keyId.toLowerCase() };
        const key = await database.keys.findOne(filter);
        if (key === null || !isLive(key, new Date()))
          throw new Error(`there is no live key ${keyId ?? "of npm start; name one with --key <key id>"}`);
        return [loginLink(apiUrl(), await createLoginToken(database, key._id, new Date()))];
      };
    },
  },
  "keys create": {
    takes: "--account <id> [--name <name>] [--scopes render,monitor,read] [--expires <date | days, like 90d>]",
    read(args, now) {
      const options = readOptions(args, ["account", "name", "scopes", "expires"]);
      const accountId = required(options["account"], "--account <id>");
      const name = checked(checkName, "--name", options["name"] ?? "key");
      const { scopes: list = "render,monitor,read" } = options;
      const scopes = list.split(",").map((scope) => {
        if (!Value.Check(Scope, scope)) throw new UsageError(`--scopes: there is no scope "${scope}"`);
        return scope;
      });
      const expiresAt = options["expires"] === undefined ? null : parseExpiry(options["expires"], now);
      return async ({ database }) => {
        const { id, key } = await createKey(database, { accountId, name, scopes, expiresAt });
        const until = expiresAt ? ` until ${expiresAt.toISOString()}` : "";
        return [`key ${id} (${scopes.join(", ")})${until}; it is shown only now:`, key];
      };
    },
  },
  "keys list": {
    takes: "--account <id>",
    read(args) {
      const accountId = required(readOptions(args, ["account"])["account"], "--account <id>");
      return async ({ database }) => {
        const keys = await listKeys(database, accountId);
        if (keys.length === 0) await expectAccount(database, accountId);
        const lines = keys.map(({ keyId, name, scopes, revokedAt, expiresAt, lastUsedAt }) => {
          const ended = revokedAt ? `revoked ${revokedAt.toISOString()}` : "";
          const expiry = expiresAt ? `expires ${expiresAt.toISOString()}` : "never expires";
          const used = lastUsedAt ? `used ${lastUsedAt.toISOString()}` : "never used";
          return [keyId, name, scopes.join(","), ended || expiry, used].join("  ");
        });
        return linesOr(lines, "No keys.");
      };
    },
  },
  "keys revoke": {
    takes: "<key id>",
    read([keyId, ...rest]) {
      const id = required(keyId, "a key id");
      readOptions(rest, []);
      return async ({ database }) => {
        if (!(await revokeKey(database, id))) throw new Error(`there is no key ${id}`);
        return [`revoked ${id}`];
      };
    },
  },
};

function parseExpiry(text: string, now: Date): Date {
  const count = /^(\d{1,5})d$/.exec(text)?.[1];
  const expiry = count === undefined ? new Date(text) : new Date(now.getTime() + days(Number(count)));
  if (Number.isNaN(expiry.getTime()) || expiry <= now) {
    throw new UsageError(`--expires must be a date to come or a number of days like 90d, got "${text}"`);
  }
  return expiry;
}
