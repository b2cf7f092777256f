import { openJobProxy, type OwnRefusal, type ProxyBudget } from "#egress/jobProxy.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import type { Logger } from "#telemetry/logger.ts";
import { RenderFailure } from "../../failures.ts";
import { browserVersion, openJobPage, plainUserAgent, type UserAgent } from "./jobPage.ts";
import { launchBrowser, type LaunchSettings } from "./launch.ts";
import { createLiveBrowser, type LiveBrowser } from "./liveBrowser.ts";
import { type MemoryWatchdog, watchMemory } from "./memory.ts";
import { wipeStaleScratch } from "./scratch.ts";

/** Limits after which a browser is replaced. The first one reached counts. */
export type RecycleLimits = { jobs: number; ageMs: number; memoryBytes: number };

/** A browser that dies at a greater age is restarted at once. Chosen by eye. */
const minRestartAgeMs = 5_000;

export type BrowserKeeperOptions = LaunchSettings & {
  policy: EgressPolicy;
  onRefused?: (reason: OwnRefusal) => void;
  logger: Logger;
  budget: ProxyBudget;
  warmPages: number;
  recycle: RecycleLimits;
  maxRendererBytes: number;
};

/** A running browser and the watchdog of its memory. */
export type ServingBrowser = LiveBrowser & { watchdog: MemoryWatchdog };

/** Keeps one browser running: starts it, replaces it when it is due or dead, and closes it. */
export class BrowserKeeper {
  readonly #options: BrowserKeeperOptions;
  /** The current browser and those that drain. */
  readonly #running = new Set<ServingBrowser>();
  #current: ServingBrowser | null = null;
  #starting: Promise<ServingBrowser> | null = null;
  #wiped: Promise<void> | null = null;
  #userAgent: UserAgent | null = null;
  #closed = false;
  #starts = 0;
  #startFailures = 0;

  constructor(options: BrowserKeeperOptions) {
    this.#options = options;
  }

  /**
   * The running browser, or a new one. Concurrent calls share one start.
   * @throws RenderFailure `browser_unavailable` when no browser starts or the keeper is closed.
   */
  current(): Promise<ServingBrowser> {
    if (this.#closed) return Promise.reject(new RenderFailure("browser_unavailable", "The worker is shutting down."));
    if (this.#current?.usable() === true) return Promise.resolve(this.#current);
    // A failed start must not block the next one.
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  /** Replaces the current browser when it reached a limit. Running jobs finish in the old one. */
  recycleIfDue(): void {
    const current = this.#current;
    if (current === null || !current.usable()) return;
    const { served, ageMs } = current.counts();
    const { jobs, ageMs: maxAgeMs, memoryBytes } = this.#options.recycle;
    if (served < jobs && ageMs < maxAgeMs && current.watchdog.treeBytes() < memoryBytes) return;
    this.#options.logger.info(
      { pid: current.pid, served, ageMs: Math.round(ageMs), bytes: current.watchdog.treeBytes() },
      "the browser reached a limit and is being replaced",
    );
    current.drain();
    this.#startAhead();
  }

  status(): { current: ServingBrowser | null; starts: number; startFailures: number; closed: boolean } {
    const current = this.#current?.usable() === true ? this.#current : null;
    return { current, starts: this.#starts, startFailures: this.#startFailures, closed: this.#closed };
  }

  /** Closes every browser. A start under way is awaited and its browser closed. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#starting?.catch(() => undefined);
    await Promise.all([...this.#running].map((browser) => browser.close()));
  }

  #startAhead(): void {
    this.current().catch((error: unknown) =>
      this.#options.logger.debug({ err: error }, "the browser did not start ahead; the next job tries again"),
    );
  }

  async #start(): Promise<ServingBrowser> {
    const { logger } = this.#options;
    try {
      const browser = await this.#launch();
      this.#startFailures = 0;
      this.#starts += 1;
      logger.info({ pid: browser.pid, starts: this.#starts }, "the browser started");
      return browser;
    } catch (error) {
      this.#startFailures += 1;
      logger.error({ err: error, failures: this.#startFailures }, "the browser could not be started");
      throw error instanceof RenderFailure
        ? error
        : new RenderFailure("browser_unavailable", undefined, { cause: error });
    }
  }

  async #launch(): Promise<ServingBrowser> {
    const { logger, budget, policy, warmPages, maxRendererBytes, onRefused } = this.#options;
    this.#wiped ??= wipeStaleScratch(this.#options.scratchDir);
    await this.#wiped;
    this.#userAgent ??= plainUserAgent(await browserVersion(this.#options.executablePath));
    const userAgent = this.#userAgent;
    const launchedBrowser = await launchBrowser({ ...this.#options, userAgent: userAgent.userAgent });
    const openPage = (pagePolicy: EgressPolicy = policy) =>
      openJobPage({
        browser: launchedBrowser.browser,
        openProxy: () =>
          openJobProxy({
            policy: pagePolicy,
            budget,
            onRefused: (_refusal, reason) => reason !== null && onRefused?.(reason),
            onCut: onRefused,
          }),
        userAgent,
        windowFits: launchedBrowser.windowFits,
        logger,
      });
    const live = createLiveBrowser({ launchedBrowser, openPage, warmPages, logger });
    const watchdog = watchMemory({ pid: live.pid, maxRendererBytes, busy: () => live.counts().active > 0, logger });
    const browser: ServingBrowser = { ...live, watchdog };
    this.#adopt(browser);
    launchedBrowser.browser.once("disconnected", () => void browser.close());
    return browser;
  }

  #adopt(browser: ServingBrowser): void {
    this.#running.add(browser);
    this.#current = browser;
    const onGone = () => {
      browser.watchdog.stop();
      this.#running.delete(browser);
      if (this.#current === browser) this.#onCurrentGone(browser);
    };
    browser.removal.then(onGone, onGone);
    browser.refill();
  }

  #onCurrentGone(browser: ServingBrowser): void {
    this.#current = null;
    if (this.#closed) return;
    const { ageMs } = browser.counts();
    this.#options.logger.warn({ pid: browser.pid, ageMs: Math.round(ageMs) }, "the browser exited");
    // A browser that dies early would probably die again, so the next job starts one.
    if (ageMs > minRestartAgeMs) this.#startAhead();
  }
}
