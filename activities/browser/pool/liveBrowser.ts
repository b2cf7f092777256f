import type { EgressPolicy } from "#egress/policy.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { JobPage } from "./jobPage.ts";
import type { LaunchedBrowser } from "./launch.ts";

/** One running browser: its pages opened ahead, those in use, and its end. */
export type LiveBrowser = {
  readonly pid: number;
  /** False once it is draining or gone. */
  usable(): boolean;
  /** A page opened ahead, or a fresh one; always fresh behind a policy of its own. */
  take(policy?: EgressPolicy): Promise<JobPage>;
  /** Throws a page away; the last one of a draining browser closes it. */
  giveBack(page: JobPage): Promise<void>;
  /** Opens pages ahead. */
  refill(): void;
  counts(): { active: number; warm: number; served: number; ageMs: number };
  /** Takes no more jobs and closes when those at work are done. */
  drain(): void;
  /** Closes now, whatever is at work. */
  close(): Promise<void>;
  /** Resolves when the process is gone and its folder removed. */
  readonly gone: Promise<void>;
};

export type LiveBrowserOptions = {
  launched: LaunchedBrowser;
  openPage(policy?: EgressPolicy): Promise<JobPage>;
  warmPages: number;
  logger: Logger;
};

/** Milliseconds a browser may take to close before it is killed. */
const closeTimeoutMs = 5_000;

/** Takes charge of a launched browser. */
export function createLiveBrowser(options: LiveBrowserOptions): LiveBrowser {
  const { launched, openPage, logger } = options;
  const { browser, process: child, scratch } = launched;
  const startedAt = performance.now();
  const active = new Set<JobPage>();
  const warm: Array<Promise<JobPage | null>> = [];
  let served = 0;
  let draining = false;
  let closing: Promise<void> | null = null;

  const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : Promise.resolve();
  const gone = exited
    .then(() => scratch.remove())
    .catch((error: unknown) => logger.warn({ err: error }, "a browser's folder could not be removed"));

  const usable = () => !draining && closing === null && browser.connected;

  async function openAhead(): Promise<JobPage | null> {
    try {
      return await openPage();
    } catch (error) {
      logger.debug({ err: error }, "no page could be opened ahead");
      return null;
    }
  }

  function refill(): void {
    while (usable() && warm.length < options.warmPages) warm.push(openAhead());
  }

  async function take(policy?: EgressPolicy): Promise<JobPage> {
    served += 1;
    const ahead = policy === undefined ? await warm.shift() : null;
    const page = ahead?.usable() === true ? ahead : await openPage(policy);
    active.add(page);
    // One that crashed while it waited still has its context.
    if (ahead !== null && ahead !== undefined && ahead !== page) void ahead.dispose();
    return page;
  }

  async function giveBack(page: JobPage): Promise<void> {
    if (!active.delete(page)) return;
    refill();
    const closed = await page.dispose();
    if (!closed && closing === null) {
      logger.warn({ pid: child.pid }, "the browser did not close a context in time and is replaced");
      draining = true;
    }
    // Not awaited: whoever gives the last page back has no part in the browser's end.
    if (draining && active.size === 0) void close();
  }

  async function end(): Promise<void> {
    const timer = setTimeout(() => child.kill("SIGKILL"), closeTimeoutMs);
    try {
      // Puppeteer keeps a timer of 30 s, and with it the process, for a page whose browser closes while it opens.
      await Promise.race([Promise.all(warm), exited]);
      await browser.close();
    } catch (error) {
      logger.debug({ err: error, pid: child.pid }, "the browser was gone before it was closed");
      child.kill("SIGKILL");
    } finally {
      await exited;
      clearTimeout(timer);
      const pages = [...active, ...(await Promise.all(warm))].filter((page) => page !== null);
      await Promise.all(pages.map((page) => page.proxy.close()));
    }
    await gone;
  }

  function close(): Promise<void> {
    closing ??= end().catch((error: unknown) =>
      logger.warn({ err: error, pid: child.pid }, "the browser did not end cleanly"),
    );
    return closing;
  }

  return {
    pid: child.pid ?? 0,
    usable,
    take,
    giveBack,
    refill,
    counts: () => ({ active: active.size, warm: warm.length, served, ageMs: performance.now() - startedAt }),
    drain() {
      draining = true;
      if (active.size === 0) void close();
    },
    close,
    gone,
  };
}

function once(child: LaunchedBrowser["process"], event: "exit"): Promise<void> {
  return new Promise((resolve) => child.once(event, () => resolve()));
}
