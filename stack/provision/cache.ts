import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { waitForLock } from "../lock.ts";
import { sha256Of } from "../sha256Of.ts";
import type { Environment } from "../environment.ts";
import type { ProvisionContext } from "./context.ts";

/** Key of a cache entry: one folder per name, version and platform. */
export type CacheKey = {
  name: string;
  version: string;
};

type Entry = {
  executable: string;
  sha256: string;
  from: string;
};

const entryFile = "watchframe-cache.json";
const unfinishedPattern = ".unfinished-";

/** The user's cache folder: WATCHFRAME_CACHE, else `watchframe` in XDG_CACHE_HOME or `~/.cache`. */
export function cacheDirOf(env: Environment): string {
  return path.resolve(
    env["WATCHFRAME_CACHE"] || path.join(env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache"), "watchframe"),
  );
}

/** The executable's path if the cache holds it undamaged. It only reads, and entries change in one step, so no lock is needed. */
export async function findInCache(key: CacheKey, context: ProvisionContext): Promise<string | undefined> {
  const directory = directoryOf(key, context);
  const entry = await readEntry(directory);
  if (!entry) return undefined;
  const executable = path.join(directory, entry.executable);
  const found = await sha256Of(executable).catch(() => null);
  return found === entry.sha256 ? executable : undefined;
}

/** The same, and removes a damaged entry with a message. */
export async function readCache(key: CacheKey, context: ProvisionContext): Promise<string | undefined> {
  const directory = directoryOf(key, context);
  const entry = await readEntry(directory);
  if (!entry) return undefined;
  const executable = path.join(directory, entry.executable);
  const found = await sha256Of(executable).catch((error: unknown) => String(error));
  if (found === entry.sha256) return executable;
  context.onLine(
    `${key.name}: the cached copy is damaged (expected sha256 ${entry.sha256}, got ${found}); getting it again`,
  );
  await rm(directory, { recursive: true, force: true });
  return undefined;
}

/**
 * Lets `fill` write into an empty folder and moves the folder into the cache in one step.
 * `fill` returns the executable's path, which must be inside the folder.
 */
export async function fillCache(
  key: CacheKey & { from: string },
  context: ProvisionContext,
  fill: (directory: string) => Promise<string>,
): Promise<string> {
  const directory = directoryOf(key, context);
  await mkdir(path.dirname(directory), { recursive: true });
  const unfinished = await mkdtemp(path.join(path.dirname(directory), unfinishedPattern));
  try {
    const executable = await fill(unfinished);
    await chmod(executable, 0o755);
    const entry: Entry = {
      executable: path.relative(unfinished, executable),
      sha256: await sha256Of(executable),
      from: key.from,
    };
    await writeFile(path.join(unfinished, entryFile), `${JSON.stringify(entry, undefined, 2)}\n`);
    await rm(directory, { recursive: true, force: true });
    await rename(unfinished, directory);
    return path.join(directory, entry.executable);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Whether a process has the name's entries, or is getting one. */
export function hasCacheFolder(name: string, context: ProvisionContext): boolean {
  return existsSync(path.join(context.cacheDir, name));
}

/** Runs `work` while no other process fills or checks the same name's entries. */
export async function withCacheLock<T>(name: string, context: ProvisionContext, work: () => Promise<T>): Promise<T> {
  const folder = path.join(context.cacheDir, name);
  const lock = await waitForLock(path.join(folder, "lock"), () =>
    context.onLine(`${name}: waiting for another process that is getting it …`),
  );
  try {
    await removeUnfinished(folder);
    return await work();
  } finally {
    lock.release();
  }
}

function directoryOf(key: CacheKey, context: ProvisionContext): string {
  return path.join(context.cacheDir, key.name, `${key.version}-${process.platform}-${process.arch}`);
}

async function readEntry(directory: string): Promise<Entry | undefined> {
  let text: string;
  try {
    text = await readFile(path.join(directory, entryFile), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const value: unknown = JSON.parse(text);
  return isEntry(value) ? value : undefined;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  return (
    "executable" in value &&
    typeof value.executable === "string" &&
    "sha256" in value &&
    typeof value.sha256 === "string"
  );
}

/** Removes leftovers of a killed process. The lock keeps other processes from filling the cache. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(unfinishedPattern)) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
