import { readFileSync } from "node:fs";
import { readAuthorities, trustAuthorities } from "#egress/authorities.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { mailServiceOf } from "#schemas/settings/mailService.ts";
import { readMailEnv, readTemporalEnv } from "#schemas/settings/readEnv.ts";
import type { Signals } from "#temporal-config/signals.ts";
import { defaultNamespace } from "#temporal-config/names.ts";
import { workflowPage, workflowsPage } from "#temporal-config/uiPages.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { accountCommands } from "./accounts.ts";
import { backupCommands } from "./backups.ts";
import { type Command, listOf, type Run, UsageError } from "./command.ts";
import { jobCommands } from "./jobs.ts";
import { keyCommands } from "./keys.ts";
import { mailCommands } from "./mail.ts";
import { upkeepCommands } from "./upkeep.ts";
import { homeOf, openState, readStackFile } from "../home.ts";

const commands = new Map<string, Command>(
  Object.entries({
    ...keyCommands,
    ...accountCommands,
    ...backupCommands,
    ...jobCommands,
    ...mailCommands,
    ...upkeepCommands,
  }),
);

const names = [...commands.keys()].toSorted();

const usage = `usage: npm run cli -- <command>

${names.map((name) => `  ${formOf(name)}`).join("\n")}

\`key\` prints the API key that npm start made; npm run --silent cli -- key prints nothing else.
backup and restore work on all data of WATCHFRAME_HOME, else of .watchframe; a backup also while the stack runs.
move copies that home, whose stack is stopped, into the empty servers that WATCHFRAME_MONGO_URL and WATCHFRAME_S3_… name.
The other commands work on the database of WATCHFRAME_MONGO_URL, else on that of the stack that runs in WATCHFRAME_HOME.
accounts pause and resume also need Temporal: that of WATCHFRAME_TEMPORAL_ADDRESS, else that of the same stack.
jobs show links to the UI at WATCHFRAME_TEMPORAL_UI_URL, else to that of the same stack.`;

/**
 * Parses the whole command line before anything runs.
 * @throws UsageError for a wrong command line: one line, with the command's form and the way to the help.
 */
