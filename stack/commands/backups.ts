import path from "node:path";
import { backUp } from "../backup/backUp.ts";
import type { Manifest } from "../backup/manifest.ts";
import { restore } from "../backup/restore.ts";
import { type Command, readOptions, required } from "./command.ts";

/** Commands on all data of a home. */
export const backupCommands: Record<string, Command> = {
  backup: {
    takes: "<folder>",
    read([folder, ...rest]) {
      const directory = path.resolve(required(folder, "a folder"));
      readOptions(rest, []);
      return async ({ ownHome }) => {
        const home = ownHome();
        const manifest = await backUp(home, directory);
        return [
          `backed up ${home} to ${directory}: ${describe(manifest)}`,
          `${path.join(directory, "keys")} opens the rest: keep it apart, and put it back before a restore`,
        ];
      };
    },
  },
  restore: {
    takes: "<folder>",
    read([folder, ...rest]) {
      const directory = path.resolve(required(folder, "a folder"));
      readOptions(rest, []);
      return async ({ ownHome }) => {
        const home = ownHome();
        const manifest = await restore(directory, home);
        return [`restored ${home} from ${directory}: ${describe(manifest)}`, "now: npm start"];
      };
    },
  },
};

function describe({ version, at, files, bytes, documents = {} }: Manifest): string {
  const counts = ["accounts", "monitors", "jobs"].flatMap((name) =>
    documents[name] === undefined ? [] : [`${documents[name]} ${name}`],
  );
  const size = `${files} files, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
  return [`state of ${at}`, `version ${version}`, size, ...counts].join(", ");
}
