import type { Logger } from "#telemetry/logger.ts";
import { canReadTrees, readProcessTree } from "./processTree.ts";

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
