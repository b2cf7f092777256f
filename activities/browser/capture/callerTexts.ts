import type { Protocol } from "puppeteer";
import type { FieldProblem } from "#schemas/common.ts";
import { standInUrl } from "#schemas/renders/texts.ts";
import { addSheet, waitForQuiet } from "../inPage/elements.ts";
import { isContextGone } from "../inPage/world.ts";
import { stopScript } from "../watch/hangRecovery.ts";
import { type PausedRequest, type RequestVerdict, watchRequests } from "../watch/requests.ts";
import type { CaptureRun } from "./run.ts";

/** Time for the caller's script on a page that took all of its time to load. Chosen by eye. */
const minScriptMs = 1_000;
/** Time for the DOM to become quiet after the script. */
const maxQuietMs = 500;
/** Time for the files that style sheet and script request. Chosen by eye. */
const maxRequestsMs = 2_000;

/** Applies the caller's style sheet to the current document, unless there is none. */
export async function applyCss({ lease, request, guard }: CaptureRun): Promise<void> {
  const { css } = request.texts;
  if (css !== undefined) await guard.race(lease.world.call(addSheet, css));
}

/**
 * Applies the caller's style sheet, runs the caller's script in the page, and waits for what both change. `settleNavigation`
 * waits for a navigation that the script began. Returns why the script did not end well; null if it did, or if there is none.
 */
export async function applyTexts(
  run: CaptureRun,
  settleNavigation: () => Promise<unknown>,
): Promise<FieldProblem | null> {
  const { lease, request, guard } = run;
  const { css, script } = request.texts;
  if (css === undefined && script === undefined) return null;
  const requests = watchRequests(lease.page);
  try {
    await applyCss(run);
    const leftMs = () => Math.max(minScriptMs, run.startedAt + run.budget.loadMs - performance.now());
    const message = script === undefined ? null : await runScript(run, script, leftMs());
    if (script !== undefined) await settleNavigation();
    await guard.race(lease.world.call(waitForQuiet, maxQuietMs));
    await guard.race(requests.settled(maxRequestsMs));
    return message === null ? null : { field: "script", message };
  } finally {
    requests.dispose();
  }
}

/** Evaluates a script in the page's own world. Returns why it failed; null if it did not. */
export async function runScript(
  { lease, guard }: Pick<CaptureRun, "lease" | "guard">,
  script: string,
  maxMs: number,
): Promise<string | null> {
  // The REPL mode allows `await` outside of functions.
  const evaluating = lease.session.send("Runtime.evaluate", { expression: script, awaitPromise: true, replMode: true });
  try {
    const outcome = await guard.attempt(evaluating, maxMs);
    if (outcome.done) return describeException(outcome.value.exceptionDetails);
  } catch (error) {
    // The script went to another page.
    if (isContextGone(error)) return null;
    throw error;
  }
  evaluating.catch(() => undefined);
  await stopScript(lease, guard);
  return `did not end within ${Math.round(maxMs / 100) / 10} seconds; a script that still ran was stopped`;
}

/** The kind and the place of an exception. Its text may quote the script, which is never shown. */
function describeException(details: Protocol.Runtime.ExceptionDetails | undefined): string | null {
  if (details === undefined) return null;
  const { className = "" } = details.exception ?? {};
  const kind = /^[A-Z]\w{0,40}Error$/.test(className) ? className : "an error";
  // Only a text that can't be parsed has a place and no stack. A rejection without a stack has no place.
  const place = details.stackTrace?.callFrames[0] ?? (details.scriptId === undefined ? undefined : details);
  if (place === undefined) return `threw ${kind}`;
  return `threw ${kind} at line ${place.lineNumber + 1}, column ${place.columnNumber + 1}`;
}

type Answer = (request: PausedRequest) => RequestVerdict | null;

/** Answers the request for the document with the caller's HTML; null for a page from its address. */
export function answerDocument(html: string | undefined, page: { url: URL; mainFrameId: string }): Answer | null {
  if (html === undefined) return null;
  const { origin, pathname, search } = page.url;
  const address = `${origin}${pathname}${search}`;
  const verdict = {
    action: "fulfill",
    headers: headersFor(page.url),
    body: Buffer.from(html).toString("base64"),
  } as const;
  return ({ frameId, resourceType, request: { url, method } }) => {
    const isDocument = resourceType === "Document" && frameId === page.mainFrameId;
    return isDocument && url === address && method === "GET" ? verdict : null;
  };
}

/** A document without an address must not share its origin with another one. */
function headersFor({ href }: URL): Protocol.Fetch.HeaderEntry[] {
  const contentType = { name: "Content-Type", value: "text/html; charset=utf-8" };
  return href === standInUrl
    ? [contentType, { name: "Content-Security-Policy", value: "sandbox allow-scripts allow-forms" }]
    : [contentType];
}
