import type { EgressPolicy } from "#egress/policy.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { JobPage } from "./jobPage.ts";
import type { LaunchedBrowser } from "./launch.ts";

/** One running browser with its warm pages and the pages in use. */
export type LiveBrowser = {
  readonly pid: number;
  /** False once it is draining or gone. */
  usable(): boolean;
  /** A warm page, or a new one. A given `policy` always means a new page. */
  take(policy?: EgressPolicy): Promise<JobPage>;
  /** Disposes of a page. The last page of a draining browser closes the browser. */
  giveBack(page: JobPage): Promise<void>;
  /** Opens warm pages up to the configured number. */
  refill(): void;
  counts(): { active: number; warm: number; served: number; ageMs: number };
  /** Makes the browser unusable for new jobs and closes it after the last running job. */
  drain(): void;
  /** Closes the browser at once, even under running jobs. */
  close(): Promise<void>;
  /** Resolves when the process has exited and its folder is removed. */
  readonly removal: Promise<void>;
};

export type LiveBrowserOptions = {
  launchedBrowser: LaunchedBrowser;
  openPage(policy?: EgressPolicy): Promise<JobPage>;
  warmPages: number;
  logger: Logger;
};

/** Time for a browser to close before it is killed. Chosen by eye. */
const maxCloseMs = 5_000;

/** Wraps a launched browser. */
export function createLiveBrowser(options: LiveBrowserOptions): LiveBrowser {
  const { launchedBrowser, openPage, logger } = options;
  const { browser, process: child, scratch } = launchedBrowser;
  const startedAt = performance.now();
  const active = new Set<JobPage>();
  const warm: Array<Promise<JobPage | null>> = [];
  let servedCount = 0;
  let draining = false;
  let closing: Promise<void> | null = null;

  const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : Promise.resolve();
  const removal = exited
    .then(() => scratch.remove())
    .catch((error: unknown) => logger.warn({ err: error }, "the browser's folder could not be removed"));

  const usable = () => !draining && closing === null && browser.connected;

  async function openWarm(): Promise<JobPage | null> {
    try {
      return await openPage();
    } catch (error) {
      logger.debug({ err: error }, "a warm page could not be opened");
      return null;
    }
  }

  function refill(): void {
    while (usable() && warm.length < options.warmPages) warm.push(openWarm());
  }

  async function take(policy?: EgressPolicy): Promise<JobPage> {
    servedCount += 1;
    const warmPage = policy === undefined ? await warm.shift() : null;
    const page = warmPage?.usable() === true ? warmPage : await openPage(policy);
    active.add(page);
    // A warm page that crashed while it waited still has its context.
    if (warmPage !== null && warmPage !== undefined && warmPage !== page) void warmPage.dispose();
    return page;
  }

  async function giveBack(page: JobPage): Promise<void> {
    if (!active.delete(page)) return;
    refill();
    const closed = await page.dispose();
    if (!closed && closing === null) {
      logger.warn({ pid: child.pid }, "the browser did not close a context in time and is being replaced");
      draining = true;
    }
    // Not awaited: the job that ends last must not wait for the browser to close.
    if (draining && active.size === 0) void close();
  }

  async function closeNow(): Promise<void> {
    const timer = setTimeout(() => child.kill("SIGKILL"), maxCloseMs);
    try {
      // Closing under an opening page would leave a 30 s timer of puppeteer, which keeps the process alive.
      await Promise.race([Promise.all(warm), exited]);
      await browser.close();
    } catch (error) {
      logger.debug({ err: error, pid: child.pid }, "the browser exited before it was closed");
      child.kill("SIGKILL");
    } finally {
      await exited;
      clearTimeout(timer);
      const pages = [...active, ...(await Promise.all(warm))].filter((page) => page !== null);
      await Promise.all(pages.map((page) => page.proxy.close()));
    }
    await removal;
  }

  function close(): Promise<void> {
    closing ??= closeNow().catch((error: unknown) =>
      logger.warn({ err: error, pid: child.pid }, "the browser did not close cleanly"),
    );
    return closing;
  }

  return {
    pid: child.pid ?? 0,
    usable,
    take,
    giveBack,
    refill,
    counts: () => ({
      active: active.size,
      warm: warm.length,
      served: servedCount,
      ageMs: performance.now() - startedAt,
    }),
    drain() {
      draining = true;
      if (active.size === 0) void close();
    },
    close,
    removal,
  };
}

function once(child: LaunchedBrowser["process"], event: "exit"): Promise<void> {
  return new Promise((resolve) => child.once(event, () => resolve()));
}
