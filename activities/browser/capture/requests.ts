import {
  type CDPSession,
  CDPSessionEvent,
  type HTTPRequest,
  type HTTPResponse,
  type Page,
  type Protocol,
} from "puppeteer";
import type { Logger } from "#telemetry/logger.ts";
import { secondsOf } from "../../httpHosts.ts";
import type { HostObserver } from "../../ports.ts";
import type { JobPage } from "../pool/jobPage.ts";

/** A request that waits for its answer. */
export type PausedRequest = Protocol.Fetch.RequestPausedEvent;

/** What becomes of a request: it goes on as it is, goes on with these headers in place of its own, or never leaves. */
export type RequestVerdict =
  | { action: "continue" }
  | { action: "rewrite"; headers: Protocol.Fetch.HeaderEntry[] }
  | { action: "refuse" };

/**
 * Has every request of a page wait for a decision, those of its out-of-process frames and its own workers included.
 * There is one such interception for a page, because enabling a second one on a session replaces the first; and none
 * where there is nothing to decide, because each request then costs a round trip.
 * Service and shared workers are targets that can't be intercepted: their own requests go out as they are.
 */
export async function interceptRequests(
  session: CDPSession,
  options: { decide: (request: PausedRequest) => RequestVerdict; logger: Logger },
): Promise<void> {
  const { decide, logger } = options;
  session.on("Fetch.requestPaused", (request) => {
    answer(session, request, decide(request)).catch((error: unknown) =>
      logger.debug({ err: error }, "a request was gone before it was answered"),
    );
  });
  // Sent before puppeteer lets the new target run.
  session.on(CDPSessionEvent.SessionAttached, (child) => {
    interceptRequests(child, options).catch((error: unknown) =>
      logger.debug({ err: error }, "a worker's own requests are not intercepted"),
    );
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*", requestStage: "Request" }] });
}

function answer(session: CDPSession, { requestId }: PausedRequest, verdict: RequestVerdict): Promise<void> {
  switch (verdict.action) {
    case "continue":
      return session.send("Fetch.continueRequest", { requestId });
    case "rewrite":
      return session.send("Fetch.continueRequest", { requestId, headers: verdict.headers });
    case "refuse":
      return session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
  }
}

/** What a page has asked for since it is watched and has not got yet. */
export type RequestWatch = {
  /** Resolves once nothing that a picture may show is under way, after `maxMs` at the latest. */
  settled(maxMs: number): Promise<void>;
  dispose(): void;
};

/** Kinds of requests that end, and whose answers show. */
const shown: ReadonlySet<string> = new Set(["document", "stylesheet", "image", "font", "script", "xhr", "fetch"]);

/** Starts to watch the page and its frames; what was asked for before is left out. */
export function watchRequests(page: Page): RequestWatch {
  const pending = new Set<HTTPRequest>();
  let onSettled: (() => void) | null = null;

  const begin = (request: HTTPRequest) => {
    if (shown.has(request.resourceType())) pending.add(request);
  };
  const end = (request: HTTPRequest) => {
    if (pending.delete(request) && pending.size === 0) onSettled?.();
  };
  page.on("request", begin);
  page.on("requestfinished", end);
  page.on("requestfailed", end);

  return {
    async settled(maxMs) {
      if (pending.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onSettled = resolve;
      const timer = setTimeout(resolve, maxMs);
      await promise;
      clearTimeout(timer);
      // Whatever has not come by now is not waited for again.
      pending.clear();
    },
    dispose() {
      page.off("request", begin);
      page.off("requestfinished", end);
      page.off("requestfailed", end);
    },
  };
}

/**
 * The headers a request must have for the caller's to go to the page's own origin and to no other, or null where it has
 * them already. Puppeteer's extra headers would go to every third party on the page and along redirects to other origins.
 */
export function sameOriginHeaders(
  request: PausedRequest,
  origin: string,
  added: Record<string, string>,
): Protocol.Fetch.HeaderEntry[] | null {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  if (names.size === 0) return null;
  const own = Object.entries(request.request.headers).map(([name, value]) => ({ name, value }));
  const rest = own.filter(({ name }) => !names.has(name.toLowerCase()));
  if (URL.parse(request.request.url)?.origin === origin) {
    return [...rest, ...Object.entries(added).map(([name, value]) => ({ name, value }))];
  }
  // A redirect inherits what was added to the request before it.
  return request.redirectedRequestId !== undefined && rest.length < own.length ? rest : null;
}

/** Milliseconds between a request's leaving the proxy and its arrival at the host, at most: distance, and the host's own delay. */
const wayMs = 100;
/** How often the proxy is looked at, milliseconds. */
const lookMs = 20;

/**
 * Tells when the page's host has been asked for the document, and what it answered, or another host that it led to. An answer
 * shows for certain that the request has arrived; of a host that takes its time with that, the proxy knows when the request went out.
 * The returned function ends the watch: what was not asked for by then will not be any more.
 */
export function observeHostRequest({ page, proxy }: Pick<JobPage, "page" | "proxy">, host: HostObserver): () => void {
  let sentAt = Infinity;
  const isDocument = (request: HTTPRequest) => request.isNavigationRequest() && request.frame() === page.mainFrame();
  const onResponse = (response: HTTPResponse) => {
    if (!isDocument(response.request())) return;
    const retryAfter = secondsOf(response.headers()["retry-after"], new Date()) ?? undefined;
    host.answered(new URL(response.url()).hostname, { statusCode: response.status(), retryAfter });
  };
  const onFailed = (request: HTTPRequest) => {
    if (isDocument(request)) host.ended();
  };
  const look = setInterval(() => {
    if (hasSent(proxy)) sentAt = Math.min(sentAt, performance.now());
    if (performance.now() - sentAt < wayMs) return;
    clearInterval(look);
    host.asked();
  }, lookMs);
  page.on("response", onResponse);
  page.on("requestfailed", onFailed);
  return () => {
    clearInterval(look);
    page.off("response", onResponse);
    page.off("requestfailed", onFailed);
    host.ended();
  };
}

/** A plain request follows on its connection at once, one inside a tunnel when the host has said its part of the handshake. */
function hasSent(proxy: JobPage["proxy"]): boolean {
  const { connections, tunnels, bytesReceived } = proxy.stats();
  return connections > 0 && (tunnels === 0 || bytesReceived > 0);
}

/** An address as it is shown to callers and kept: without the user and password that a site may put into those it leads to. */
export function stripCredentials(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === "" && url.password === "")) return address;
  [url.username, url.password] = ["", ""];
  return url.href;
}
