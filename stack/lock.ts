import { mkdir } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

/** A held lock; releasing it twice does no harm. */
export type Lock = {
  release(): void;
};

const sqliteBusy = 5;
const pollMs = 200;

/**
 * Takes the lock at `file`, or gives undefined when another process (or another part of this one) holds it.
 * It is SQLite's own file lock: the kernel drops it when its holder dies, so a stale lock cannot exist.
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

/** Waits for the lock at `file`; `onWait` is told once when somebody else has it. */
export async function waitForLock(file: string, onWait: () => void): Promise<Lock> {
  for (let asked = 0; ; asked += 1) {
    const lock = await tryLock(file);
    if (lock) return lock;
    if (asked === 0) onWait();
    await pause(pollMs);
  }
}
