import { listAccounts } from "#data/accounts.ts";
import { rebuildCredits } from "#data/creditTransfers.ts";
import { readHostThrottles } from "#data/hosts.ts";
import { migrate } from "#data/migrations/migrate.ts";
import { schemaNumber } from "#data/migrations/migrations.ts";
import { liftSuppression, listSuppressions } from "#data/recipients.ts";
import { resealSecrets, sealedUnder } from "#data/secrets.ts";
import { restartWork } from "../move/restartWork.ts";
import { type Command, linesOr, noAccount, readOptions, required } from "./command.ts";

/** Commands on the whole service. */
export const upkeepCommands: Record<string, Command> = {
  "credits rebuild": {
    takes: "[--account <id>]",
    read(args) {
      const { account } = readOptions(args, ["account"]);
      return async ({ database }) => {
        const ids = account === undefined ? (await listAccounts(database)).map(({ _id }) => _id) : [account];
        const lines: string[] = [];
        for (const id of ids) {
          const rebuilt = await rebuildCredits(database, id);
          if (rebuilt === null) throw noAccount(id);
          const { period, counted, inLedger } = rebuilt;
          if (counted !== inLedger)
            lines.push(
              `account ${id}: ${counted} credits were counted in ${period}, the ledger has ${inLedger}: corrected`,
            );
        }
        return [...lines, `${ids.length} accounts checked, ${lines.length} differed`];
      };
    },
  },
  "hosts list": {
    takes: "",
    read(args) {
      readOptions(args, []);
      return async ({ database }) => {
        const hosts = await readHostThrottles(database, new Date());
        const lines = hosts.map(({ host, leases, waiting, accounts, backedOffUntil, refusals }) => {
          const pages = Object.keys(leases);
          const line =
            waiting === 0 ? [] : [`${waiting} waiting, of ${accounts} ${accounts === 1 ? "account" : "accounts"}`];
          const left = backedOffUntil === null ? [] : [`backed off until ${backedOffUntil.toISOString()}`];
          const refused = refusals === 0 ? [] : [`answered ${refusals} times in a row with 429 or 503`];
          return [host, [`${pages.length} running`, ...pages].join(" "), ...line, ...left, ...refused].join("  ");
        });
        return linesOr(lines, "No hosts with running pages, waiting work or a back-off.");
      };
    },
  },
  "keyring used": {
    takes: "",
    read(args) {
      readOptions(args, []);
      return async ({ database }) => {
        const lines = [...(await sealedUnder(database))].map(([id, counts]) => {
          const documents = [...counts].map(([name, count]) => `${count} in ${name}`);
          return `${id}  seals values of documents: ${documents.join(", ")}`;
        });
        const rule = "no document needs a key that is not listed; see docs/rotating-keys.md on Temporal's histories";
        return [...linesOr(lines, "No keys in use."), rule];
      };
    },
  },
  migrate: {
    takes: "[--dry-run]",
    read(args) {
      const dryRun = args.includes("--dry-run");
      readOptions(
        args.filter((argument) => argument !== "--dry-run"),
        [],
      );
      return async ({ database }) => {
        const migrated = await migrate(database, { dryRun });
        const verb = dryRun ? "to change" : "changed";
        const lines = migrated.map(({ title, records }) => `${title}: ${records} records ${verb}`);
        return linesOr(lines, `The records have schema ${schemaNumber}, as this version needs.`);
      };
    },
  },
  "secrets reseal": {
    takes: "",
    read(args) {
      readOptions(args, []);
      return async ({ database, ring }) => {
        const keys = ring();
        const done = await resealSecrets(database, keys);
        return done.flatMap(({ collection, looked, resealed, failed }) => [
          `${collection}: ${looked} checked, ${resealed} resealed under ${keys.activeId}`,
          ...failed.map(
            (id) => `${collection} ${id}: no key of the ring opens it, or it changed meanwhile; run the command again`,
          ),
        ]);
      };
    },
  },
  "suppressions list": {
    takes: "",
    read(args) {
      readOptions(args, []);
      return async ({ database }) => {
        const lines = (await listSuppressions(database)).map(({ _id, emailMasked, reason, at }) =>
          [_id, emailMasked, reason, at.toISOString()].join("  "),
        );
        return linesOr(lines, "No suppressed addresses.");
      };
    },
  },
  "suppressions lift": {
    takes: "<address hash>",
    read([hash, ...rest]) {
      const id = required(hash, "an address hash (`suppressions list` shows it)");
      readOptions(rest, []);
      return async ({ database }) => {
        if (!(await liftSuppression(database, id))) throw new Error(`nothing is suppressed under ${id}`);
        return [`lifted ${id}; the mail service may still treat the address as inactive`];
      };
    },
  },
  "workflows restart": {
    takes: "",
    read(args, now) {
      readOptions(args, []);
      return async ({ database }) => {
        const restarted = Object.entries(await restartWork(database, now)).filter(([, count]) => count > 0);
        const lines = restarted.map(([kind, count]) => `${count} ${kind} start within a minute, unless they run`);
        return linesOr(lines, "There is no work that goes on.");
      };
    },
  },
};
