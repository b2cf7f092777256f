import { spawn } from "node:child_process";

/** Takes one line for the person who is waiting. */
export type OnLine = (line: string) => void;

/** The environment as a plain record: the entry files read `process.env` and hand it down. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What every provisioning step is given. */
export type ProvisionContext = {
  env: Environment;
  /** Folder of everything that was downloaded or built, shared by all homes of this user. */
  cacheDir: string;
  onLine: OnLine;
  /** Ends downloads and builds when the start is given up. */
  signal?: AbortSignal | undefined;
};

const progressIntervalMs = 15_000;

/** Runs `work` and prints `label` with the elapsed seconds, so that a build of minutes never looks stuck. */
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

/** The text of whatever was thrown, with its cause: fetch says only "fetch failed" and keeps the reason there. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message || error.cause.name})` : "";
  return `${error.message}${cause}`;
}

/** A command that is run to its end. */
export type CommandToRun = {
  file: string;
  args: readonly string[];
  env: Environment;
  cwd?: string;
  signal?: AbortSignal | undefined;
};

const maxOutputChars = 4_000;

/** Runs a command to its end and gives its standard output; a failure carries the last lines it wrote. */
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
