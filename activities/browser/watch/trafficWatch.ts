import { type CDPSession, CDPSessionEvent, type Protocol } from "puppeteer";
import type { ResourceKind } from "#schemas/options/requests.ts";
import type { RenderErrorCode } from "#schemas/renders/errors.ts";
import { codeOfReply } from "./navigationErrors.ts";
import { resourceKindOf } from "./requestRules.ts";

/** Requests that are remembered. Further ones are left out. */
const maxExchanges = 2_000;

/** A request and what came of it. Instants are the browser's monotonic seconds. */
export type Exchange = {
  sentEvent: Protocol.Network.RequestWillBeSentEvent;
  /** Headers as they went over the wire, with those that the browser hides from `sent`. */
  sentHeaders?: Protocol.Network.Headers;
  response?: Protocol.Network.Response;
  responseHeaders?: Protocol.Network.Headers;
  /** Bytes of the body, decoded. */
  bodyBytes: number;
  /** Bytes over the wire with headers; -1 while unknown. */
  wireBytes: number;
  endedAt?: number;
  /** The browser's name of the failure, such as `net::ERR_CONNECTION_RESET`, or the code of a host that was not reached. */
  failure?: string;
  /** Set if the service's own proxy answered in place of the host. */
  unreached?: RenderErrorCode;
};

/** Failed requests by kind. */
export type FailedRequests = Partial<Record<ResourceKind, number>>;

/** Failures that the page or the caller's own options caused. */
const ownFailures = /^net::ERR_(?:ABORTED|BLOCKED_BY_CLIENT)/;

/** Reads every request of the page, its frames and its workers, from the creation of the watch on. */
export class TrafficWatch {
  readonly exchanges: Exchange[] = [];
  /** Monotonic seconds of the page's events. */
  readonly milestones: { contentLoad?: number; load?: number } = {};
  /** Whether requests were left out. */
  isCut = false;
  /** The last exchange of each request that is under way. */
  readonly #open = new Map<string, Exchange>();

  constructor(session: CDPSession) {
    session.on("Page.domContentEventFired", ({ timestamp }) => (this.milestones.contentLoad ??= timestamp));
    session.on("Page.loadEventFired", ({ timestamp }) => (this.milestones.load ??= timestamp));
    this.#listen(session);
  }

  /** Counts the requests that failed or got a status from 400 on. The page's own document is none of them. */
  failed(mainFrameId: string): FailedRequests {
    const counts: FailedRequests = {};
    for (const { sentEvent, response, failure } of this.exchanges) {
      const isOwnDocument = sentEvent.type === "Document" && sentEvent.frameId === mainFrameId;
      // The browser also aborts what it cannot use, such as a script with the status 500.
      const hasFailed = (response?.status ?? 0) >= 400 || (failure !== undefined && !ownFailures.test(failure));
      if (isOwnDocument || !hasFailed) continue;
      const kind = resourceKindOf(sentEvent.type ?? "Other");
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }

  #listen(session: CDPSession): void {
    session.on("Network.requestWillBeSent", (sent) => this.#begin(sent));
    session.on("Network.requestWillBeSentExtraInfo", ({ requestId, headers }) => {
      this.#change(requestId, (exchange) => (exchange.sentHeaders ??= headers));
    });
    session.on("Network.responseReceivedExtraInfo", ({ requestId, headers }) => {
      this.#change(requestId, (exchange) => {
        exchange.responseHeaders = headers;
        judge(exchange, exchange.sentEvent.request.url, headers);
      });
    });
    session.on("Network.responseReceived", ({ requestId, response }) => {
      this.#change(requestId, (exchange) => {
        exchange.response = response;
        if (response.fromServiceWorker !== true) judge(exchange, response.url, response.headers);
      });
    });
    session.on("Network.dataReceived", ({ requestId, dataLength }) => {
      this.#change(requestId, (exchange) => (exchange.bodyBytes += dataLength));
    });
    session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
      this.#end(requestId, { endedAt: timestamp, wireBytes: encodedDataLength });
    });
    session.on("Network.loadingFailed", ({ requestId, timestamp, errorText, blockedReason }) => {
      // The browser names no error for a request that a policy of the page stops. It gives a reason.
      this.#end(requestId, { endedAt: timestamp, failure: errorText === "" ? (blockedReason ?? "failed") : errorText });
    });
    session.on(CDPSessionEvent.SessionAttached, (child) => this.#listen(child));
  }

  #begin(sentEvent: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, redirectResponse, timestamp } = sentEvent;
    // A redirect has the id of the request before it.
    if (redirectResponse !== undefined) {
      this.#change(requestId, (exchange) => (exchange.response = redirectResponse));
      this.#end(requestId, { endedAt: timestamp, wireBytes: redirectResponse.encodedDataLength });
    }
    // The page itself makes `data:` and `blob:` addresses. They cause no traffic.
    if (!/^(?:https?|wss?):/i.test(sentEvent.request.url)) return;
    if (this.exchanges.length === maxExchanges) {
      this.isCut = true;
      return;
    }
    const exchange: Exchange = { sentEvent, bodyBytes: 0, wireBytes: -1 };
    this.exchanges.push(exchange);
    this.#open.set(requestId, exchange);
  }

  #change(requestId: string, change: (exchange: Exchange) => void): void {
    const exchange = this.#open.get(requestId);
    if (exchange !== undefined) change(exchange);
  }

  #end(requestId: string, end: Partial<Pick<Exchange, "endedAt" | "wireBytes" | "failure">>): void {
    this.#change(requestId, (exchange) => {
      Object.assign(exchange, end);
      if (exchange.unreached === undefined) return;
      exchange.failure = exchange.unreached;
      delete exchange.response;
    });
    this.#open.delete(requestId);
  }
}

/** Tells a reply of the service's own proxy from one of the host, which over https could have the same header. */
function judge(exchange: Exchange, url: string, headers: Protocol.Network.Headers): void {
  const code = url.startsWith("http:") ? codeOfReply(headers) : null;
  if (code !== null) exchange.unreached = code;
}
