import type { PoolOutcome } from "../../processPool.ts";
import { compareTexts, type TextDifference, type TextTask } from "./compareTexts.ts";

/** Compares two texts in the child process. */
function attempt(task: TextTask): PoolOutcome<TextDifference> {
  try {
    return { done: true, value: compareTexts(task) };
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) {
  // Ctrl-C in a terminal reaches the child too. The parent still needs its answer; the child ends with the parent.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("message", (task: TextTask) => process.send?.(attempt(task)));
}
