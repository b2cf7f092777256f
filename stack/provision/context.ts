import { spawn } from "node:child_process";
import type { Environment, OnLine } from "../environment.ts";

/** Input of each provisioning step. */
export type ProvisionContext = {
  env: Environment;
  /** Folder of downloads and builds, shared by all homes of the user. */
  cacheDir: string;
  onLine: OnLine;
  /** Aborts downloads and builds. */
  signal?: AbortSignal | undefined;
};

/** Milliseconds to connect. Short, so that a machine without internet tries the next source soon. */
export const connectTimeoutMs = 5_000;

const progressIntervalMs = 15_000;

/** Runs `work` and prints `label` with the elapsed seconds, so that a long build does not look stuck. */
export async function withProgress<T>(onLine: OnLine, label: string, work: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  const seconds = (): string => `${Math.round((Date.now() - begun) / 1000)} s`;
  onLine(`${label} …`);
  const timer = setInterval(() => onLine(`${label} … ${seconds()}`), progressIntervalMs);
  try {
    const result = await work();
    onLine(`${label}: done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** The message of an error with its cause. `fetch` says only "fetch failed" and keeps the reason in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message || error.cause.name})` : "";
  return `${error.message}${cause}`;
}

/** A command to run to its end. */
export type CommandToRun = {
  file: string;
  args: readonly string[];
  env: Environment;
  cwd?: string;
  signal?: AbortSignal | undefined;
};

const maxOutputChars = 4_000;

/** Runs a command and returns its standard output. @throws Error with the last lines that the command wrote. */
export function runCommand({ file, args, env, cwd, signal }: CommandToRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: { ...env }, cwd, signal, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let tail = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      tail = (tail + text).slice(-maxOutputChars);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-maxOutputChars);
    });
    child.once("error", reject);
    child.once("close", (code, endedBy) => {
      if (code === 0) return resolve(stdout);
      const lastLines = tail.trim().split("\n").slice(-3).join(" | ");
      reject(new Error(`${file} ended with ${endedBy ?? `code ${code}`}: ${lastLines}`));
    });
  });
}
