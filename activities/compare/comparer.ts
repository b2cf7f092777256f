import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratchName } from "../browser/pool/scratch.ts";
import { createProcessPool } from "../processPool.ts";
import type { Compared, CompareTask, Comparison } from "./comparePictures.ts";
import { drawingFile } from "./drawing/visualise.ts";

/** Two encoded pictures and how they are to be compared. */
export type ComparisonRequest = Pick<CompareTask, "mode" | "visualization" | "ignoreRegions" | "measured"> & {
  before: Uint8Array;
  after: Uint8Array;
};

type Drawn = NonNullable<Compared["visualization"]> & { bytes: Buffer };

/** A comparison with its drawing's bytes. */
export type ComparisonResult =
  | (Omit<Compared, "visualization"> & { visualization: Drawn | null })
  | Exclude<Comparison, Compared>;

/** Compares pictures; rejects with the signal's reason when it aborts, with ComparerFailed when a comparison broke down. */
export type Comparer = {
  compare(request: ComparisonRequest, signal?: AbortSignal): Promise<ComparisonResult>;
};

/** A comparison that ran out of time or memory, or crashed its process. */
export class ComparerFailed extends Error {
  override readonly name = "ComparerFailed";
}

/** Comparisons that one worker makes at once. */
export const comparisonsAtOnce = 2;

/** What each may take. Pixels lie outside the heap and are bounded by bands. */
const bounds = { size: comparisonsAtOnce, timeoutMs: 120_000, heapMb: 256, stackKb: 984 };

/**
 * A comparer whose work is done by processes of its own, so that a picture made to break a decoder breaks no worker.
 * Pictures are kept in `scratch` during a comparison. Only this process's user can read them.
 */
export function createComparer({ scratch }: { scratch: string }): Comparer {
  const pool = createProcessPool<CompareTask, Comparison>(new URL("./compareProcess.ts", import.meta.url), bounds);
  return {
    async compare({ before, after, ...rules }, signal) {
      const directory = join(scratch, scratchName("compare"));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      try {
        const task = { ...rules, directory, before: join(directory, "before"), after: join(directory, "after") };
        await Promise.all([writeFile(task.before, before), writeFile(task.after, after)]);
        const outcome = await pool.run(task, signal);
        if (!outcome.done) throw new ComparerFailed(outcome.reason);
        return await withDrawing(outcome.value, directory);
      } finally {
        await rm(directory, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

async function withDrawing(comparison: Comparison, directory: string): Promise<ComparisonResult> {
  if (comparison.outcome !== "compared") return comparison;
  const { visualization, ...compared } = comparison;
  if (visualization === null) return { ...compared, visualization };
  return { ...compared, visualization: { ...visualization, bytes: await readFile(join(directory, drawingFile)) } };
}
