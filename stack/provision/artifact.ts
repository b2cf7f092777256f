import { access, constants } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { fillCache, findInCache, hasCacheFolder, readCache, withCacheLock } from "./cache.ts";
import { connectTimeoutMs, type ProvisionContext, reasonOf, withProgress } from "./context.ts";
import type { Release } from "./release.ts";

/** One way to get an executable. */
export type Source = {
  /** Text of the progress line: "downloading https://…", "building … with Go". */
  title: string;
  /** Fills the empty `directory` and returns the executable's path in it. */
  fetch(directory: string, context: ProvisionContext): Promise<string>;
};

/** A server's executable: its names if it is installed, and its sources if it is not. */
export type Artifact = {
  name: string;
  version: string;
  /** Names to look for on PATH. */
  onPath: readonly string[];
  /** Returns why an executable on PATH cannot be used; undefined if it can. */
  refuse?: (executable: string, context: ProvisionContext) => Promise<string | undefined>;
  sources: readonly Source[];
};

/** No way worked. The message lists the attempts for the user. */
export class ProvisionError extends Error {
  override readonly name = "ProvisionError";
  readonly attempts: readonly string[];

  constructor(what: string, attempts: readonly string[], help: string) {
    super([`Could not find or get ${what}. Tried:`, ...attempts.map((line) => `  - ${line}`), help].join("\n"));
    this.attempts = attempts;
  }
}

/** Looks for the artifact on PATH, then in the cache. Adds a line to `attempts` for each miss. */
export async function findArtifact(
  artifact: Artifact,
  context: ProvisionContext,
  attempts: string[],
): Promise<string | undefined> {
  const installedPath = await findOnPath(artifact.onPath, context);
  if (installedPath) {
    const refusal = await artifact.refuse?.(installedPath, context);
    if (refusal === undefined) {
      context.onLine(`${artifact.name}: using ${installedPath}`);
      return installedPath;
    }
    context.onLine(`${artifact.name}: not using ${installedPath}: ${refusal}`);
    attempts.push(`${installedPath}: ${refusal}`);
  } else if (artifact.onPath.length > 0) {
    attempts.push(`PATH: no ${artifact.onPath.join(", ")}`);
  }
  const cachedPath =
    (await findInCache(artifact, context)) ??
    // Without its folder, no process is filling the cache. A lock would need to write, and an image has a read-only cache.
    (hasCacheFolder(artifact.name, context)
      ? await withCacheLock(artifact.name, context, () => readCache(artifact, context))
      : undefined);
  if (!cachedPath) attempts.push(`cache ${context.cacheDir}: no ${artifact.name} ${artifact.version}`);
  return cachedPath;
}

/** Gets the artifact from the first source that works. Prints each failure and adds it to `attempts`. */
export async function getArtifact(
  artifact: Artifact,
  context: ProvisionContext,
  attempts: string[],
): Promise<string | undefined> {
  return withCacheLock(artifact.name, context, async () => {
    // Another process may have filled the cache during the wait for the lock.
    const cached = await readCache(artifact, context);
    if (cached) return cached;
    for (const source of artifact.sources) {
      try {
        const key = { name: artifact.name, version: artifact.version, from: source.title };
        return await withProgress(context.onLine, `${artifact.name}: ${source.title}`, () =>
          fillCache(key, context, (directory) => source.fetch(directory, context)),
        );
      } catch (error) {
        note(attempts, { title: source.title, error, context });
        context.onLine(`${artifact.name}: ${source.title} did not work: ${reasonOf(error)}`);
      }
    }
    return undefined;
  });
}

/** Path of the artifact: from PATH, the cache or its sources. @throws ProvisionError that ends with `help`. */
export async function findOrGet(artifact: Artifact, context: ProvisionContext, help: string): Promise<string> {
  const attempts: string[] = [];
  const executable =
    (await findArtifact(artifact, context, attempts)) ?? (await getArtifact(artifact, context, attempts));
  if (!executable) throw new ProvisionError(`${artifact.name} ${artifact.version}`, attempts, help);
  return executable;
}

/** Adds a failure to `attempts`. @throws the failure itself if the start was aborted, since that is its cause. */
export function note(
  attempts: string[],
  { title, error, context }: { title: string; error: unknown; context: ProvisionContext },
): void {
  context.signal?.throwIfAborted();
  attempts.push(`${title}: ${reasonOf(error)}`);
}

/** The first of `names` that is an executable file in a folder of PATH. */
export async function findOnPath(names: readonly string[], context: ProvisionContext): Promise<string | undefined> {
  const folders = (context.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  for (const name of names) {
    for (const folder of folders) {
      const candidate = path.join(folder, name);
      if (await isExecutable(candidate)) return candidate;
    }
  }
  return undefined;
}

/** Whether the file exists and is executable. */
export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** A source that downloads a vendor's release, verifies its checksum and unpacks it. */
export function fromRelease(release: Release): Source {
  return {
    title: `downloading ${release.url}`,
    // Its library takes 15 MB for as long as the stack runs, and most starts download nothing.
    fetch: async (directory, context) => (await import("./release.ts")).downloadRelease(release, directory, context),
  };
}

/**
 * Fails fast if a host is unreachable, before a library's downloader retries for minutes.
 * Behind a proxy a direct connection proves nothing, so there is no check.
 */
export function canConnect(host: string, port: number, context: ProvisionContext): Promise<void> {
  if (context.env["HTTPS_PROXY"] || context.env["https_proxy"]) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: connectTimeoutMs });
    socket.once("timeout", () => socket.destroy(new Error(`no connection to ${host} in ${connectTimeoutMs} ms`)));
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}
