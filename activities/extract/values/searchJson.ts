import { createProcessPool, type ProcessPool, type RunOptions } from "../../processPool.ts";
import type { JsonMatches, JsonTask } from "./findInJson.ts";

/** Paths with filters take seconds in a large document, and must not hold up the worker. */
const processLimits = { size: 1, timeoutMs: 20_000, heapMb: 256, stackKb: 984 };

let pool: ProcessPool<JsonTask, JsonMatches[]> | null = null;

/** The values at each path; null if a limit ended the search. Owners of waiting searches take turns. */
export async function searchJson(task: JsonTask, search: RunOptions): Promise<JsonMatches[] | null> {
  if (task.paths.length === 0) return [];
  pool ??= createProcessPool(new URL("jsonProcess.ts", import.meta.url), processLimits);
  const outcome = await pool.run(task, search);
  return outcome.done ? outcome.value : null;
}
