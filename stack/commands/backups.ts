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
  move: {
    takes: "",
    read(args) {
      readOptions(args, []);
      return async ({ move }) => {
        const { records, objects, restarted } = await move();
        const copied = ["accounts", "monitors", "jobs", "runs"].map((name) => `${records.get(name) ?? 0} ${name}`);
        const going = Object.entries(restarted).filter(([, count]) => count > 0);
        return [
          `copied ${[...copied, `${objects} objects`].join(", ")}`,
          `the first worker starts ${going.map(([kind, count]) => `${count} ${kind}`).join(", ") || "nothing"}`,
          "do not start this home again, or its monitors run twice",
        ];
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
