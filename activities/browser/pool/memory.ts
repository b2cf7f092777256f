import { readdirSync, readFileSync } from "node:fs";
import type { Logger } from "#telemetry/logger.ts";

/** Looks at a browser's memory from outside; a renderer that eats too much is killed before the machine suffers. */
export type MemoryWatchdog = {
  /** Bytes of the whole tree when last looked at. */
  treeBytes(): number;
  /** True once for each renderer killed a moment ago: asked by the page that crashed. */
  claimKill(): boolean;
  stop(): void;
};

export type WatchdogOptions = {
  pid: number;
  maxRendererBytes: number;
  /** Nothing is read while it says false. */
  busy(): boolean;
  logger: Logger;
};

const intervalMs = 500;
/** A crash that follows a kill by less than this is taken for its effect. */
const claimWindowMs = 3_000;

/** Starts to look at a browser's process tree. */
export function watchMemory(options: WatchdogOptions): MemoryWatchdog {
  let total = 0;
  let kills: number[] = [];

  function look(): void {
    if (!options.busy()) return;
    const tree = readProcessTree(options.pid);
    total = tree.reduce((sum, { privateBytes }) => sum + privateBytes, 0);
    for (const { pid, renderer, privateBytes } of tree) {
      if (renderer && privateBytes > options.maxRendererBytes) kill(pid, privateBytes);
    }
  }

  function kill(pid: number, bytes: number): void {
    options.logger.warn({ pid, bytes }, "a renderer took too much memory and was killed");
    kills.push(performance.now());
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      options.logger.debug({ err: error, pid }, "the renderer was gone already");
    }
  }

  if (!canReadTrees())
    options.logger.warn("this system does not tell a process's children: the browser's memory has no limit");
  const timer = setInterval(look, intervalMs);
  timer.unref();
  return {
    treeBytes: () => total,
    claimKill() {
      kills = kills.filter((at) => performance.now() - at < claimWindowMs);
      return kills.shift() !== undefined;
    },
    stop: () => clearInterval(timer),
  };
}

/** One process below the browser's, itself included. */
export type ProcessUse = {
  pid: number;
  renderer: boolean;
  /** Bytes of its own, without what it shares. */ privateBytes: number;
};

const pageBytes = 4096;

/**
 * The browser's process and everything below it; empty where it is gone or there is no /proc (the limits on memory are then off).
 * Private pages stand in for PSS, which would cost a walk over every mapping. Goes from parents to children: reading who
 * the parent of every process of the machine is takes milliseconds, and this is asked twice a second.
 */
export function readProcessTree(root: number): ProcessUse[] {
  const tree: ProcessUse[] = [];
  const left = [root];
  for (let pid = left.pop(); pid !== undefined; pid = left.pop()) {
    // Of a process that has ended but for its entry, which stays where process 1 does not reap, the command is empty.
    const command = readProcFile(`${pid}/cmdline`) ?? "";
    if (command === "") continue;
    tree.push(readUse(pid, command));
    if (begetsProcesses(command)) left.push(...readChildren(pid));
  }
  return tree;
}

/** Whether this system tells a process's children (a Linux kernel with CONFIG_PROC_CHILDREN, as distributions have it). */
function canReadTrees(): boolean {
  return readProcFile(`self/task/${process.pid}/children`) !== null;
}

/** Text of a file below /proc, or null where the process is gone or closed to us. */
export function readProcFile(path: string): string | null {
  return unlessGone(() => readFileSync(`/proc/${path}`, "latin1"));
}

/** Renderers and their like have many threads and no children. */
function begetsProcesses(command: string): boolean {
  return !command.includes("--type=") || command.includes("--type=zygote");
}

/** A child stands under the thread that made it. */
function readChildren(pid: number): number[] {
  const threads = unlessGone(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return threads
    .flatMap((thread) => readProcFile(`${pid}/task/${thread}/children`)?.split(" ") ?? [])
    .filter((child) => child !== "")
    .map(Number);
}

function readUse(pid: number, command: string): ProcessUse {
  const [, resident = 0, shared = 0] = (readProcFile(`${pid}/statm`) ?? "").split(" ").map(Number);
  return {
    pid,
    renderer: command.includes("--type=renderer"),
    privateBytes: Math.max(0, resident - shared) * pageBytes,
  };
}

/** Processes come and go between listing and reading; other users' may be closed to us. */
function unlessGone<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(String(error.code))
  );
}
