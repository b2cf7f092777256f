import { readdirSync, readFileSync } from "node:fs";

/** One process below the browser's, itself included. */
export type ProcessUse = {
  pid: number;
  renderer: boolean;
  /** Bytes of its own, without what it shares. */ privateBytes: number;
};

const pageBytes = 4096;

/**
 * The browser's process and everything below it; empty where there is no /proc (the limits on memory are then off).
 * Private pages stand in for PSS, which would cost a walk over every mapping.
 */
export function readProcessTree(root: number): ProcessUse[] {
  const parents = readParents();
  if (!parents.has(root)) return [];
  const tree = [...parents.keys()].filter((pid) => isBelow(pid, root, parents));
  return tree.flatMap((pid) => readUse(pid) ?? []);
}

function isBelow(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  let current: number | undefined = pid;
  while (current !== undefined && current > 0) {
    if (current === root) return true;
    current = parents.get(current);
  }
  return false;
}

function readParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of listProcesses()) {
    const stat = readOrNull(`/proc/${name}/stat`);
    // The command name stands in brackets and may hold anything, brackets too.
    const [state, parent] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ", 2) ?? [];
    // A zombie is gone but for its entry, which stays where process 1 does not reap.
    if (parent !== undefined && state !== "Z") parents.set(Number(name), Number(parent));
  }
  return parents;
}

function listProcesses(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function readUse(pid: number): ProcessUse | null {
  const statm = readOrNull(`/proc/${pid}/statm`)?.split(" ");
  const command = readOrNull(`/proc/${pid}/cmdline`);
  if (statm === undefined || command === null) return null;
  const [, resident = 0, shared = 0] = statm.map(Number);
  return {
    pid,
    renderer: command.includes("--type=renderer"),
    privateBytes: Math.max(0, resident - shared) * pageBytes,
  };
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Processes come and go between listing and reading; other users' may be closed to us. */
function isGone(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(String(error.code))
  );
}
