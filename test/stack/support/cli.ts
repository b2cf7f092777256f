import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";
import { runCli } from "#stack/commands/runCli.ts";
import { minimalEnvironment } from "../../support/environment.ts";
import { servers } from "../../support/servers.ts";

const script = path.join(import.meta.dirname, "..", "..", "..", "stack", "cli.ts");

type Result = { code: number | null; output: string };

/** The setting that names the tests' database. It can be read in hooks and tests. */
export function useDatabase(): { WATCHFRAME_MONGO_URL: string } {
  let mongoUrl = "";
  before(async () => {
    ({ mongoUrl } = (await servers()).info);
  });
  return {
    get WATCHFRAME_MONGO_URL() {
      return mongoUrl;
    },
  };
}

/** Runs the command line in this process, which is much faster than a process each time. */
export async function cli(args: string[], env: Record<string, string>): Promise<Result> {
  const result = await runCli(args, { ...minimalEnvironment(), ...env });
  return { code: result.code, output: result.text };
}

/** Runs the command line as its users do. */
export async function cliProcess(args: string[], env: Record<string, string>): Promise<Result & { printed: string }> {
  const child = spawn(process.execPath, [script, ...args], { env: { ...minimalEnvironment(), ...env } });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output: `${printed}${errors}`, printed };
}
