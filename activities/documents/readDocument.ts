import { createProcessPool, type PoolOutcome, type ProcessPool, type RunOptions } from "../processPool.ts";
import type { DocumentPage, DocumentTask } from "./toPage.ts";

/** Maximum bytes of a document. */
export const maxDocumentBytes = 20_000_000;

/** A parser of ten million bytes takes up to a second. The memory that a PDF unpacks into is outside the heap. */
const processLimits = { size: 2, timeoutMs: 10_000, heapMb: 512, stackKb: 984, maxResidentMb: 700 };

let pool: ProcessPool<DocumentTask, DocumentPage | null> | null = null;

/** Reads a document in a child process, as its bytes are hostile. Owners of waiting documents take turns. */
export function readDocument(task: DocumentTask, run: RunOptions): Promise<PoolOutcome<DocumentPage | null>> {
  pool ??= createProcessPool(new URL("documentProcess.ts", import.meta.url), processLimits);
  return pool.run(task, run);
}
