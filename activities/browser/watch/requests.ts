import { setTimeout as sleep } from "node:timers/promises";
import {
  type CDPSession,
  CDPSessionEvent,
  type HTTPRequest,
  type HTTPResponse,
  type Page,
  type Protocol,
} from "puppeteer";
import type { Logger } from "#telemetry/logger.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import { secondsOf } from "../../httpHosts.ts";
import type { HostObserver } from "../../ports.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { isReply, repliesToDocuments } from "./scriptless.ts";

/** A request that waits for a verdict. */
export type PausedRequest = Protocol.Fetch.RequestPausedEvent;

/**
 * Verdict on a request: send it unchanged, send it with these headers in place of its own, answer it in place of its host, or
 * refuse it. The `body` is base64.
 */
export type RequestVerdict =
  | { action: "continue" }
  | { action: "rewrite"; headers: Protocol.Fetch.HeaderEntry[] }
  | { action: "fulfill"; headers: Protocol.Fetch.HeaderEntry[]; body: string }
  | { action: "refuse" };

/** The interception of a page. */
type Interception = {
  /** The verdict on each request. Null sends all of them unchanged, and none costs a round trip. */
  decide: ((request: PausedRequest) => RequestVerdict) | null;
  /** Passes the reply to a document on, or answers in its place. */
  reply: (session: CDPSession, reply: PausedRequest) => Promise<void>;
  /** Whether `reply` also gets the documents of out-of-process frames. */
  framesToo: boolean;
  logger: Logger;
};

/**
 * Pauses the replies to a page's documents, and its requests if there is a verdict on them, also those of out-of-process
 * frames and dedicated workers. A page has at most one interception: a second one on a session replaces the first, and a
 * second session replaces some emulation of the first, such as that of print.
 * Service and shared workers can't be intercepted, so their requests go out unchanged.
 */
export async function interceptRequests(session: CDPSession, interception: Interception): Promise<void> {
  const { decide, framesToo } = interception;
  const requests: Protocol.Fetch.RequestPattern[] =
    decide === null ? [] : [{ urlPattern: "*", requestStage: "Request" }];
  const inside = framesToo ? [...requests, repliesToDocuments] : requests;
  await intercept(session, interception, { patterns: [...requests, repliesToDocuments], inside });
}

type Patterns = Record<"patterns" | "inside", Protocol.Fetch.RequestPattern[]>;

/** Pauses what matches `patterns`, and in frames and workers what matches `inside`. */
async function intercept(
  session: CDPSession,
  interception: Interception,
  { patterns, inside }: Patterns,
): Promise<void> {
  const { decide, reply, logger } = interception;
  session.on("Fetch.requestPaused", (request) => {
    const answered = isReply(request)
      ? reply(session, request)
      : answer(session, request, decide?.(request) ?? { action: "continue" });
    answered.catch((error: unknown) => logger.debug({ err: error }, "a request ended before it was answered"));
  });
  // Runs before puppeteer lets the new target start.
  if (inside.length > 0)
    session.on(CDPSessionEvent.SessionAttached, (child) => {
      intercept(child, interception, { patterns: inside, inside }).catch((error: unknown) =>
        logger.debug({ err: error }, "the requests of a frame or worker could not be intercepted"),
      );
    });
  await session.send("Fetch.enable", { patterns });
}

function answer(session: CDPSession, { requestId }: PausedRequest, verdict: RequestVerdict): Promise<void> {
  switch (verdict.action) {
    case "continue":
      return session.send("Fetch.continueRequest", { requestId });
    case "rewrite":
      return session.send("Fetch.continueRequest", { requestId, headers: verdict.headers });
    case "fulfill": {
      const { headers: responseHeaders, body } = verdict;
      return session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body });
    }
    case "refuse":
      return session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
  }
}

/** The page's pending requests since the watch began. */
export type RequestWatch = {
  /** Resolves once no request for visible content is pending, at most after `maxMs`. */
  settled(maxMs: number): Promise<void>;
  dispose(): void;
};

/** Request types that end and may change what the page shows. */
const visibleTypes: ReadonlySet<string> = new Set([
  "document",
  "stylesheet",
  "image",
  "font",
  "script",
  "xhr",
  "fetch",
]);

/** Request types whose reply may lead to further requests, such as a list in JSON to its images. */
const leadingTypes: ReadonlySet<string> = new Set(["document", "script", "xhr", "fetch"]);
/** Time in which the page begins further requests after a reply. Chosen by eye. */
const followUpMs = 50;
/** Time for the body of a reply to `fetch`. The request of a page that never reads it does not end. */
const maxBodyMs = 1_000;
/** Replies after which further requests are awaited, one after the other. A page may ask its server without end. */
const maxFollowUps = 3;

