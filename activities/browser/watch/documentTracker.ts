import type { Frame, HTTPRequest, HTTPResponse, Protocol } from "puppeteer";
import { verdictHeader } from "#egress/jobProxy.ts";
import type { Redirect } from "#schemas/outputs.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { type BrokenNavigation, parseVerdict } from "./navigationErrors.ts";
import { PendingNavigation, type Refresh } from "./pendingNavigation.ts";
import { stripCredentials } from "./requests.ts";

/** Scheme of Chromium's own error pages. */
const errorPageScheme = "chrome-error:";

/** Documents a page may go through before it counts as a navigation loop. Chosen by eye. */
const maxDocuments = 8;

/** Tracks the documents of a page's main frame: responses, failures and pending navigations. */
export class DocumentTracker {
  readonly #jobPage: Pick<JobPage, "page" | "session" | "proxy" | "mainFrameId">;
  readonly #logger: Logger;
  readonly #navigation: PendingNavigation;
  /** Response to the last document request. */
  #response: HTTPResponse | null = null;
  /** Response that the page shows. */
  #shown: HTTPResponse | null = null;
  /** Status that answered the last document request, 0 before. The browser reports no response for a 304. */
  #status = 0;
  #requestId = "";
  #requestUrl = "";
  #failureText = "";
  /** The last invalid certificate that was not ignored: its address, and the browser's name of the error. */
  #refusedCertificate = { url: "", name: "" };
  #arrived = false;
  #frozen = false;
  #documents = 0;
  readonly #navigationLoop = Promise.withResolvers<"navigationLoop">();
  #onAnswer: () => void = () => undefined;

