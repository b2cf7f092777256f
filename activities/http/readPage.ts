import { createProcessPool, type PoolOutcome, type ProcessPool, type RunOptions } from "../processPool.ts";
import type { PageTask, ReadPage } from "./readPageHere.ts";

/** A page of a megabyte takes about a second. */
const processLimits = { size: 2, timeoutMs: 10_000, heapMb: 512, stackKb: 984, maxResidentMb: 700 };

let pool: ProcessPool<PageTask, ReadPage> | null = null;

/** Reads a document in a child process, as its bytes are hostile. Owners of waiting documents take turns. */
export function readPage(task: PageTask, run: RunOptions): Promise<PoolOutcome<ReadPage>> {
  pool ??= createProcessPool(new URL("pageProcess.ts", import.meta.url), processLimits);
  return pool.run(task, run);
}
