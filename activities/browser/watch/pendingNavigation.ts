import type { CDPSession, Protocol } from "puppeteer";

/** Time for a requested navigation to start. It starts at once, unless the page cancels it. Chosen by eye. */
const maxStartMs = 500;

/** The address that a page goes to by itself, and after how many seconds. */
export type Refresh = { seconds: number; url: string };

/** Follows the main frame's navigation from its request until a document is committed or the browser gives it up. */
export class PendingNavigation {
  readonly #session: CDPSession;
  readonly #mainFrameId: string;
  /** The loader of the navigation, `requested` before it has one, and null while none is pending. */
  #loader: string | null = null;
  #committedLoader = "";
  #refresh: Refresh | null = null;
  #startTimer: NodeJS.Timeout | undefined;
  #ended = Promise.withResolvers<"noDocument">();

  constructor(session: CDPSession, mainFrameId: string) {
    this.#session = session;
    this.#mainFrameId = mainFrameId;
    session.on("Page.frameRequestedNavigation", this.#onRequested);
    session.on("Page.frameStartedNavigating", this.#onStarted);
    session.on("Page.frameNavigated", this.#onNavigated);
    session.on("Page.frameScheduledNavigation", this.#onScheduled);
    session.on("Network.loadingFailed", this.#onFailed);
  }

  /** Whether the page goes to another document that has not been committed yet. */
  get pending(): boolean {
    return this.#loader !== null;
  }

  /** Id of the request that the current document came from. */
  get committedLoader(): string {
    return this.#committedLoader;
  }

  /** Resolves once the pending navigation has ended without a document, as those to a download or `mailto:` do. */
  get ended(): Promise<"noDocument"> {
    return this.#ended.promise;
  }

  /** The current document's `<meta http-equiv=refresh>` with a delay; null without one. */
  get refresh(): Refresh | null {
    return this.#refresh;
  }

  dispose(): void {
    clearTimeout(this.#startTimer);
    this.#session.off("Page.frameRequestedNavigation", this.#onRequested);
    this.#session.off("Page.frameStartedNavigating", this.#onStarted);
    this.#session.off("Page.frameNavigated", this.#onNavigated);
    this.#session.off("Page.frameScheduledNavigation", this.#onScheduled);
    this.#session.off("Network.loadingFailed", this.#onFailed);
  }

  readonly #onRequested = ({ frameId, disposition }: Protocol.Page.FrameRequestedNavigationEvent) => {
    if (frameId !== this.#mainFrameId || disposition !== "currentTab") return;
    this.#begin("requested");
    this.#startTimer = setTimeout(() => this.#end(), maxStartMs);
  };

  readonly #onStarted = ({ frameId, loaderId, navigationType }: Protocol.Page.FrameStartedNavigatingEvent) => {
    if (frameId === this.#mainFrameId && !/samedocument/iu.test(navigationType)) this.#begin(loaderId);
  };

  readonly #onNavigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== this.#mainFrameId) return;
    this.#committedLoader = frame.loaderId;
    this.#refresh = null;
    this.#settle();
  };

  readonly #onScheduled = ({ frameId, reason, delay, url }: Protocol.Page.FrameScheduledNavigationEvent) => {
    if (frameId === this.#mainFrameId && reason === "metaTagRefresh") this.#refresh = { seconds: delay, url };
  };

  readonly #onFailed = ({ requestId, errorText }: Protocol.Network.LoadingFailedEvent) => {
    // After any other error the browser commits its own error page.
    if (requestId === this.#loader && errorText === "net::ERR_ABORTED") this.#end();
  };

  #begin(loader: string): void {
    if (this.#loader === null) this.#ended = Promise.withResolvers();
    clearTimeout(this.#startTimer);
    this.#loader = loader;
  }

  #settle(): void {
    clearTimeout(this.#startTimer);
    this.#loader = null;
  }

  #end(): void {
    this.#settle();
    this.#ended.resolve("noDocument");
  }
}
