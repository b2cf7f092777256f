import { html } from "#markup/html.ts";
import { charsetOf, decodeReply } from "../documents/decodeReply.ts";
import { kindOf } from "../documents/kindOf.ts";
import { failureOfFile, readDocument } from "../documents/readDocument.ts";
import { RenderFailure } from "../failures.ts";
import type { CapturedPage } from "../ports.ts";
import type { RunOptions } from "../processPool.ts";
import type { DocumentReply } from "./fetchDocument.ts";

/** The HTML that a browser would show for a reply. `encoding` is the stated one; null for none. */
type ShownReply = {
  bytes: Uint8Array;
  encoding: string | null;
  document?: CapturedPage["document"];
  /** The parts of a document that its page leaves out, in words; null for none. */
  leftOut: string | null;
};

/** Types of text that a browser shows as they are. */
const plainText = /^(?:text\/(?!html$)|application\/(?:json|javascript|x-javascript)$|.*\+json$)/u;
const markup = /^(?:|text\/html|application\/xhtml\+xml|application\/octet-stream|text\/xml|application\/xml)$/u;

/**
 * The page of a reply: data and files as pages of ours, texts in one block, and HTML as it is.
 * @throws RenderFailure `unsupported_content` for other types, `download_blocked` for an attachment.
 */
export async function shownAs({ url, headers, bytes }: DocumentReply, run: RunOptions): Promise<ShownReply> {
  const contentType = headers["content-type"] ?? "";
  const kind = kindOf({ contentType, url });
  if (kind !== null) {
    const outcome = await readDocument({ kind, bytes, contentType, url, draws: false }, run);
    const page = outcome.done ? outcome.value : null;
    if (page !== null) {
      const document = { contentType, json: page.json };
      return { bytes: Buffer.from(page.html), encoding: "utf-8", document, leftOut: page.leftOut };
    }
    const failure = failureOfFile({ kind, contentType }, outcome);
    if (failure !== null) throw failure;
  }
  if (/^\s*attachment/iu.test(headers["content-disposition"] ?? "")) throw new RenderFailure("download_blocked");
  const type = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (kind === "table" || plainText.test(type)) {
    const page = html`<!doctype html>
      <body>
        <pre>${decodeReply(bytes, contentType)}</pre>
      </body>`;
    return { bytes: Buffer.from(page.toString()), encoding: "utf-8", leftOut: null };
  }
  if (!markup.test(type)) throw new RenderFailure("unsupported_content", `Its type is ${type.slice(0, 100)}.`);
  return { bytes, encoding: charsetOf(contentType), leftOut: null };
}
