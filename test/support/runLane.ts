import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** A finished process: its exit code and standard output. */
export type Ended = { code: number; output: string };

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const mocha = [process.execPath, join(root, "node_modules/mocha/bin/mocha.js")];
let stopped = false;

/** The command that runs test files in one process, with the settings of .mocharc.json. */
export function mochaLane(tests: readonly string[], options: readonly string[] = []): string[] {
  return [...mocha, ...options, ...tests];
}

/** The command that runs test files that need no server, in two processes. Its hooks find no browser and start nothing. */
export function unitLane(tests: readonly string[]): string[] {
  const support = (name: string): string => join(root, "test/support", name);
  const options = [
    "--no-config",
    "--parallel",
    "--jobs",
    "2",
    "--timeout",
    "90000",
    "--reporter",
    support("reporter.ts"),
  ];
  return mochaLane(tests, [...options, "--require", support("unitHooks.ts")]);
}

/** Whether a signal asked for the end of the run. */
export function isStopped(): boolean {
  return stopped;
}

/** Runs a command in the root folder and passes signals on. Its output is also shown while it runs, if asked for. */
export async function run([command = "", ...args]: string[], isShown: boolean): Promise<Ended> {
  const step = spawn(command, args, { cwd: root, stdio: ["inherit", "pipe", "inherit"] });
  const pass = (signal: NodeJS.Signals): void => {
    stopped = true;
    step.kill(signal);
  };
  process.on("SIGTERM", pass).on("SIGINT", pass);
  if (isShown) step.stdout.pipe(process.stdout, { end: false });
  const [output, [code]] = await Promise.all([text(step.stdout), once(step, "close")]);
  process.off("SIGTERM", pass).off("SIGINT", pass);
  return { code: typeof code === "number" ? code : 1, output };
}

/** Mocha's list of failures, without the list of slow files after it; or the end of the output of a lane that broke off. */
export function lastFailures({ output }: Ended): string {
  return /^ {2}\d+ failing$[^]*?(?=^ *[\d.]+ s {2})/mu.exec(output)?.[0] ?? output.slice(-4_000);
}
