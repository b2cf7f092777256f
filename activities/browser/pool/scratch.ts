import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Folder of one browser: profile, home and temporary files. */
export type BrowserScratch = {
  path: string;
  profile: string;
  home: string;
  /** Environment that keeps every file of the browser inside the folder. */
  env: Record<string, string>;
  remove(): Promise<void>;
};

/** Start of this process, Unix milliseconds. In a container every start may get the same pid. */
const startedAt = () => Math.round(performance.timeOrigin);

/** Unique folder name with this process's pid and start. `wipeStaleScratch` removes it after the process exits. */
export function scratchName(purpose: "browser" | "compare" | "recording" | "trust"): string {
  return `${purpose}-${process.pid}-${startedAt()}-${randomBytes(4).toString("hex")}`;
}

/** Creates the folder of one browser under `root`. */
export async function createBrowserScratch(root: string): Promise<BrowserScratch> {
  const path = join(root, scratchName("browser"));
  const [profile, home, temporary] = [join(path, "profile"), join(path, "home"), join(path, "tmp")];
  await Promise.all([profile, home, temporary].map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
  return {
    path,
    profile,
    home,
    // A killed browser leaves temporary folders behind. TMPDIR puts them where they are wiped.
    env: {
      HOME: home,
      TMPDIR: temporary,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: join(home, "cache"),
      LANG: "C.UTF-8",
      // A page must show the same dates on every worker.
      TZ: "UTC",
    },
    // Retries, because a dying browser may still write files.
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

/** Removes the folders of exited processes under `root`. Creates `root` when it is missing. */
export async function wipeStaleScratch(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const names = await readdir(root);
  await Promise.all(
    names
      .filter(isStale)
      .map((name) => rm(join(root, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })),
  );
}

function isStale(name: string): boolean {
  const match = /^(?:browser|compare|recording|trust)-(\d+)-(\d+)-[0-9a-f]+$/u.exec(name);
  if (match === null) {
    return false;
  }
  const [pid, since] = [Number(match[1]), Number(match[2])];
  return pid === process.pid ? since !== startedAt() : !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
