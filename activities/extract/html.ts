import { defineExtractor, utf8Within, whatWasCut } from "./extractor.ts";
import { doctype, readHtml } from "./page/readHtml.ts";
import { openRoots, ownGetter, rootElement } from "./page/safeDom.ts";

const limitBytes = 10_000_000;

/** `html`: the rendered DOM, serialised. */
export const html = defineExtractor({
  contentType: "text/html; charset=utf-8",
  read: readHtml,
  uses: [doctype, openRoots, ownGetter, rootElement],
  finish(read) {
    const { bytes, cut } = utf8Within(read.html, limitBytes);
    return { bytes, ...whatWasCut(read.cut || cut ? ["html"] : []) };
  },
});
