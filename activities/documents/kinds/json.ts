import { html } from "#markup/html.ts";
import { type Contents, nameOf, pageLimits, type Source } from "../contents.ts";
import { decodeReply } from "../decodeReply.ts";
import { indentJson } from "./indentJson.ts";

/** JSON, a line for each entry. Null for a text that is no JSON. */
export function readJson({ bytes, contentType, url }: Source): Contents | null {
  const text = decodeReply(bytes, contentType).trim();
  if (!isJson(text)) return null;
  const { lines, isCut } = indentJson(text, { maxLines: pageLimits.lines, maxChars: pageLimits.chars });
  return {
    title: nameOf(url),
    body: html`<pre><code class="language-json">${lines.join("\n")}</code></pre>`,
    data: text,
    leftOut: isCut ? `The page shows the first ${lines.length} lines of this document.` : null,
  };
}

/** The parser needs no stack for nested lists, so no document is too deep for it. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
