import { spawn } from "node:child_process";
import type { Environment } from "./context.ts";

/** A command that is run to its end. */
export interface CommandToRun {
  file: string;
  args: readonly string[];
  env: Environment;
  cwd?: string;
  signal?: AbortSignal | undefined;
}

const KEPT_OUTPUT = 4_000;

/** Runs a command to its end and gives its standard output; a failure carries the last lines it wrote. */
export function runCommand({ file, args, env, cwd, signal }: CommandToRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: { ...env }, cwd, signal, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let tail = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      tail = (tail + text).slice(-KEPT_OUTPUT);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-KEPT_OUTPUT);
    });
    child.once("error", reject);
    child.once("close", (code, endedBy) => {
      if (code === 0) return resolve(stdout);
      const lastLines = tail.trim().split("\n").slice(-3).join(" | ");
      reject(new Error(`${file} ended with ${endedBy ?? `code ${code}`}: ${lastLines}`));
    });
  });
}
