import sharp from "sharp";
import type { PoolOutcome } from "../processPool.ts";
import { comparePictures, type Comparison, type CompareTask } from "./comparePictures.ts";

/** What a comparer's process does for a task. */
async function attempt(task: CompareTask): Promise<PoolOutcome<Comparison>> {
  try {
    return { done: true, value: await comparePictures(task) };
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Decoders of libvips that stay open; pictures come from strangers. */
const decoders = ["PngFile", "JpegFile", "WebpFile", "NsgifFile", "VipsFile"];

// The entry of a process of its own; imported anywhere else, this file does nothing.
if (import.meta.main) {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) });
  // Nothing is read twice, and what libvips keeps for that would only add to the process's size.
  sharp.cache(false);
  // A terminal's Ctrl-C reaches the whole family; the parent still wants its answer, and this ends when the parent does.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("message", (task: CompareTask) => {
    void attempt(task).then((outcome) => process.send?.(outcome));
  });
}
