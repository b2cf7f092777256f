import type { PoolOutcome } from "../../processPool.ts";
import type { MarkdownTask } from "../page/flat/readFlatPage.ts";
import { convertPage } from "./convertPage.ts";

/** What a converter's process does for a task: a page in, its Markdown out. */
export function attempt(task: MarkdownTask): PoolOutcome<string> {
  try {
    return { done: true, value: convertPage(task) };
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

// The entry of a process of its own; imported anywhere else, this file does nothing.
if (import.meta.main) {
  // A terminal's Ctrl-C reaches the whole family; the parent still wants its answer, and this ends when the parent does.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("message", (task: MarkdownTask) => process.send?.(attempt(task)));
}
