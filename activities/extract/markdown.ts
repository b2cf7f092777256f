import { defineExtractor, whatWasCut } from "./extractor.ts";
import type { MarkdownTask } from "./markdown/convertPage.ts";
import { textOnly } from "./markdown/textOnly.ts";
import { createThreadPool, type ThreadPool } from "./markdown/threadPool.ts";
import {
  attributesFor,
  cellAttributes,
  escapeText,
  imageAttributes,
  linkAttributes,
  mediaAttributes,
} from "./page/flatAttributes.ts";
import { flatChildren, formula, isNoContent, isSemantic, tagFor } from "./page/flatTree.ts";
import { isClippedAway, openElement, readFlatPage } from "./page/readFlatPage.ts";
import { absoluteUrl, attribute, baseAddress, ownGetter, plainText, rootElement, selectAll } from "./page/safeDom.ts";
import { utf8Within } from "./utf8Within.ts";

const limitBytes = 10_000_000;

let threads: ThreadPool<MarkdownTask, string> | null = null;

/** `markdown`: the main content as GitHub Flavored Markdown. Converted in a thread: a long page takes a second of CPU. */
export const markdown = defineExtractor({
  contentType: "text/markdown; charset=utf-8",
  read: readFlatPage,
  uses: [
    ...[attributesFor, cellAttributes, escapeText, imageAttributes, linkAttributes, mediaAttributes],
    ...[flatChildren, formula, isNoContent, isSemantic, tagFor, isClippedAway, openElement],
    ...[absoluteUrl, attribute, baseAddress, ownGetter, plainText, rootElement, selectAll],
  ],
  async finish(read) {
    threads ??= createThreadPool(new URL("./markdown/thread.ts", import.meta.url), {
      size: 2,
      timeoutMs: 10_000,
      heapMb: 512,
      stackMb: 16,
    });
    const { html, title, heading } = read;
    const answer = await threads.run({ html, title, heading });
    // Too much for the thread: the words at least, with a note of what is missing.
    const text = answer.done ? answer.value : textOnly(html);
    const { bytes, cut } = utf8Within(text, limitBytes);
    return {
      bytes,
      ...whatWasCut([...(read.cut || cut ? ["markdown"] : []), ...(answer.done ? [] : ["markdown.formatting"])]),
    };
  },
});
