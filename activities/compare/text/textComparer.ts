import { createProcessPool, type ProcessPool, type RunOptions } from "../../processPool.ts";
import { ComparerFailed } from "../comparer.ts";
import type { TextDifference, TextTask } from "./compareTexts.ts";

/** Limits of each process. Two texts of 1 MB that share no line take some 5 s. */
const processLimits = { size: 2, timeoutMs: 30_000, heapMb: 256, stackKb: 984 };

let pool: ProcessPool<TextTask, TextDifference> | null = null;

/**
 * Compares two texts in a child process, so that a slow pattern does not hold up the worker. Owners of waiting comparisons take
 * turns.
 * @throws the signal's reason if it aborts; ComparerFailed if the comparison exceeds its time or memory.
 */
export async function compareTextsApart(task: TextTask, options: RunOptions): Promise<TextDifference> {
  pool ??= createProcessPool(new URL("./textProcess.ts", import.meta.url), processLimits);
  const outcome = await pool.run(task, options);
  if (!outcome.done) throw new ComparerFailed(outcome.reason);
  return outcome.value;
}
