import type { CDPSession, Frame, HTTPRequest, HTTPResponse } from "puppeteer";
import { verdictHeader } from "#egress/jobProxy.ts";
import type { Redirect } from "#schemas/outputs.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { JobPage } from "../pool/jobPage.ts";
import { type BrokenNavigation, parseVerdict } from "./navigationErrors.ts";
import { stripCredentials } from "./requests.ts";

/** Scheme of the pages Chromium puts up in place of a document. */
const errorPage = "chrome-error:";

/** Documents a page may lead to by itself; one that goes on is held. */
const maxDocuments = 8;

/** Follows the documents of a page's main frame: their responses, failures and the navigations under way. */
export class DocumentTracker {
  readonly #jobPage: Pick<JobPage, "page" | "proxy" | "mainFrameId">;
  readonly #logger: Logger;
  #response: HTTPResponse | null = null;
  #requestUrl = "";
  #failureText = "";
  #arrived = false;
  #navigating = false;
  #held = false;
  #documents = 0;
  readonly #restless = Promise.withResolvers<"restless">();
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

  /** Whether a document of the site has begun to be shown. */
  get arrived(): boolean {
    return this.#arrived && !this.showsErrorPage;
  }

  /** Whether the page has asked for another document that has not come yet. */
  get navigating(): boolean {
    return this.#navigating && !this.#held;
  }

  /** Resolves once the page has gone through so many documents that there may be no end of them. */
  get restless(): Promise<"restless"> {
    return this.#restless.promise;
  }

  /** Whether the page is kept from going to another document. */
  get held(): boolean {
    return this.#held;
  }

  /**
   * Refuses every document that is asked for from now on, so that the one there, or on its way, stays: a page that keeps handing
   * on to itself can't be captured between two of its documents. One that is left without an answer would keep the page from
   * drawing. By a session of its own, because enabling interception again on the page's would replace the caller's headers.
   */
  async hold(): Promise<void> {
    this.#held = true;
    const { page, mainFrameId } = this.#jobPage;
    const session = await page.createCDPSession();
    session.on("Fetch.requestPaused", ({ requestId, frameId }) => {
      const answer =
        frameId === mainFrameId
          ? session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
          : session.send("Fetch.continueRequest", { requestId });
      answer.catch((error: unknown) =>
        this.#logger.debug({ err: error }, "a document was gone before it was answered"),
      );
    });
    await session.send("Fetch.enable", {
      patterns: [{ urlPattern: "*", resourceType: "Document", requestStage: "Request" }],
    });
  }

  get showsErrorPage(): boolean {
    return this.#jobPage.page.url().startsWith(errorPage);
  }

  /** Whether the site answered the last document with an error status and nothing to show, where Chromium puts up a page of its own. */
  get answeredWithoutBody(): boolean {
    return this.#responseIsCurrent() && this.showsErrorPage && (this.#response?.status() ?? 0) >= 400;
  }

  /** The last document's response. */
  get response(): HTTPResponse | null {
    return this.#response;
  }

  /** The proxy's reason not to answer for the last document, or null where the site answered. */
  get verdict(): BrokenNavigation["verdict"] {
    const header = this.#responseIsCurrent() ? parseVerdict(this.#response?.headers()[verdictHeader]) : null;
    if (header !== null) return header;
    const { proxy } = this.#jobPage;
    if (proxy.budgetExceeded !== null && !this.#arrived) return "budget";
    const host = URL.parse(this.#requestUrl)?.hostname;
    return this.#failureText.includes("ERR_TUNNEL") && host !== undefined ? proxy.verdictFor(host) : null;
  }

  /** Resolves once the last document has answered or failed: the events may trail behind the navigation's own end. */
  async answered(maxMs: number): Promise<void> {
    if (this.#responseIsCurrent() || this.#failureText !== "") return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onAnswer = resolve;
    const timer = setTimeout(resolve, maxMs);
    await promise;
    clearTimeout(timer);
  }

  /** What is known of a document that Chromium gave up. */
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

  /** The hops that led to the last document. */
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

  /** A response of an earlier document says nothing of one that never answered. */
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
      if (this.#documents === maxDocuments) this.#restless.resolve("restless");
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
