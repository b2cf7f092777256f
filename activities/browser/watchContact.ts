import type { HTTPRequest, HTTPResponse } from "puppeteer";
import type { HostObserver } from "#activities/ports.ts";
import { secondsOf } from "#activities/retryAfter.ts";
import type { JobPage } from "./jobPage.ts";

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
