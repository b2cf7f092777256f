import { defineExtractor, whatWasCut } from "./extractor.ts";
import type { MarkdownTask } from "./markdown/convertPage.ts";
import { textOnly } from "./markdown/textOnly.ts";
import { createProcessPool, type ProcessPool } from "../processPool.ts";
import {
  attributesFor,
  cellAttributes,
  escapeText,
  imageAttributes,
  linkAttributes,
  mediaAttributes,
  spanOf,
} from "./page/flatAttributes.ts";
import {
  flatContext,
  isClippedAway,
  isExtra,
  isInFrame,
  isOverlay,
  isShown,
  opensOnClick,
  opensPanel,
  streamedNodes,
} from "./page/flatHidden.ts";
import { flatChildren, flatTag, formula, isNoContent, isSemantic, tagFor } from "./page/flatTree.ts";
import { declaresArticle, readFlatPage, scriptless, writeShown } from "./page/readFlatPage.ts";
import { absoluteUrl, attribute, baseAddress, ownGetter, plainText, rootElement, selectAll } from "./page/safeDom.ts";
import { openElement, writeFlat } from "./page/writeFlat.ts";
import { utf8Within } from "./utf8Within.ts";

const limitBytes = 10_000_000;
const converterBounds = { size: 2, timeoutMs: 10_000, heapMb: 512, stackKb: 4000 };

let converters: ProcessPool<MarkdownTask, string> | null = null;

/** `markdown`: the main content as GitHub Flavored Markdown. Converted in a process of its own: a long page takes a second of CPU. */
export const markdown = defineExtractor({
  contentType: "text/markdown; charset=utf-8",
  read: readFlatPage,
  uses: [
    absoluteUrl,
    attribute,
    attributesFor,
    baseAddress,
    cellAttributes,
    declaresArticle,
    escapeText,
    flatChildren,
    flatContext,
    flatTag,
    formula,
    imageAttributes,
    isClippedAway,
    isExtra,
    isInFrame,
    isNoContent,
    isOverlay,
    isSemantic,
    isShown,
    linkAttributes,
    mediaAttributes,
    openElement,
    opensOnClick,
    opensPanel,
    ownGetter,
    plainText,
    rootElement,
    scriptless,
    selectAll,
    spanOf,
    streamedNodes,
    tagFor,
    writeFlat,
    writeShown,
  ],
  async finish(read) {
    converters ??= createProcessPool(new URL("./markdown/converter.ts", import.meta.url), converterBounds);
    const { html, title, heading, declared } = read;
    const answer = await converters.run({ html, title, heading, declared });
    // Too much for the converter: the words at least, with a note of what is missing.
    const { bytes, cut } = utf8Within(answer.done ? answer.value : textOnly(html), limitBytes);
    const missing = [...(read.cut || cut ? ["markdown"] : []), ...(answer.done ? [] : ["markdown.formatting"])];
    return { bytes, ...whatWasCut(missing), ...(answer.done ? {} : { trouble: answer.reason }) };
  },
});
