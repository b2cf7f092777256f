import { changePlan, createAccount, listAccounts } from "#data/accounts.ts";
import { RecipientRequest } from "#schemas/recipient.ts";
import { PlanName, plans } from "#schemas/settings/plans.ts";
import { bodyValidator } from "#schemas/validate.ts";
import {
  checked,
  type Command,
  expectAccount,
  linesOr,
  listOf,
  noAccount,
  parsePlan,
  readOptions,
  required,
} from "./command.ts";

const checkEmail = bodyValidator(RecipientRequest.properties.email);

/** Commands on accounts. */
export const accountCommands: Record<string, Command> = {
  "accounts create": {
    takes: `--email <address> [--plan ${Object.keys(plans).join("|")}]`,
    read(args) {
      const { email, plan = "free" } = readOptions(args, ["email", "plan"]);
      const address = checked(checkEmail, "--email", email ?? "");
      const name = parsePlan(plan);
      return async ({ database }) => {
        const others = (await listAccounts(database)).filter((other) => isSameAddress(other.email, address));
        const account = await createAccount(database, { email: address, plan: name });
        return [
          `account ${account._id} for ${address}, plan ${name}`,
          ...others.map(({ _id }) => `this address has another account: ${_id}`),
          `now: npm run cli -- keys create --account ${account._id}`,
        ];
      };
    },
  },
  "accounts list": {
    takes: "[--email <part of the address>]",
    read(args) {
      const { email: part } = readOptions(args, ["email"]);
      return async ({ database }) => {
        const accounts = (await listAccounts(database)).filter(({ email }) => includesPart(email, part ?? ""));
        const lines = accounts.map(({ _id, email, plan, credits, createdAt, paused }) => {
          const used = `${credits.used} credits used in ${credits.period}`;
          const state = paused === undefined ? [] : [`paused since ${paused.at.toISOString()}`];
          return [_id, email, plan, used, `since ${createdAt.toISOString()}`, ...state].join("  ");
        });
        return linesOr(lines, part === undefined ? "No accounts." : `No accounts with "${part}" in their address.`);
      };
    },
  },
  "accounts plan": {
    takes: "<account id> <plan>",
    read([accountId, plan, ...rest]) {
      const id = required(accountId, "an account id");
      const name = parsePlan(required(plan, `a plan (${listOf(PlanName.enum)})`));
      readOptions(rest, []);
      return async ({ database }) => {
        const before = await changePlan(database, id, name);
        if (before === null) throw noAccount(id);
        if (before === name) return [`account ${id} has the plan ${name} already`];
        return [`account ${id} has the plan ${name} in place of ${before}, noticed within 10 s`];
      };
    },
  },
  "accounts pause": {
    takes: "<account id>",
    read([accountId, ...rest]) {
      const id = required(accountId, "an account id");
      readOptions(rest, []);
      return async ({ database, send }) => {
        const { pauseAccount } = await import("../pauseAccount.ts");
        const counts = await pauseAccount(database, id, send);
        if (counts === null) throw noAccount(id);
        return [
          `account ${id} is paused: new work is refused and no capture begins, each within 10 s`,
          `paused with it: ${counts.monitors} monitors, ${counts.schedules} schedules`,
        ];
      };
    },
  },
  "accounts resume": {
    takes: "<account id>",
    read([accountId, ...rest]) {
      const id = required(accountId, "an account id");
      readOptions(rest, []);
      return async ({ database, send }) => {
        const { resumeAccount } = await import("../pauseAccount.ts");
        const counts = await resumeAccount(database, id, send);
        if (counts === null) {
          await expectAccount(database, id);
          return [`account ${id} is not paused`];
        }
        return [
          `account ${id} is resumed`,
          `resumed with it: ${counts.monitors} monitors, ${counts.schedules} schedules`,
        ];
      };
    },
  },
};

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function includesPart(email: string, part: string): boolean {
  return email.toLowerCase().includes(part.toLowerCase());
}
