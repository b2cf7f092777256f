import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** One browser's folder: profile, home and temporary files. */
export type BrowserScratch = {
  path: string;
  profile: string;
  /** What the browser's environment needs to keep every file inside the folder. */
  env: Record<string, string>;
  remove(): Promise<void>;
};

/** Identifies this process even where a container gives every start the same pid. */
const startedAt = () => Math.round(performance.timeOrigin);

/** A name for a folder of this process under the root, by which it is wiped once the process is gone. */
export function scratchName(purpose: "browser" | "compare"): string {
  return `${purpose}-${process.pid}-${startedAt()}-${randomBytes(4).toString("hex")}`;
}

/** Makes the folder of one browser under `root`. */
export async function createBrowserScratch(root: string): Promise<BrowserScratch> {
  const path = join(root, scratchName("browser"));
  const [profile, home, temporary] = [join(path, "profile"), join(path, "home"), join(path, "tmp")];
  await Promise.all([profile, home, temporary].map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
  return {
    path,
    profile,
    // A browser that is killed leaves its temporary folders behind: TMPDIR puts them where they are wiped.
    env: {
      HOME: home,
      TMPDIR: temporary,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: join(home, "cache"),
      LANG: "C.UTF-8",
      // The same page has the same dates on every worker.
      TZ: "UTC",
    },
    // A dying browser may still write for a moment, hence the retries.
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

/** Removes what processes that are gone left under `root`; other workers' folders stay. */
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
  const match = /^(?:browser|compare)-(\d+)-(\d+)-[0-9a-f]+$/u.exec(name);
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
    // EPERM: the process is there, under another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
