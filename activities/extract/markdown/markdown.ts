import { createProcessPool, type PoolOutcome, type ProcessPool, type RunOptions } from "../../processPool.ts";
import { defineExtractor, truncateUtf8, truncation } from "../extractor.ts";
import { flatPageDependencies, readFlatPage } from "../page/flat/readFlatPage.ts";
import type { Conversion } from "./convertPage.ts";
import { plainTextOf } from "./plainText.ts";

const maxBytes = 10_000_000;
const converterBounds = { size: 2, timeoutMs: 10_000, heapMb: 512, stackKb: 4000 };

let converters: ProcessPool<Conversion, string> | null = null;

/**
 * `markdown`: the main content as GitHub Flavored Markdown. Converted in a child process: a long page takes a second of
 * CPU.
 */
export const markdown = defineExtractor({
  contentType: "text/markdown; charset=utf-8",
  read: readFlatPage,
  dependencies: flatPageDependencies,
  async finish(read, { owner, isDocument = false }) {
    const { cut: isCut, ...task } = read;
    const outcome = await convertInProcess({ ...task, whole: isDocument }, { owner });
    // Without the converter's result, give the text and report the missing formatting.
    const { bytes, cut } = truncateUtf8(outcome.done ? outcome.value : plainTextOf(task.html), maxBytes);
    const cutParts = [...(isCut || cut ? ["markdown"] : []), ...(outcome.done ? [] : ["markdown.formatting"])];
    return { bytes, ...truncation(cutParts), ...(outcome.done ? {} : { warning: outcome.reason }) };
  },
});

/** Converts a page in a child process. Owners of waiting pages take turns. */
export function convertInProcess(task: Conversion, options: RunOptions): Promise<PoolOutcome<string>> {
  converters ??= createProcessPool(new URL("./convertPage.ts", import.meta.url), converterBounds);
  return converters.run(task, options);
}
