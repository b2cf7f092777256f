import { createProcessPool, type ProcessPool, type RunOptions } from "../../processPool.ts";
import type { FindTask } from "./findPatterns.ts";

/** A slow pattern in a long text takes seconds, and must not hold up the worker. */
const processLimits = { size: 1, timeoutMs: 20_000, heapMb: 256, stackKb: 984 };

let pool: ProcessPool<FindTask, string[][]> | null = null;

/** The matches of each pattern; null if a limit ended the search. Owners of waiting searches take turns. */
export async function searchText(task: FindTask, search: RunOptions): Promise<string[][] | null> {
  if (task.patterns.length === 0) return [];
  pool ??= createProcessPool(new URL("findProcess.ts", import.meta.url), processLimits);
  const outcome = await pool.run(task, search);
  return outcome.done ? outcome.value : null;
}
