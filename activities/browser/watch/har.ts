import type { Protocol } from "puppeteer";
import { verdictHeader } from "#egress/jobProxy.ts";
import type { Har, HarEntry } from "#schemas/extracts/traffic.ts";
import { version } from "#schemas/version.ts";
import { stripCredentials } from "./requests.ts";
import type { Exchange, TrafficWatch } from "./trafficWatch.ts";

/** Maximum UTF-16 units of an address and of a header's value, and maximum headers of a message. */
const maxChars = { address: 8_192, value: 2_048 };
const maxHeaders = 100;
/** Maximum characters of all entries as JSON. Further entries are left out. */
const maxEntriesChars = 10_000_000;

/** Headers with secrets, and the one that the service's own proxy adds. */
const sealedHeaders = ["cookie", "set-cookie", "authorization", "proxy-authorization", verdictHeader.toLowerCase()];

const pageId = "page_1";

type HarOptions = {
  /** Names of headers that the caller added. */
  added: readonly string[];
  /** Removes secrets from a text. */
  hide: (text: string) => string;
};

/**
 * The requests of a page as HAR 1.2, and whether some were left out. It has no bodies, cookies, log-ins and headers of the
 * caller. A request without a reply has the status 0 and its failure in `_error`, as in the browser's own tools.
 */
export function harOf(watch: TrafficWatch, { added, hide }: HarOptions): { har: Har; isCut: boolean } {
  const sealed = new Set([...sealedHeaders, ...added.map((name) => name.toLowerCase())]);
  const [first] = watch.exchanges;
  const entries: HarEntry[] = [];
  let chars = 0;
  for (const exchange of watch.exchanges) {
    const entry = entryOf(exchange, { sealed, hide });
    chars += JSON.stringify(entry).length;
    if (chars > maxEntriesChars) break;
    entries.push(entry);
  }
  const sinceBegin = (at: number | undefined) =>
    at === undefined || first === undefined ? -1 : milliseconds(at - first.sentEvent.timestamp);
  const page = first && {
    startedDateTime: instant(first.sentEvent.wallTime),
    id: pageId,
    title: addressOf(first.sentEvent.request.url, hide),
    pageTimings: { onContentLoad: sinceBegin(watch.milestones.contentLoad), onLoad: sinceBegin(watch.milestones.load) },
  };
  const log = {
    version: "1.2" as const,
    creator: { name: "Watchframe", version },
    pages: page === undefined ? [] : [page],
    entries,
  };
  return { har: { log }, isCut: watch.isCut || entries.length < watch.exchanges.length };
}

type Hiding = { sealed: ReadonlySet<string>; hide: (text: string) => string };

function entryOf(exchange: Exchange, { sealed, hide }: Hiding): HarEntry {
  const { sentEvent, response, sentHeaders, responseHeaders, bodyBytes, wireBytes, failure } = exchange;
  const { method, url, headers, hasPostData = false } = sentEvent.request;
  const pairs = (all: Protocol.Network.Headers) =>
    Object.entries(all)
      .filter(([name]) => !sealed.has(name.toLowerCase()))
      .slice(0, maxHeaders)
      .map(([name, value]) => ({ name, value: hide(value).slice(0, maxChars.value) }));
  const received = response === undefined ? {} : (responseHeaders ?? response.headers);
  const timings = timingsOf(exchange);
  const address = addressOf(url, hide);
  return {
    pageref: pageId,
    startedDateTime: instant(sentEvent.wallTime),
    time: Object.entries(timings).reduce((sum, [name, ms]) => sum + (name === "ssl" ? 0 : Math.max(0, ms)), 0),
    request: {
      method,
      url: address,
      httpVersion: response?.protocol ?? "",
      cookies: [],
      headers: pairs(sentHeaders ?? headers),
      queryString: Array.from(URL.parse(address)?.searchParams ?? [], ([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: hasPostData ? -1 : 0,
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? "",
      httpVersion: response?.protocol ?? "",
      cookies: [],
      headers: pairs(received),
      content: { size: bodyBytes, mimeType: response?.mimeType ?? "" },
      redirectURL: addressOf(valueOf(received, "location"), hide),
      headersSize: -1,
      // The browser does not tell headers and body apart.
      bodySize: wireBytes,
      _transferSize: wireBytes,
      ...(failure !== undefined && { _error: failure }),
    },
    cache: {},
    timings,
    _resourceType: (sentEvent.type ?? "Other").toLowerCase(),
  };
}

/** Phases in milliseconds. `connect` has `ssl` in it, as HAR asks. The whole of a request without phases is `wait`. */
function timingsOf({ sentEvent, response, endedAt = sentEvent.timestamp }: Exchange): HarEntry["timings"] {
  const timing = response?.timing;
  const none = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, receive: 0 };
  const totalMs = Math.max(0, milliseconds(endedAt - sentEvent.timestamp));
  if (timing === undefined) return { ...none, wait: totalMs };
  const queuedMs = milliseconds(timing.requestTime - sentEvent.timestamp);
  const begun = [timing.dnsStart, timing.connectStart, timing.sendStart].find((ms) => ms >= 0) ?? 0;
  const phase = (start: number, end: number) => (start < 0 ? -1 : rounded(Math.max(0, end - start)));
  return {
    blocked: rounded(Math.max(0, queuedMs + begun)),
    dns: phase(timing.dnsStart, timing.dnsEnd),
    connect: phase(timing.connectStart, timing.connectEnd),
    ssl: phase(timing.sslStart, timing.sslEnd),
    send: phase(timing.sendStart, timing.sendEnd),
    wait: phase(timing.sendEnd, timing.receiveHeadersEnd),
    receive: rounded(Math.max(0, totalMs - queuedMs - timing.receiveHeadersEnd)),
  };
}

function addressOf(address: string, hide: (text: string) => string): string {
  return hide(stripCredentials(address)).slice(0, maxChars.address);
}

function valueOf(headers: Protocol.Network.Headers, name: string): string {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? "";
}

function instant(wallSeconds: number): string {
  return new Date(wallSeconds * 1_000).toISOString();
}

function milliseconds(seconds: number): number {
  return rounded(seconds * 1_000);
}

function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
