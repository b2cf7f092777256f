import sharp from "sharp";
import type { PoolOutcome } from "../processPool.ts";
import { comparePictures, type Comparison, type CompareTask } from "./comparePictures.ts";

/** Runs one comparison in the child process. */
async function attempt(task: CompareTask): Promise<PoolOutcome<Comparison>> {
  try {
    return { done: true, value: await comparePictures(task) };
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Decoders of libvips that stay enabled. Pictures come from strangers. */
const decoders = ["PngFile", "JpegFile", "WebpFile", "NsgifFile", "VipsFile"];

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) });
  // Nothing is read twice, so libvips' cache would only use memory.
  sharp.cache(false);
  // Ctrl-C in a terminal reaches the child too. The parent still needs its answer; the child ends with the parent.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("message", (task: CompareTask) => {
    void attempt(task).then((outcome) => process.send?.(outcome));
  });
}
