import type { CDPSession, Frame, HTTPRequest, HTTPResponse } from "puppeteer";
import { verdictHeader } from "#egress/jobProxy.ts";
import type { Redirect } from "#schemas/outputs.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { type BrokenNavigation, parseVerdict } from "./navigationErrors.ts";
import { stripCredentials } from "./requests.ts";

/** Scheme of Chromium's own error pages. */
const errorPageScheme = "chrome-error:";

/** Documents a page may go through before it counts as a navigation loop. Chosen by eye. */
const maxDocuments = 8;

/** Tracks the documents of a page's main frame: responses, failures and pending navigations. */
export class DocumentTracker {
  readonly #jobPage: Pick<JobPage, "page" | "proxy" | "mainFrameId">;
  readonly #logger: Logger;
  #response: HTTPResponse | null = null;
  #requestUrl = "";
  #failureText = "";
  #arrived = false;
  #navigating = false;
  #frozen = false;
  #documents = 0;
  readonly #navigationLoop = Promise.withResolvers<"navigationLoop">();
  #onAnswer: () => void = () => undefined;

  constructor(jobPage: Pick<JobPage, "page" | "session" | "proxy" | "mainFrameId">, logger: Logger) {
    this.#jobPage = jobPage;
    this.#logger = logger;
    const { page, session } = jobPage;
    page.on("request", this.#onRequest);
    page.on("response", this.#onResponse);
    page.on("requestfailed", this.#onRequestFailed);
    page.on("framenavigated", this.#onNavigated);
    this.#watchNavigations(session);
  }

  /** Whether a document of the site has been committed. */
  get arrived(): boolean {
    return this.#arrived && !this.showsErrorPage;
  }

  /** Whether the page requested another document that has not been committed yet. Always false once frozen. */
  get navigating(): boolean {
    return this.#navigating && !this.#frozen;
  }

  /** Resolves once the page has gone through `maxDocuments` documents. */
  get navigationLoop(): Promise<"navigationLoop"> {
    return this.#navigationLoop.promise;
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

  /** Response of the last document. */
  get response(): HTTPResponse | null {
    return this.#response;
  }

  /** The proxy's reason for refusing the last document, or null when the site answered. */
  get verdict(): BrokenNavigation["verdict"] {
    const header = this.#responseIsCurrent() ? parseVerdict(this.#response?.headers()[verdictHeader]) : null;
    if (header !== null) return header;
    const { proxy } = this.#jobPage;
    if (proxy.budgetExceeded !== null && !this.#arrived) return "budget";
    const host = URL.parse(this.#requestUrl)?.hostname;
    return this.#failureText.includes("ERR_TUNNEL") && host !== undefined ? proxy.verdictFor(host) : null;
  }

  /** Resolves once the last document answered or failed, at the latest after `maxMs`. Events may trail the navigation. */
  async waitForAnswer(maxMs: number): Promise<void> {
    if (this.#responseIsCurrent() || this.#failureText !== "") return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onAnswer = resolve;
    const timer = setTimeout(resolve, maxMs);
    await promise;
    clearTimeout(timer);
  }

  /** Details of a navigation that Chromium gave up. */
  broken(errorText: string): BrokenNavigation {
    this.#failureText ||= errorText;
    const response = this.#responseIsCurrent() ? this.#response : null;
    const host = URL.parse(this.#requestUrl)?.hostname;
    const headers = response?.headers();
    return {
      errorText: errorText || this.#failureText,
      verdict: this.verdict,
      proxyError: host === undefined ? null : this.#jobPage.proxy.errorNameFor(host),
      response: response && {
        status: response.status(),
        contentType: headers?.["content-type"] ?? "",
        disposition: headers?.["content-disposition"] ?? "",
      },
    };
  }

  /** Redirects that led to the last document, in order. */
  redirects(): Redirect[] {
    const chain = this.#response?.request().redirectChain() ?? [];
    return chain.map((request) => ({
      url: stripCredentials(request.url()),
      statusCode: request.response()?.status() ?? 0,
    }));
  }

  dispose(): void {
    const { page } = this.#jobPage;
    page.off("request", this.#onRequest);
    page.off("response", this.#onResponse);
    page.off("requestfailed", this.#onRequestFailed);
    page.off("framenavigated", this.#onNavigated);
  }

  /** Whether the last response belongs to the last requested document. */
  #responseIsCurrent(): boolean {
    return this.#response !== null && this.#response.url() === this.#requestUrl;
  }

  readonly #onRequest = (request: HTTPRequest) => {
    if (!this.#isDocument(request)) return;
    this.#requestUrl = request.url();
    this.#failureText = "";
  };

  readonly #onResponse = (response: HTTPResponse) => {
    if (!this.#isDocument(response.request())) return;
    this.#response = response;
    this.#onAnswer();
  };

  readonly #onRequestFailed = (request: HTTPRequest) => {
    if (!this.#isDocument(request)) return;
    this.#failureText = request.failure()?.errorText ?? "";
    this.#onAnswer();
  };

  readonly #onNavigated = (frame: Frame) => {
    if (frame !== this.#jobPage.page.mainFrame()) return;
    this.#navigating = false;
    if (!this.showsErrorPage) this.#arrived = true;
  };

  #isDocument(request: HTTPRequest): boolean {
    return request.isNavigationRequest() && request.frame() === this.#jobPage.page.mainFrame();
  }

  #watchNavigations(session: CDPSession): void {
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.id !== this.#jobPage.mainFrameId) return;
      this.#documents += 1;
      if (this.#documents === maxDocuments) this.#navigationLoop.resolve("navigationLoop");
    });
    session.on("Page.frameRequestedNavigation", ({ frameId, disposition }) => {
      if (frameId === this.#jobPage.mainFrameId && disposition === "currentTab") this.#navigating = true;
    });
    // A download or a 204 ends a navigation without a document.
    session.on("Page.frameStoppedLoading", ({ frameId }) => {
      if (frameId === this.#jobPage.mainFrameId) this.#navigating = false;
    });
  }
}