/** Starts to watch the requests of a page and its frames. Earlier requests are ignored. */
export function watchRequests(page: Page): RequestWatch {
  const pendingRequests = new Set<HTTPRequest>();
  let mayGoOn = false;
  let onSettled: (() => void) | null = null;

  const begin = (request: HTTPRequest) => {
    if (visibleTypes.has(request.resourceType())) pendingRequests.add(request);
  };
  const end = (request: HTTPRequest) => {
    if (!pendingRequests.delete(request)) return;
    mayGoOn ||= leadingTypes.has(request.resourceType());
    if (pendingRequests.size === 0) onSettled?.();
  };
  const onResponse = (response: HTTPResponse) => {
    const request = response.request();
    if (request.resourceType() === "fetch") setTimeout(end, maxBodyMs, request).unref();
  };
  page.on("request", begin);
  page.on("response", onResponse);
  page.on("requestfinished", end);
  page.on("requestfailed", end);

  const ended = async (maxMs: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onSettled = resolve;
    const timer = setTimeout(resolve, maxMs);
    await promise;
    clearTimeout(timer);
  };

  return {
    async settled(maxMs) {
      const until = performance.now() + maxMs;
      const leftMs = () => until - performance.now();
      for (let followUps = 0; leftMs() > 0; followUps += 1) {
        if (pendingRequests.size > 0) await ended(leftMs());
        if (!mayGoOn || followUps === maxFollowUps || leftMs() <= 0) break;
        mayGoOn = false;
        await sleep(followUpMs);
      }
      // Requests that are still pending are not waited for again.
      pendingRequests.clear();
    },
    dispose() {
      page.off("request", begin);
      page.off("response", onResponse);
      page.off("requestfinished", end);
      page.off("requestfailed", end);
    },
  };
}

/**
 * Headers that send the caller's additions to the page's own origin only; null when nothing has to change.
 * Puppeteer's extra headers would also go to third parties and along redirects to other origins.
 */
export function sameOriginHeaders(
  request: PausedRequest,
  origin: string,
  addedHeaders: Record<string, string>,
): Protocol.Fetch.HeaderEntry[] | null {
  const names = new Set(Object.keys(addedHeaders).map((name) => name.toLowerCase()));
  if (names.size === 0) return null;
  const own = Object.entries(request.request.headers).map(([name, value]) => ({ name, value }));
  const rest = own.filter(({ name }) => !names.has(name.toLowerCase()));
  if (URL.parse(request.request.url)?.origin === origin) {
    return [...rest, ...Object.entries(addedHeaders).map(([name, value]) => ({ name, value }))];
  }
  // A redirect inherits the added headers of the request before it.
  return request.redirectedRequestId !== undefined && rest.length < own.length ? rest : null;
}

/** Assumed maximum time from the proxy to the host, with the host's own delay. Chosen by eye. */
const maxTransitMs = 100;
/** Interval at which the proxy's counters are read. */
const pollIntervalMs = 20;

/**
 * Reports to `host` when the document was requested and how each host on the way answered.
 * A response proves that the request arrived. For a slow host the proxy's counters show when it was sent.
 * The returned function ends the observation.
 */
export function observeHostRequest({ page, proxy }: Pick<JobPage, "page" | "proxy">, host: HostObserver): () => void {
  let sentAt = Infinity;
  const isDocument = (request: HTTPRequest) => request.isNavigationRequest() && request.frame() === page.mainFrame();
  const onResponse = (response: HTTPResponse) => {
    if (!isDocument(response.request())) return;
    const retryAfter = secondsOf(response.headers()["retry-after"], new Date()) ?? undefined;
    host.answered(throttleKeyOf(response.url()), { statusCode: response.status(), retryAfter });
  };
  const onFailed = (request: HTTPRequest) => {
    if (isDocument(request)) host.ended();
  };
  const poll = setInterval(() => {
    if (hasSent(proxy)) sentAt = Math.min(sentAt, performance.now());
    if (performance.now() - sentAt < maxTransitMs) return;
    clearInterval(poll);
    host.requested();
  }, pollIntervalMs);
  page.on("response", onResponse);
  page.on("requestfailed", onFailed);
  return () => {
    clearInterval(poll);
    page.off("response", onResponse);
    page.off("requestfailed", onFailed);
    host.ended();
  };
}

/** A plain request follows its connection at once. In a tunnel it follows the host's part of the TLS handshake. */
function hasSent(proxy: JobPage["proxy"]): boolean {
  const { connections, tunnels, bytesReceived } = proxy.stats();
  return connections > 0 && (tunnels === 0 || bytesReceived > 0);
}

/** Removes user and password from an address. A site may put them into the URLs it redirects to. */
export function stripCredentials(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === "" && url.password === "")) return address;
  [url.username, url.password] = ["", ""];
  return url.href;
}
