import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { minimalEnvironment } from "../../support/environment.ts";
import { useResource } from "../../support/useResource.ts";

const main = path.resolve("clients/cli/src/main.ts");

/** How one run of the command line ended. */
type Ended = { code: number | null; stdout: Buffer; stderr: string; text: string };
type RunOptions = { env?: Record<string, string>; input?: string | Buffer; signal?: AbortSignal };

/** A folder in which the command line runs as a process of its own, with nothing of the machine's configuration. */
async function createCommandLine() {
  const cwd = await mkdtemp(path.join(tmpdir(), "watchframe-cli-"));
  const base = { ...minimalEnvironment(), HOME: cwd, XDG_CONFIG_HOME: path.join(cwd, ".config") };
  const start = (args: readonly string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main, ...args], {
      cwd,
      env: { ...base, ...env },
    });
  return {
    cwd,
    start,
    async run(args: readonly string[], { env, input = "" }: RunOptions = {}): Promise<Ended> {
      const child = start(args, env);
      const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
      child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
      // A program that ends early closes its input.
      child.stdin.on("error", () => {});
      child.stdin.end(input);
      await once(child, "close");
      const bytes = Buffer.concat(stdout);
      return { code: child.exitCode, stdout: bytes, text: bytes.toString(), stderr: Buffer.concat(stderr).toString() };
    },
    stop: () => rm(cwd, { recursive: true, force: true }),
  };
}

/** The command line for the tests of this suite. */
export function useCommandLine() {
  return useResource(createCommandLine);
}
