import { readProcessTree } from "#activities/browser/pool/memory.ts";

/** Ids of a process and everything below it; empty when it is gone. */
export function processTree(pid: number): number[] {
  return readProcessTree(pid).map((entry) => entry.pid);
}
