import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { poolEnvironment } from "#activities/processPool.ts";
import { comparePictures, type CompareTask } from "#activities/compare/comparePictures.ts";

type Peak = { /** Most of the process's memory that was resident at once. */ megabytes: number; changedPixels: number };

/** Compares two pictures in a child process, as a worker does. Returns the peak memory of the process. */
export async function peakOfComparing({ before, after }: { before: Buffer; after: Buffer }): Promise<Peak> {
  const directory = await mkdtemp(join(tmpdir(), "compare-peak-"));
  try {
    const task: CompareTask = {
      before: join(directory, "before"),
      after: join(directory, "after"),
      directory,
      mode: "perceptual",
      visualization: "overlay",
      ignoreRegions: [],
      measuredBoxes: [],
    };
    await Promise.all([writeFile(task.before, before), writeFile(task.after, after)]);
    const child = fork(new URL(import.meta.url), {
      execArgv: ["--max-old-space-size=256", "--no-warnings"],
      env: poolEnvironment,
    });
    child.send(task);
    const [peak]: unknown[] = await once(child, "message");
    return peak as Peak;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/**
 * The most memory in MB of this process that was resident at once, by Linux. `process.resourceUsage().maxRSS` would not do: it
 * counts the parent's memory from before the child's program was loaded.
 */
async function peakMegabytes(): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile("/proc/self/status", "utf8"))?.[1]) / 1024;
}

if (import.meta.main) {
  process.once("message", async (task: CompareTask) => {
    const result = await comparePictures(task);
    if (result.outcome !== "compared") throw new Error(result.outcome);
    process.send?.({ megabytes: await peakMegabytes(), changedPixels: result.changedPixels } satisfies Peak);
    process.disconnect();
  });
}
