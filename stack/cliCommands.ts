import { accountCommands } from "./commands/accounts.ts";
import { type Command, listOf, type Run, UsageError } from "./commands/command.ts";
import { jobCommands } from "./commands/jobs.ts";
import { keyCommands } from "./commands/keys.ts";
import { upkeepCommands } from "./commands/upkeep.ts";

const commands = new Map<string, Command>(
  Object.entries({ ...keyCommands, ...accountCommands, ...jobCommands, ...upkeepCommands }),
);

const names = [...commands.keys()].toSorted();

/** What `npm run cli` can do, as its help says it. */
export const usage = `usage: npm run cli -- <command>

${names.map((name) => `  ${formOf(name)}`).join("\n")}

\`key\` prints the API key that npm start made; npm run --silent cli -- key prints nothing else.
The other commands work on the database of WATCHFRAME_MONGO_URL, else on that of the stack that runs in WATCHFRAME_HOME.
accounts pause and resume also need Temporal: that of WATCHFRAME_TEMPORAL_ADDRESS, else that of the same stack.
jobs show links to the UI at WATCHFRAME_TEMPORAL_UI_URL, else to that of the same stack.`;

/**
 * Reads the whole command line before anything is touched.
 * Throws a `UsageError` when it makes no sense: one line, with the command's form and the way to the help.
 */
export function parseCommand(args: readonly string[], now: Date): Run {
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
