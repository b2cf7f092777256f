import { readdirSync, readFileSync } from "node:fs";
import type { Logger } from "#telemetry/logger.ts";

/** Reads a browser's memory from /proc and kills a renderer that exceeds its limit. */
export type MemoryWatchdog = {
  /** Bytes of the whole process tree at the last reading. */
  treeBytes(): number;
  /** Called by a page that crashed. True once for each recently killed renderer. */
  claimKill(): boolean;
  stop(): void;
};

export type WatchdogOptions = {
  pid: number;
  maxRendererBytes: number;
  /** While it returns false, memory is not read. */
  busy(): boolean;
  logger: Logger;
};

const intervalMs = 500;
/** A crash within this time after a kill is attributed to the kill. Chosen by eye. */
const maxClaimDelayMs = 3_000;

/** Starts to watch a browser's process tree. Without /proc it warns and enforces no limit. */
export function watchMemory(options: WatchdogOptions): MemoryWatchdog {
  let total = 0;
  let kills: number[] = [];

  function checkMemory(): void {
    if (!options.busy()) return;
    const tree = readProcessTree(options.pid);
    total = tree.reduce((sum, { privateBytes }) => sum + privateBytes, 0);
    for (const { pid, renderer, privateBytes } of tree) {
      if (renderer && privateBytes > options.maxRendererBytes) kill(pid, privateBytes);
    }
  }

  function kill(pid: number, bytes: number): void {
    options.logger.warn({ pid, bytes }, "a renderer exceeded its memory limit and was killed");
    kills.push(performance.now());
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      options.logger.debug({ err: error, pid }, "the renderer had already exited");
    }
  }

  if (!canReadTrees())
    options.logger.warn("this system does not list the children of a process: the browser's memory has no limit");
  const timer = setInterval(checkMemory, intervalMs);
  timer.unref();
  return {
    treeBytes: () => total,
    claimKill() {
      kills = kills.filter((at) => performance.now() - at < maxClaimDelayMs);
      return kills.shift() !== undefined;
    },
    stop: () => clearInterval(timer),
  };
}

/** Memory of one process in the browser's tree. */
export type ProcessMemory = {
  pid: number;
  renderer: boolean;
  /** Resident bytes that are not shared with other processes. */
  privateBytes: number;
};

const pageBytes = 4096;

/**
 * The root process and all its descendants. Empty when the root has exited or /proc is missing.
 * Private pages approximate PSS, which would cost a walk over every mapping.
 * Walks from parents to children, because reading the parent of every process takes milliseconds.
 */
export function readProcessTree(root: number): ProcessMemory[] {
  const tree: ProcessMemory[] = [];
  const pending = [root];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    // A zombie has an empty command. It stays while process 1 does not reap it.
    const command = readProcFile(`${pid}/cmdline`) ?? "";
    if (command === "") continue;
    tree.push(readMemory(pid, command));
    if (mayHaveChildren(command)) pending.push(...readChildren(pid));
  }
  return tree;
}

/** Whether /proc lists the children of a process: a Linux kernel with CONFIG_PROC_CHILDREN. */
function canReadTrees(): boolean {
  return readProcFile(`self/task/${process.pid}/children`) !== null;
}

/** Text of a file below /proc, or null when the process has exited or may not be read. */
export function readProcFile(path: string): string | null {
  return nullIfGone(() => readFileSync(`/proc/${path}`, "latin1"));
}

/** Only the browser and its zygotes fork. Renderers have many threads, so skipping them saves reads. */
function mayHaveChildren(command: string): boolean {
  return !command.includes("--type=") || command.includes("--type=zygote");
}

/** Children of all threads: /proc lists a child under the thread that forked it. */
function readChildren(pid: number): number[] {
  const threads = nullIfGone(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return threads
    .flatMap((thread) => readProcFile(`${pid}/task/${thread}/children`)?.split(" ") ?? [])
    .filter((child) => child !== "")
    .map(Number);
}

function readMemory(pid: number, command: string): ProcessMemory {
  const [, resident = 0, shared = 0] = (readProcFile(`${pid}/statm`) ?? "").split(" ").map(Number);
  return {
    pid,
    renderer: command.includes("--type=renderer"),
    privateBytes: Math.max(0, resident - shared) * pageBytes,
  };
}

/** Null when the process exits between listing and reading, or belongs to another user. */
function nullIfGone<Value>(read: () => Value): Value | null {
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
