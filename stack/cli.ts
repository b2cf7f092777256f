import { readFileSync } from "node:fs";
import { openDatabase } from "#data/mongo.ts";
import { parseCommand, type Run, usage, UsageError } from "./cliCommands.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { homeOf, openState, readStackFile } from "./home.ts";

const args = process.argv.slice(2);
try {
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) console.log(usage);
  else for (const line of await onDatabase(parseCommand(args, new Date()))) console.log(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) console.error(`\n${usage}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** A setting from the environment, or from the file that it names. */
function setting(name: string): string | undefined {
  const file = process.env[`${name}_FILE`];
  return file ? readFileSync(file, "utf8").trim() : process.env[name];
}

async function onDatabase(run: Run): Promise<string[]> {
  const home = homeOf(process.env);
  const stack = readStackFile(home);
  const url = setting("WATCHFRAME_MONGO_URL") || stack?.mongoUrl;
  if (!url) throw new Error(`no stack is running in ${home}: start one (npm start), or set WATCHFRAME_MONGO_URL`);
  const database = openDatabase(url);
  try {
    return await run(database, () => {
      const ring = setting("WATCHFRAME_KEY_RING") || (stack === undefined ? undefined : openState(home).keyRing);
      if (!ring) throw new Error("set WATCHFRAME_KEY_RING to the ring of the API and the workers");
      return parseKeyRing(ring);
    });
  } finally {
    await database.close();
  }
}
