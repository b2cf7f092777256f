import { parentPort } from "node:worker_threads";
import { convertPage, type MarkdownTask } from "./convertPage.ts";
import type { ThreadOutcome } from "./threadPool.ts";

/** Entry of a converter's thread: a page in, its Markdown out. */
export function serve(port: NonNullable<typeof parentPort>): void {
  port.on("message", (task: MarkdownTask) => port.postMessage(attempt(task)));
}

function attempt(task: MarkdownTask): ThreadOutcome<string> {
  try {
    return { done: true, value: convertPage(task) };
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

// Only a thread has a parent to talk to: imported anywhere else, this file does nothing.
if (parentPort !== null) serve(parentPort);