function parseCommand(args: readonly string[], now: Date): Run {
  const [noun = "", verb = "", ...rest] = args;
  const isOneWord = commands.has(noun);
  const name = isOneWord ? noun : `${noun} ${verb}`;
  const command = commands.get(name);
  if (!command) throw new UsageError(`${notACommand(noun, verb)}; all commands: npm run cli -- help`);
  try {
    return command.read(isOneWord ? args.slice(1) : rest, now);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}; usage: npm run cli -- ${formOf(name)}; all commands: npm run cli -- help`);
  }
}

function formOf(name: string): string {
  return `${name} ${commands.get(name)?.takes ?? ""}`.trim();
}

function notACommand(noun: string, verb: string): string {
  const verbs = names.flatMap((name) => (name.startsWith(`${noun} `) ? [name.slice(noun.length + 1)] : []));
  if (verbs.length === 0) return `unknown command "${[noun, verb].join(" ").trim()}"`;
  const next = `"${noun}" needs ${listOf(verbs)} after it`;
  return verb === "" ? next : `unknown command "${noun} ${verb}": ${next}`;
}

/** Settings that name a server in place of the home's own. */
const outsideServers = ["WATCHFRAME_TEMPORAL_ADDRESS", "WATCHFRAME_MONGO_URL", "WATCHFRAME_S3_ENDPOINT"];

type Environment = Record<string, string | undefined>;

/**
 * Runs a command line and returns the exit code with the text to print.
 * Codes: 0 is success, 1 a failure, 2 a wrong command line. A text with another code than 0 belongs on standard error.
 */
export async function runCli(args: readonly string[], env: Environment): Promise<{ code: 0 | 1 | 2; text: string }> {
  const asksForHelp = args.length === 0 || args[0] === "help" || args.includes("--help") || args.includes("-h");
  try {
    const lines = asksForHelp ? [usage] : await withTools(parseCommand(args, new Date()), env);
    return { code: 0, text: lines.map((line) => `${line}\n`).join("") };
  } catch (error) {
    const text = `${error instanceof Error ? error.message : String(error)}\n`;
    return { code: error instanceof UsageError ? 2 : 1, text };
  }
}

/** Reads a setting from the environment, or from the file that `<name>_FILE` names. */
function readSetting(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  return file ? readFileSync(file, "utf8").trim() : env[name];
}

async function withTools(run: Run, env: Environment): Promise<string[]> {
  trustAuthorities(readAuthorities(readSetting(env, "WATCHFRAME_EXTRA_CA") ?? ""));
  const home = homeOf(env);
  const setting = (name: string) => readSetting(env, name);
  const namedUrl = setting("WATCHFRAME_MONGO_URL");
  const runningStack = readStackFile(home);
  // A named database may belong to another service, so nothing else comes from the stack.
  const stack = namedUrl ? undefined : runningStack;
  const noStack = `no stack is running in ${home}: start one (npm start)`;
  let database: Database | undefined;
  let signals: Promise<Signals> | undefined;
  try {
    return await run({
      get database() {
        const url = namedUrl || stack?.mongoUrl;
        if (!url) throw new Error(`${noStack}, or set WATCHFRAME_MONGO_URL`);
        return (database ??= openDatabase(url));
      },
      ring() {
        const keys = setting("WATCHFRAME_KEY_RING") || (stack === undefined ? undefined : openState(home).keyRing);
        if (!keys) throw new Error("set WATCHFRAME_KEY_RING to the ring of the API and the workers");
        return parseKeyRing(keys);
      },
      send: async (...signal) => (await (signals ??= connectSignals(stack, env))).send(...signal),
      mailer: () => openMailer(env),
      ownHome() {
        const outside = outsideServers.filter((name) => setting(name));
        if (outside.length === 0) return home;
        throw new Error(`${outside.join(", ")}: a server outside the home is backed up by its own tools`);
      },
      async move() {
        const { moveHome } = await import("../move/moveHome.ts");
        return moveHome({ home, env, onLine: () => undefined });
      },
      firstKey() {
        if (runningStack === undefined) throw new Error(noStack);
        return runningStack.apiKey;
      },
      apiUrl() {
        const url = setting("WATCHFRAME_PUBLIC_URL") || stack?.apiUrl;
        if (!url) throw new Error(`${noStack}, or set WATCHFRAME_PUBLIC_URL`);
        return url;
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

/** Opens the mail service of the settings. Its libraries are slow to load. */
async function openMailer(env: Environment) {
  const settings = readMailEnv(env, (path) => readFileSync(path, "utf8"));
  const service = mailServiceOf(settings);
  if (service === null) throw new Error("no mail service is set: set WATCHFRAME_SMTP_URL or WATCHFRAME_POSTMARK_TOKEN");
  const { createMailer } = await import("#activities/notify/mailer/mailer.ts");
  return { ...createMailer(settings), service: service === "smtp" ? "the SMTP server" : "Postmark" };
}

/** Connects to Temporal. Its libraries are slow to load, so only the commands that need them do. */
async function connectSignals(stack: ReturnType<typeof readStackFile>, env: Environment): Promise<Signals> {
  const [{ openSignals }, { temporalTarget }] = await Promise.all([
    import("#temporal-config/signals.ts"),
    import("#temporal-config/target.ts"),
  ]);
  const { temporalAddress, namespace } = stack ?? {};
  const ofStack = {
    ...(temporalAddress !== undefined && { WATCHFRAME_TEMPORAL_ADDRESS: temporalAddress }),
    ...(namespace !== undefined && { WATCHFRAME_TEMPORAL_NAMESPACE: namespace }),
  };
  return openSignals(temporalTarget(readTemporalEnv({ ...env, ...ofStack }, (path) => readFileSync(path, "utf8"))));
}