  constructor(jobPage: Pick<JobPage, "page" | "session" | "proxy" | "mainFrameId">, logger: Logger) {
    this.#jobPage = jobPage;
    this.#logger = logger;
    const { page, session, mainFrameId } = jobPage;
    this.#navigation = new PendingNavigation(session, mainFrameId);
    page.on("response", this.#onResponse);
    page.on("requestfailed", this.#onRequestFailed);
    page.on("framenavigated", this.#onNavigated);
    session.on("Network.requestWillBeSent", this.#onRequest);
    session.on("Page.frameNavigated", this.#onCommitted);
    session.on("Network.responseReceivedExtraInfo", this.#onStatus);
  }

  /** Whether a document of the site has been committed. */
  get arrived(): boolean {
    return this.#arrived && !this.showsErrorPage;
  }

  /** Whether the page requested another document that has not been committed yet. Always false once frozen. */
  get navigating(): boolean {
    return this.#navigation.pending && !this.#frozen;
  }

  /** Resolves once the pending navigation has ended without a document. */
  get noDocument(): Promise<"noDocument"> {
    return this.#navigation.ended;
  }

  /** The page's refresh to another address after a delay; null without one. */
  get refresh(): Refresh | null {
    return this.#navigation.refresh;
  }

  /** Resolves once the page has gone through `maxDocuments` documents. */
  get navigationLoop(): Promise<"navigationLoop"> {
    return this.#navigationLoop.promise;
  }

  /** Resets the count of documents that finds navigation loops. A step may open further documents without a loop. */
  forgetDocuments(): void {
    this.#documents = 0;
  }

  /** Whether `freezeDocument` was called. */
  get frozen(): boolean {
    return this.#frozen;
  }

  /**
   * Refuses every new document request, so that the current or pending document stays.
   * A page that keeps navigating can't be captured between two documents.
   * Requests are refused, not left open: an open navigation would keep the page from drawing.
   * Uses its own session, because interception on the page's session would replace the caller's headers.
   */
  async freezeDocument(): Promise<void> {
    this.#frozen = true;
    const { page, mainFrameId } = this.#jobPage;
    const session = await page.createCDPSession();
    session.on("Fetch.requestPaused", ({ requestId, frameId }) => {
      const answer =
        frameId === mainFrameId
          ? session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
          : session.send("Fetch.continueRequest", { requestId });
      answer.catch((error: unknown) =>
        this.#logger.debug({ err: error }, "a document request ended before it was answered"),
      );
    });
    await session.send("Fetch.enable", {
      patterns: [{ urlPattern: "*", resourceType: "Document", requestStage: "Request" }],
    });
  }

  /** Whether the page shows Chromium's own error page. */
  get showsErrorPage(): boolean {
    return this.#jobPage.page.url().startsWith(errorPageScheme);
  }

  /** Whether the site answered with an error status and no body. Chromium then shows its own error page. */
  get answeredWithoutBody(): boolean {
    return this.#responseIsCurrent() && this.showsErrorPage && (this.#response?.status() ?? 0) >= 400;
  }

  /** Response of the document that the page shows, or of the last one that it showed. */
  get response(): HTTPResponse | null {
    return this.#shown;
  }

  /** Id of the request for the document that the page shows; null before one arrived. */
  get shownRequestId(): string | null {
    return this.#shown === null ? null : documentId(this.#shown);
  }

  /** The proxy's reason for refusing the last document, or null when the site answered. */
  get verdict(): BrokenNavigation["verdict"] {
    const ownReply = this.#responseIsCurrent() ? proxyReply(this.#response) : null;
    if (ownReply !== null) return ownReply;
    const { proxy } = this.#jobPage;
    if (proxy.budgetExceeded !== null && !this.#arrived) return "budget";
    const host = URL.parse(this.#requestUrl)?.hostname;
    return this.#failureText.includes("ERR_TUNNEL") && host !== undefined ? proxy.verdictFor(host) : null;
  }

  /** Whether the page shows a document whose reply is not known yet, as events may trail the navigation. */
  get showsUnansweredDocument(): boolean {
    return this.#navigation.committedLoader === this.#requestId && !this.#isAnswered();
  }

  /** Resolves once the last document answered or failed, at the latest after `maxMs`. Events may trail the navigation. */
  async waitForAnswer(maxMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onAnswer = () => {
      if (this.#isAnswered()) resolve();
    };
    this.#onAnswer();
    const timer = setTimeout(resolve, maxMs);
    await promise;
    clearTimeout(timer);
  }

  /** Whether the last document's outcome is known. The status may trail an abort, as after a 304. */
  #isAnswered(): boolean {
    if (this.#responseIsCurrent()) return true;
    return this.#failureText.includes("ERR_ABORTED") ? this.#status > 0 : this.#failureText !== "";
  }

  /** Tells of an invalid certificate that was not ignored. Chromium then gives the navigation up without its name. */
  noteRefusedCertificate(url: string, name: string): void {
    this.#refusedCertificate = { url, name };
  }

  /** Details of a navigation that Chromium gave up. */
  broken(errorText: string): BrokenNavigation {
    this.#failureText ||= errorText;
    const { url, name } = this.#refusedCertificate;
    if (url !== "" && url === this.#requestUrl)
      return { errorText: `net::${name}`, verdict: null, proxyError: null, response: noResponse };
    const response = this.#responseIsCurrent() ? this.#response : null;
    const host = URL.parse(this.#requestUrl)?.hostname;
    const headers = response?.headers();
    return {
      errorText: errorText || this.#failureText,
      verdict: this.verdict,
      proxyError: host === undefined ? null : this.#jobPage.proxy.errorNameFor(host),
      response: {
        status: response?.status() ?? this.#status,
        contentType: headers?.["content-type"] ?? "",
        disposition: headers?.["content-disposition"] ?? "",
      },
    };
  }

  /** Redirects that led to the last document, in order. */
  redirects(): Redirect[] {
    const chain = this.#shown?.request().redirectChain() ?? [];
    return chain.map((request) => ({
      url: stripCredentials(request.url()),
      statusCode: request.response()?.status() ?? 0,
    }));
  }

  dispose(): void {
    const { page, session } = this.#jobPage;
    this.#navigation.dispose();
    session.off("Network.requestWillBeSent", this.#onRequest);
    session.off("Page.frameNavigated", this.#onCommitted);
    session.off("Network.responseReceivedExtraInfo", this.#onStatus);
    page.off("response", this.#onResponse);
    page.off("requestfailed", this.#onRequestFailed);
    page.off("framenavigated", this.#onNavigated);
  }

  /** Whether the last response belongs to the last requested document. */
  #responseIsCurrent(): boolean {
    return this.#response !== null && this.#response.url() === this.#requestUrl;
  }

  /**
   * The browser's own event. Puppeteer holds back its event of a redirect's next request until it has the redirect's
   * headers, which can be after the navigation has failed.
   */
  readonly #onRequest = ({ frameId, requestId, loaderId, request }: Protocol.Network.RequestWillBeSentEvent) => {
    if (frameId !== this.#jobPage.mainFrameId || requestId !== loaderId) return;
    // A redirect to an app is not answered, so its own status counts.
    if (this.#requestId !== requestId) this.#status = 0;
    this.#requestId = requestId;
    this.#requestUrl = request.url + (request.urlFragment ?? "");
    this.#failureText = "";
  };

  readonly #onResponse = (response: HTTPResponse) => {
    if (!this.#isDocument(response.request())) return;
    this.#response = response;
    // The event may trail the document.
    if (documentId(response) === this.#navigation.committedLoader) this.#shown = response;
    this.#onAnswer();
  };

  readonly #onRequestFailed = (request: HTTPRequest) => {
    if (!this.#isDocument(request) || request.url() !== this.#requestUrl) return;
    this.#failureText = request.failure()?.errorText ?? "";
    this.#onAnswer();
  };

  readonly #onNavigated = (frame: Frame) => {
    if (frame !== this.#jobPage.page.mainFrame()) return;
    if (!this.showsErrorPage) this.#arrived = true;
  };

  #isDocument(request: HTTPRequest): boolean {
    return request.isNavigationRequest() && request.frame() === this.#jobPage.page.mainFrame();
  }

  readonly #onStatus = ({ requestId, statusCode }: Protocol.Network.ResponseReceivedExtraInfoEvent) => {
    if (requestId !== this.#requestId) return;
    this.#status = statusCode;
    this.#onAnswer();
  };

  readonly #onCommitted = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== this.#jobPage.mainFrameId) return;
    if (this.#response !== null && documentId(this.#response) === frame.loaderId) this.#shown = this.#response;
    this.#documents += 1;
    if (this.#documents === maxDocuments) this.#navigationLoop.resolve("navigationLoop");
  };
}

const noResponse: BrokenNavigation["response"] = { status: 0, contentType: "", disposition: "" };

/** Id of a response's request, which puppeteer's types hide. A document's request has the id of its loader. */
function documentId(response: HTTPResponse): string {
  const request = response.request();
  if (!("id" in request) || typeof request.id !== "string")
    throw new Error("This release of puppeteer does not expose the id of requests.");
  return request.id;
}

/**
 * The verdict of a reply that the proxy wrote itself, else null. The proxy removes the header from sites' replies over
 * http. It cannot see those over https or of a service worker, so a page chooses every header of them.
 */
function proxyReply(response: HTTPResponse | null): BrokenNavigation["verdict"] {
  if (response === null || response.fromServiceWorker() || !response.url().startsWith("http:")) return null;
  return parseVerdict(response.headers()[verdictHeader]);
}
