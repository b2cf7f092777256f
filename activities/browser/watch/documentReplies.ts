import type { CDPSession, Protocol } from "puppeteer";
import type { Logger } from "#telemetry/logger.ts";
import { kindOf } from "../../documents/kindOf.ts";
import { maxDocumentBytes, readDocument } from "../../documents/readDocument.ts";
import type { DocumentPage } from "../../documents/toPage.ts";
import { RenderFailure } from "../../failures.ts";
import type { RunOptions } from "../../processPool.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { repliesToDocuments } from "./scriptless.ts";

type Paused = Protocol.Fetch.RequestPausedEvent;

/** A document that is shown as a page of ours. `contentType` is that of its own reply. */
type ShownDocument = Omit<DocumentPage, "html"> & { contentType: string };

/** The documents of a capture that are shown as pages of ours. */
export type DocumentReplies = {
  /** Begins to show them. It uses its own session, because a second interception on the page's session would replace the first. */
  start(): Promise<void>;
  /** The next document is that of an address of the request, at which also files are shown. */
  expectAddress(): void;
  /** Why the last such document could not be shown; null if it could. */
  failure(): RenderFailure | null;
  /** The document that came with a reply, by the id of its request; null for a page of the site's own. */
  shownBy(requestId: string | null): ShownDocument | null;
};

export type ReplyOptions = { run: RunOptions; logger: Logger };

/** Headers of a page of ours: no script runs in it, and it loads nothing. */
const ownHeaders: Protocol.Fetch.HeaderEntry[] = [
  { name: "Content-Type", value: "text/html; charset=utf-8" },
  { name: "Content-Security-Policy", value: "default-src 'none'; style-src 'unsafe-inline'; img-src data:" },
];

/** Headers that describe the bytes of a reply, or how to keep them. */
const entityHeaders = /^(?:content-|transfer-encoding$|link$|refresh$|set-cookie)/iu;

/** Bytes of one read of a reply. */
const chunkBytes = 1_000_000;

/** Shows data that a page's address replies with as a page of ours. */
export function documentReplies(
  { page, mainFrameId }: Pick<JobPage, "page" | "mainFrameId">,
  { run, logger }: ReplyOptions,
): DocumentReplies {
  const shown = new Map<string, ShownDocument>();
  let failure: RenderFailure | null = null;
  let isOfRequest = true;

  async function show(session: CDPSession, paused: Paused): Promise<void> {
    const { requestId, networkId = "", responseStatusCode = 0 } = paused;
    const contentType = headerOf(paused, "content-type");
    const isShown = paused.frameId === mainFrameId && !isRedirect(paused);
    // A page that starts a download stays, as in a browser.
    const isDownload = !isOfRequest && isFile(paused);
    if (isShown) isOfRequest = false;
    const kind = isShown && hasContents(paused) ? kindOf({ contentType, url: paused.request.url }) : null;
    if (kind === null || isDownload) return session.send("Fetch.continueRequest", { requestId });
    failure = null;
    const bytes = await readBody(session, requestId);
    if (bytes === null) {
      failure = new RenderFailure("page_too_large");
      return session.send("Fetch.failRequest", { requestId, errorReason: "Failed" });
    }
    const outcome = await readDocument({ kind, bytes, contentType, url: paused.request.url }, run);
    if (!outcome.done) logger.debug({ reason: outcome.reason, kind }, "a document could not be read");
    const read = outcome.done ? outcome.value : null;
    if (read === null && kind === "pdf") {
      const reason = outcome.done
        ? "it is broken or locked with a password"
        : "reading it takes too much time or memory";
      failure = new RenderFailure("unsupported_content", `Its type is application/pdf, and ${reason}.`);
      return session.send("Fetch.failRequest", { requestId, errorReason: "Failed" });
    }
    const others = (paused.responseHeaders ?? []).filter(({ name }) => !entityHeaders.test(name));
    const plain = kind === "table" ? "text/plain" : contentType;
    if (read !== null) shown.set(networkId, { json: read.json, leftOut: read.leftOut, contentType });
    await session.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: responseStatusCode,
      // What is not what its type says is shown as the browser shows it.
      responseHeaders: [...others, ...(read === null ? [{ name: "Content-Type", value: plain }] : ownHeaders)],
      body: (read === null ? Buffer.from(bytes) : Buffer.from(read.html)).toString("base64"),
    });
  }

  return {
    async start() {
      const session = await page.createCDPSession();
      session.on("Fetch.requestPaused", (paused) => {
        show(session, paused).catch((error: unknown) => {
          logger.debug({ err: error }, "a document's reply ended before it was shown");
        });
      });
      await session.send("Fetch.enable", { patterns: [repliesToDocuments] });
    },
    failure: () => failure,
    expectAddress() {
      isOfRequest = true;
    },
    shownBy: (requestId) => (requestId === null ? null : (shown.get(requestId) ?? null)),
  };
}

function hasContents({ responseStatusCode = 0, responseErrorReason }: Paused): boolean {
  return responseErrorReason === undefined && responseStatusCode >= 200 && ![204, 205].includes(responseStatusCode);
}

/** Whether a browser would save a reply and stay where it is. */
function isFile(reply: Paused): boolean {
  const isAttachment = /^\s*attachment/iu.test(headerOf(reply, "content-disposition"));
  const kind = kindOf({ contentType: headerOf(reply, "content-type"), url: reply.request.url });
  return isAttachment || kind === "table" || kind === "pdf";
}

function isRedirect({ responseStatusCode = 0 }: Paused): boolean {
  return responseStatusCode >= 300 && responseStatusCode < 400;
}

function headerOf({ responseHeaders = [] }: Paused, wanted: string): string {
  return responseHeaders.find(({ name }) => name.toLowerCase() === wanted)?.value ?? "";
}

/** The decoded bytes of a reply; null for one with more than `maxDocumentBytes`. The rest is never read. */
async function readBody(session: CDPSession, requestId: string): Promise<Uint8Array | null> {
  const { stream } = await session.send("Fetch.takeResponseBodyAsStream", { requestId });
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { data, base64Encoded = false, eof } = await session.send("IO.read", { handle: stream, size: chunkBytes });
    const chunk = Buffer.from(data, base64Encoded ? "base64" : "utf8");
    size += chunk.length;
    if (size > maxDocumentBytes) {
      await session.send("IO.close", { handle: stream });
      return null;
    }
    chunks.push(chunk);
    if (eof) break;
  }
  await session.send("IO.close", { handle: stream });
  return Buffer.concat(chunks);
}
