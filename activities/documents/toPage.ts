import { html } from "#markup/html.ts";
import type { Contents, Source } from "./contents.ts";
import type { DocumentKind } from "./kindOf.ts";
import { readJson } from "./kinds/json.ts";
import { readPdf } from "./kinds/pdf.ts";
import { readTable } from "./kinds/table.ts";
import { readWord } from "./kinds/word.ts";
import { readXml } from "./kinds/xml.ts";

/** A reply of a known kind. */
export type DocumentTask = Source & { kind: DocumentKind };

/** A page of HTML, the same as JSON for paths, and what the page does not show. Both are null for none. */
export type DocumentPage = { html: string; json: string | null; leftOut: string | null };

const readers: Readonly<Record<DocumentKind, (source: Source) => Contents | null | Promise<Contents | null>>> = {
  json: readJson,
  xml: readXml,
  table: readTable,
  pdf: readPdf,
  word: readWord,
};

/** The page of a reply; null for one that is not what its type says, or that a browser shows by itself. */
export async function toPage({ kind, ...source }: DocumentTask): Promise<DocumentPage | null> {
  const contents = await readers[kind](source);
  if (contents === null) return null;
  const { title, body, data, leftOut } = contents;
  const note = leftOut === null ? null : html`<p class="note">${leftOut}</p>`;
  const page = html`<!doctype html>
    <html>
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>${note}${body}</main>
      </body>
    </html>`;
  return {
    html: page.toString(),
    json: typeof data === "string" || data === null ? data : JSON.stringify(data),
    leftOut,
  };
}

/** It has no signs that `html` escapes. */
const style =
  "body{margin:2rem;font:16px/1.5 sans-serif;color:#1a1a1a;background:#fff}main{max-width:60rem}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-bottom:0}article p{margin:.3rem 0}pre{margin:0;font:14px/1.45 monospace;white-space:pre-wrap;overflow-wrap:anywhere}table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:.3rem .6rem;text-align:left;vertical-align:top}th{background:#f0f0f0}time,.note{color:#555}a{color:#0645ad}.drawn{position:relative;container-type:inline-size;overflow:hidden;margin-bottom:1rem;border:1px solid #bbb;background-size:100% 100%;print-color-adjust:exact;break-inside:avoid}.drawn p,.drawn h2{position:absolute;margin:0;line-height:1.2;color:transparent}@media (prefers-color-scheme:dark){body{color:#e6e6e6;background:#1a1a1a}th{background:#2a2a2a}th,td{border-color:#555}time,.note{color:#aaa}a{color:#8ab4f8}}";
