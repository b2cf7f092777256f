import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratchName } from "../browser/pool/scratch.ts";
import { createProcessPool, type ProcessPool, type RunOptions } from "../processPool.ts";
import type { Compared, CompareTask, Comparison } from "./comparePictures.ts";
import { maskFile, visualizationFile } from "./drawing/visualize.ts";

/** Two encoded pictures and the rules to compare them by. */
export type ComparisonRequest = Pick<CompareTask, "mode" | "visualization" | "ignoreRegions" | "measuredBoxes"> & {
  before: Uint8Array;
  after: Uint8Array;
};

type VisualizationWithBytes = NonNullable<Compared["visualization"]> & {
  bytes: Buffer;
  /** PNG of the same size: white for changed pixels, black elsewhere. */
  mask: Buffer;
};

/** A comparison with the bytes of its drawing. */
export type ComparisonResult =
  | (Omit<Compared, "visualization"> & { visualization: VisualizationWithBytes | null })
  | Exclude<Comparison, Compared>;

/**
 * Compares pictures. Owners of waiting comparisons take turns.
 * @throws the signal's reason if it aborts; ComparerFailed if a comparison breaks down.
 */
export type Comparer = {
  compare(request: ComparisonRequest, options: RunOptions): Promise<ComparisonResult>;
};

/** A comparison exceeded its time or memory, or crashed its process. */
export class ComparerFailed extends Error {
  override readonly name = "ComparerFailed";
}

/** Comparisons that one worker runs at once. */
export const comparisonsAtOnce = 2;

/** Limits of each process. Pixels are outside the heap and are processed in bands. */
const processLimits = { size: comparisonsAtOnce, timeoutMs: 120_000, heapMb: 256, stackKb: 984 };

/** One pool for all comparers of this process, as idle processes stay. */
let pool: ProcessPool<CompareTask, Comparison> | null = null;

/**
 * A comparer that works in child processes, so a picture that breaks a decoder does not break the worker. Pictures are
 * in `scratch` during a comparison, readable only by this process's user.
 */
export function createComparer({ scratch }: { scratch: string }): Comparer {
  return {
    async compare({ before, after, ...rules }, options) {
      pool ??= createProcessPool(new URL("./compareProcess.ts", import.meta.url), processLimits);
      const directory = join(scratch, scratchName("compare"));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      try {
        const task = { ...rules, directory, before: join(directory, "before"), after: join(directory, "after") };
        await Promise.all([writeFile(task.before, before), writeFile(task.after, after)]);
        const outcome = await pool.run(task, options);
        if (!outcome.done) throw new ComparerFailed(outcome.reason);
        return await readVisualization(outcome.value, directory);
      } finally {
        await rm(directory, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

async function readVisualization(comparison: Comparison, directory: string): Promise<ComparisonResult> {
  if (comparison.outcome !== "compared") return comparison;
  const { visualization, ...compared } = comparison;
  if (visualization === null) return { ...compared, visualization };
  const [bytes, mask] = await Promise.all([visualizationFile, maskFile].map((file) => readFile(join(directory, file))));
  if (bytes === undefined || mask === undefined) throw new Error("Two files were read.");
  return { ...compared, visualization: { ...visualization, bytes, mask } };
}
