import { readFileSync } from "node:fs";
import { openDatabase } from "#data/mongo.ts";
import { readTemporalEnv } from "#schemas/validate.ts";
import type { Signals } from "#temporal-config/signals.ts";
import { parseCommand, type Run, usage, UsageError } from "./cliCommands.ts";
import { type KeyRing, parseKeyRing } from "#vault/keyRing.ts";
import { homeOf, openState, readStackFile } from "./home.ts";

const args = process.argv.slice(2);
try {
  if (args.length === 0 || args[0] === "help" || args.includes("--help") || args.includes("-h")) console.log(usage);
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
  const named = setting("WATCHFRAME_MONGO_URL");
  const stack = named ? undefined : readStackFile(home);
  const url = named || stack?.mongoUrl;
  if (!url) throw new Error(`no stack is running in ${home}: start one (npm start), or set WATCHFRAME_MONGO_URL`);
  const database = openDatabase(url);
  let signals: Promise<Signals> | undefined;
  const send: Signals["send"] = async (...signal) => (await (signals ??= openWire(stack))).send(...signal);
  try {
    const ring = (): KeyRing => {
      const keys = setting("WATCHFRAME_KEY_RING") || (stack === undefined ? undefined : openState(home).keyRing);
      if (!keys) throw new Error("set WATCHFRAME_KEY_RING to the ring of the API and the workers");
      return parseKeyRing(keys);
    };
    return await run(database, { ring, send });
  } finally {
    await (await signals)?.close();
    await database.close();
  }
}

/** The wire to the workflows of the database's own service. Temporal's libraries are loaded by commands that need them only. */
async function openWire(stack: ReturnType<typeof readStackFile>): Promise<Signals> {
  const [{ openSignals }, { placeOf }] = await Promise.all([
    import("#temporal-config/signals.ts"),
    import("#temporal-config/place.ts"),
  ]);
  const { temporalAddress, namespace } = stack ?? {};
  const ofStack = {
    ...(temporalAddress !== undefined && { WATCHFRAME_TEMPORAL_ADDRESS: temporalAddress }),
    ...(namespace !== undefined && { WATCHFRAME_TEMPORAL_NAMESPACE: namespace }),
  };
  return openSignals(placeOf(readTemporalEnv({ ...process.env, ...ofStack }, (path) => readFileSync(path, "utf8"))));
}
