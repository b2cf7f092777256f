import type { GuardedFetch } from "#egress/fetch.ts";
import { judgeChallenge } from "#rules/challenges.ts";
import type { FieldProblem, Json } from "#schemas/common.ts";
import { boundPage } from "../browser/capture/boundPage.ts";
import { RenderFailure } from "../failures.ts";
import { secondsOf } from "../httpHosts.ts";
import {
  type CaptureContext,
  type CapturedPage,
  type CapturePort,
  type CaptureRequest,
  noFiles,
  type PageValidators,
} from "../ports.ts";
import { type DocumentReply, fetchDocument } from "./fetchDocument.ts";
import { readPage } from "./readPage.ts";
import type { ReadPage } from "./readPageHere.ts";
import { headersFor } from "./requestHeaders.ts";
import { shownAs } from "./shownAs.ts";

/** Characters of visible text that are read. */
const maxTextChars = 1_000_000;
/** Text of a page, in characters, that is little for one with scripts. Chosen by eye. */
const littleTextChars = 200;

/** `userAgent` is that of requests whose caller names none. */
type HttpCaptureOptions = { fetch: GuardedFetch; userAgent: string };

/** Captures of documents without a browser: their text, Markdown and values, and no picture. */
export function createHttpCapture({ fetch, userAgent }: HttpCaptureOptions): CapturePort {
  return { capture: (request, context) => capture(fetch, request, { ...context, userAgent }) };
}

async function capture(
  fetch: GuardedFetch,
  request: CaptureRequest,
  { signal, onStage, waitForTurn, userAgent }: CaptureContext & { userAgent: string },
): Promise<CapturedPage> {
  const { spec, proxy, validators } = request;
  const host = await waitForTurn?.();
  onStage("navigating");
  const startedAt = performance.now();
  try {
    const timeoutMs = spec.timeout * 1_000;
    const fetched = { url: spec.url, headersFor: headersFor(request, userAgent), proxy, timeoutMs, signal, host };
    const reply = await fetchDocument(fetch, fetched);
    const fetchedAt = performance.now();
    onStage("extracting");
    const contents =
      validators !== undefined && reply.statusCode === 304 ? notModified(reply) : await read(request, reply, signal);
    const [navigation, extraction] = [fetchedAt - startedAt, performance.now() - fetchedAt].map(Math.round);
    return {
      ...contents,
      ...noFiles,
      timings: { navigation: navigation ?? 0, capture: 0, extraction: extraction ?? 0 },
    };
  } finally {
    host?.ended();
  }
}

type Contents = Omit<CapturedPage, keyof typeof noFiles | "timings">;

/** The capture of a document that the caller knows. */
function notModified(reply: DocumentReply): Contents {
  const page = pageOf(reply, { title: "", warnings: [] });
  return { page, probed: null, contents: { challenge: null, isEmpty: false, text: null }, notModified: true };
}

async function read(request: CaptureRequest, reply: DocumentReply, signal: AbortSignal): Promise<Contents> {
  const { probe, readsText = false, accountId: owner } = request;
  const run = { owner, signal };
  const shownReply = await shownAs(reply, run);
  const { bytes, encoding, document } = shownReply;
  const task = { bytes, encoding, url: reply.url, maxTextChars: readsText ? maxTextChars : 0, expression: probe };
  const outcome = await readPage(task, run);
  if (!outcome.done) throw new RenderFailure("page_too_large", `Its document could not be read: ${outcome.reason}.`);
  const { title, contents, probed, ...facts } = outcome.value;
  const { text, textChars, hasMedia, hasPassword, marks } = contents;
  const { statusCode: status, headers } = reply;
  // The process made this JSON.
  const value: Json = JSON.parse(probed ?? "null");
  return {
    page: pageOf(reply, { title, warnings: warningsOf(textChars, facts, shownReply.leftOut) }),
    probed: value,
    contents: {
      challenge: judgeChallenge({ status, headers, marks, textChars, hasPassword }),
      isEmpty: textChars === 0 && !hasMedia,
      text: readsText ? text : null,
    },
    ...(document !== undefined && { document }),
    ...validatorsOf(headers),
  };
}

function pageOf(
  { url, statusCode, headers, redirects }: DocumentReply,
  { title, warnings }: { title: string; warnings: FieldProblem[] },
): CapturedPage["page"] {
  const retryAfter = secondsOf(headers["retry-after"], new Date());
  return boundPage({
    finalUrl: url,
    statusCode,
    title,
    contentType: headers["content-type"] ?? "",
    redirects,
    ...(retryAfter !== null && { retryAfter }),
    ...(warnings.length > 0 && { warnings }),
  });
}

function validatorsOf(headers: DocumentReply["headers"]): { validators?: PageValidators } {
  const { etag, "last-modified": lastModified } = headers;
  if (etag === undefined && lastModified === undefined) return {};
  return { validators: { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) } };
}

/** The parts of the page that only a browser would show. */
function warningsOf(
  textChars: number,
  { scripts, frames, cut }: Pick<ReadPage, "scripts" | "frames" | "cut">,
  leftOut: string | null,
): FieldProblem[] {
  const messages = [
    ...(textChars < littleTextChars && scripts > 0
      ? ["this page has hardly any text without its scripts; set fetch to browser"]
      : []),
    ...(frames > 0 ? ["frames of this page are not read; set fetch to browser if their text matters"] : []),
    ...(cut ? ["this page has too many elements, so the last ones are left out"] : []),
  ];
  return [
    ...messages.map((message) => ({ field: "fetch", message })),
    ...(leftOut === null ? [] : [{ field: "url", message: leftOut }]),
  ];
}
