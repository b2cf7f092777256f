import { RenderFailure } from "../failures.ts";
import { createProcessPool, type PoolOutcome, type ProcessPool, type RunOptions } from "../processPool.ts";
import { filesAlone } from "./kindOf.ts";
import type { DocumentPage, DocumentTask } from "./toPage.ts";

/** Maximum bytes of a document. */
export const maxDocumentBytes = 20_000_000;

/**
 * A parser of ten million bytes takes up to a second, and the pictures of a PDF's pages up to five on a busy machine. The
 * memory that a PDF unpacks into is outside the heap.
 */
const processLimits = { size: 2, timeoutMs: 20_000, heapMb: 512, stackKb: 984, maxResidentMb: 700 };

let pool: ProcessPool<DocumentTask, DocumentPage | null> | null = null;

/** Reads a document in a child process, as its bytes are hostile. Owners of waiting documents take turns. */
export function readDocument(task: DocumentTask, run: RunOptions): Promise<PoolOutcome<DocumentPage | null>> {
  pool ??= createProcessPool(new URL("documentProcess.ts", import.meta.url), processLimits);
  return pool.run(task, run);
}

/** The failure of a file that could not be read; null for one that was, and for data that a browser shows by itself. */
export function failureOfFile(
  { kind, contentType }: Pick<DocumentTask, "kind" | "contentType">,
  outcome: PoolOutcome<DocumentPage | null>,
): RenderFailure | null {
  if (!filesAlone.has(kind) || (outcome.done && outcome.value !== null)) return null;
  const reason = outcome.done ? "it is broken or locked with a password" : "reading it takes too much time or memory";
  return new RenderFailure("unsupported_content", `Its type is ${contentType.slice(0, 100)}, and ${reason}.`);
}
