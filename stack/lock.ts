import { mkdir } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

/** A held lock. Releasing it twice is safe. */
export type Lock = {
  release(): void;
};

const sqliteBusy = 5;
const pollMs = 200;

/**
 * Acquires the lock at `file`. Returns undefined if this or another process holds it.
 * SQLite locks the file: the kernel releases the lock when its holder dies, so no lock is stale.
 */
export async function tryLock(file: string): Promise<Lock | undefined> {
  await mkdir(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  let held = true;
  return {
    release() {
      if (held) database.close();
      held = false;
    },
  };
}

/** Waits for the lock at `file`. Calls `onWait` once if another process holds it. */
export async function waitForLock(file: string, onWait: () => void): Promise<Lock> {
  for (let asked = 0; ; asked += 1) {
    const lock = await tryLock(file);
    if (lock) return lock;
    if (asked === 0) onWait();
    await pause(pollMs);
  }
}
