import type { CDPSession, Protocol } from "puppeteer";
import type { Logger } from "#telemetry/logger.ts";
import { type DocumentKind, filesAlone, kindOf } from "../../documents/kindOf.ts";
import { failureOfFile, maxDocumentBytes, readDocument } from "../../documents/readDocument.ts";
import type { DocumentPage } from "../../documents/toPage.ts";
import { RenderFailure } from "../../failures.ts";
import type { RunOptions } from "../../processPool.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { readStream } from "./readStream.ts";
import type { PausedRequest } from "./requests.ts";
import { withoutScripts } from "./scriptless.ts";

/** A document that is shown as a page of ours. `contentType` is that of its own reply. */
type ShownDocument = Omit<DocumentPage, "html"> & { contentType: string };

/** The documents of a capture that are shown as pages of ours. */
export type DocumentReplies = {
  /** Answers a paused reply with a page of ours. False if the reply is to be passed on as it is. */
  show(session: CDPSession, paused: PausedRequest): Promise<boolean>;
  /** The next document is that of an address of the request, at which also files are shown. */
  expectAddress(): void;
  /** Why the last such document could not be shown; null if it could. */
  failure(): RenderFailure | null;
  /** The document that came with a reply, by the id of its request; null for a page of the site's own. */
  shownBy(requestId: string | null): ShownDocument | null;
};

/** `scripts` is whether documents of the site's own may run theirs. */
export type ReplyOptions = { run: RunOptions; scripts: boolean; logger: Logger };

/** Headers of a page of ours: no script runs in it, and it loads nothing. */
const ownHeaders: Protocol.Fetch.HeaderEntry[] = [
  { name: "Content-Type", value: "text/html; charset=utf-8" },
  { name: "Content-Security-Policy", value: "default-src 'none'; style-src 'unsafe-inline'; img-src data:" },
];

/** Headers that describe the bytes of a reply, or how to keep them. */
const entityHeaders = /^(?:content-|transfer-encoding$|link$|refresh$|set-cookie)/iu;

/** Shows data that a page's address replies with as a page of ours. */
export function documentReplies(
  { mainFrameId }: Pick<JobPage, "mainFrameId">,
  { run, scripts, logger }: ReplyOptions,
): DocumentReplies {
  const shownDocuments = new Map<string, ShownDocument>();
  let failure: RenderFailure | null = null;
  let isOfRequest = true;

  async function show(session: CDPSession, pausedRequest: PausedRequest): Promise<boolean> {
    const { requestId, networkId = "", responseStatusCode = 0 } = pausedRequest;
    const contentType = headerOf(pausedRequest, "content-type");
    const isShown = pausedRequest.frameId === mainFrameId && !isRedirect(pausedRequest);
    const kind = isShown && hasContents(pausedRequest) ? kindOf({ contentType, url: pausedRequest.request.url }) : null;
    // A page that starts a download stays, as in a browser.
    const isDownload = !isOfRequest && kind !== null && isFile(kind, pausedRequest);
    if (isShown) isOfRequest = false;
    if (kind === null || isDownload) return false;
    failure = null;
    const { stream } = await session.send("Fetch.takeResponseBodyAsStream", { requestId });
    const bytes = await readStream(session, stream, maxDocumentBytes);
    if (bytes === null) {
      failure = new RenderFailure("page_too_large");
      return fail(session, requestId);
    }
    const outcome = await readDocument({ kind, bytes, contentType, url: pausedRequest.request.url, draws: true }, run);
    if (!outcome.done) logger.debug({ reason: outcome.reason, kind }, "a document could not be read");
    const document = outcome.done ? outcome.value : null;
    failure = failureOfFile({ kind, contentType }, outcome);
    if (failure !== null) return fail(session, requestId);
    const others = (pausedRequest.responseHeaders ?? []).filter(({ name }) => !entityHeaders.test(name));
    // The browser shows the bytes of a reply that its type misnames.
    const typed = [{ name: "Content-Type", value: kind === "table" ? "text/plain" : contentType }];
    const ofSite = scripts ? typed : withoutScripts(typed);
    if (document !== null)
      shownDocuments.set(networkId, { json: document.json, leftOut: document.leftOut, contentType });
    await session.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: responseStatusCode,
      responseHeaders: [...others, ...(document === null ? ofSite : ownHeaders)],
      body: (document === null ? Buffer.from(bytes) : Buffer.from(document.html)).toString("base64"),
    });
    return true;
  }

  return {
    show,
    failure: () => failure,
    expectAddress() {
      isOfRequest = true;
    },
    shownBy: (requestId) => (requestId === null ? null : (shownDocuments.get(requestId) ?? null)),
  };
}

/** Fails a request whose reply cannot be shown. */
async function fail(session: CDPSession, requestId: string): Promise<true> {
  await session.send("Fetch.failRequest", { requestId, errorReason: "Failed" });
  return true;
}

function hasContents({ responseStatusCode = 0, responseErrorReason }: PausedRequest): boolean {
  return responseErrorReason === undefined && responseStatusCode >= 200 && ![204, 205].includes(responseStatusCode);
}

/** Whether a browser would save a reply and stay where it is. */
function isFile(kind: DocumentKind, reply: PausedRequest): boolean {
  return kind === "table" || filesAlone.has(kind) || /^\s*attachment/iu.test(headerOf(reply, "content-disposition"));
}

function isRedirect({ responseStatusCode = 0 }: PausedRequest): boolean {
  return responseStatusCode >= 300 && responseStatusCode < 400;
}

function headerOf({ responseHeaders = [] }: PausedRequest, wanted: string): string {
  return responseHeaders.find(({ name }) => name.toLowerCase() === wanted)?.value ?? "";
}
