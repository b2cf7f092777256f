import { readFileSync } from "node:fs";
import { type Database, openDatabase } from "#data/mongo.ts";
import { readTemporalEnv } from "#schemas/validate.ts";
import type { Signals } from "#temporal-config/signals.ts";
import { defaultNamespace } from "#temporal-config/target.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { parseCommand, usage } from "./cliCommands.ts";
import { type Run, UsageError } from "./commands/command.ts";
import { homeOf, openState, readStackFile } from "./home.ts";
import { workflowPage, workflowsPage } from "./temporalUi.ts";

const args = process.argv.slice(2);
try {
  if (args.length === 0 || args[0] === "help" || args.includes("--help") || args.includes("-h")) console.log(usage);
  else for (const line of await withTools(parseCommand(args, new Date()))) console.log(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** A setting from the environment, or from the file that it names. */
function setting(name: string): string | undefined {
  const file = process.env[`${name}_FILE`];
  return file ? readFileSync(file, "utf8").trim() : process.env[name];
}

async function withTools(run: Run): Promise<string[]> {
  const home = homeOf(process.env);
  const named = setting("WATCHFRAME_MONGO_URL");
  const running = readStackFile(home);
  // A database that is named may be another service's, so nothing else is taken from the stack.
  const stack = named ? undefined : running;
  const noStack = `no stack is running in ${home}: start one (npm start)`;
  let database: Database | undefined;
  let signals: Promise<Signals> | undefined;
  try {
    return await run({
      get database() {
        const url = named || stack?.mongoUrl;
        if (!url) throw new Error(`${noStack}, or set WATCHFRAME_MONGO_URL`);
        return (database ??= openDatabase(url));
      },
      ring() {
        const keys = setting("WATCHFRAME_KEY_RING") || (stack === undefined ? undefined : openState(home).keyRing);
        if (!keys) throw new Error("set WATCHFRAME_KEY_RING to the ring of the API and the workers");
        return parseKeyRing(keys);
      },
      send: async (...signal) => (await (signals ??= openWire(stack))).send(...signal),
      firstKey() {
        if (running === undefined) throw new Error(noStack);
        return running.apiKey;
      },
      workflowUrl(workflowId) {
        const ui = setting("WATCHFRAME_TEMPORAL_UI_URL");
        const namespace = setting("WATCHFRAME_TEMPORAL_NAMESPACE") || defaultNamespace;
        const list = ui ? workflowsPage(ui, namespace) : stack?.temporalUiUrl;
        return list === undefined ? null : workflowPage(list, workflowId);
      },
    });
  } finally {
    await (await signals)?.close();
    await database?.close();
  }
}

/** The wire to the workflows of the database's own service. Temporal's libraries are loaded by commands that need them only. */
async function openWire(stack: ReturnType<typeof readStackFile>): Promise<Signals> {
  const [{ openSignals }, { temporalTarget }] = await Promise.all([
    import("#temporal-config/signals.ts"),
    import("#temporal-config/target.ts"),
  ]);
  const { temporalAddress, namespace } = stack ?? {};
  const ofStack = {
    ...(temporalAddress !== undefined && { WATCHFRAME_TEMPORAL_ADDRESS: temporalAddress }),
    ...(namespace !== undefined && { WATCHFRAME_TEMPORAL_NAMESPACE: namespace }),
  };
  return openSignals(
    temporalTarget(readTemporalEnv({ ...process.env, ...ofStack }, (path) => readFileSync(path, "utf8"))),
  );
}
