import { readFileSync } from "node:fs";
import { openDatabase } from "#data/mongo.ts";
import { parseCommand, type Run, usage, UsageError } from "./cliCommands.ts";
import { homeOf, readStackFile } from "./home.ts";

const args = process.argv.slice(2);
try {
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) console.log(usage);
  else for (const line of await onDatabase(parseCommand(args, new Date()))) console.log(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) console.error(`\n${usage}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function onDatabase(run: Run): Promise<string[]> {
  const home = homeOf(process.env);
  const file = process.env["WATCHFRAME_MONGO_URL_FILE"];
  const named = file ? readFileSync(file, "utf8").trim() : process.env["WATCHFRAME_MONGO_URL"];
  const url = named || readStackFile(home)?.mongoUrl;
  if (!url) throw new Error(`no stack is running in ${home}: start one (npm start), or set WATCHFRAME_MONGO_URL`);
  const database = openDatabase(url);
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}
