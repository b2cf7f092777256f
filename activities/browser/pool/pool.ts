import { raceAbort } from "#async/raceAbort.ts";
import type { OwnRefusal, ProxyBudget } from "#egress/jobProxy.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import type { Logger } from "#telemetry/logger.ts";
import { RenderFailure } from "../../failures.ts";
import { BrowserKeeper, type RecycleLimits, type ServingBrowser } from "./browserKeeper.ts";
import type { JobPage } from "./jobPage.ts";
import type { LaunchSettings } from "./launch.ts";
import { createSemaphore, type Semaphore } from "./semaphore.ts";

export type BrowserPoolOptions = LaunchSettings & {
  policy: EgressPolicy;
  /** Called with the reason when a page's proxy refuses a connection without asking the policy. */
  onRefused?: (reason: OwnRefusal) => void;
  logger: Logger;
  /** Maximum of leased pages. A safeguard below the limit of the activity queue. */
  concurrency: number;
  /** Number of pages opened ahead of their job; default 2. */
  warmPages?: number;
  /** Traffic limits of one job; default 100 MiB and 2,000 requests. */
  budget?: Partial<ProxyBudget>;
  /** Limits after which the browser is replaced; default 500 jobs, 30 minutes, 1.5 GiB. */
  recycle?: Partial<RecycleLimits>;
  /** A renderer above this memory is killed; default 1.5 GiB. */
  maxRendererBytes?: number;
  /** A lease older than this is released; default 90 s, above the longest timeout of a job. */
  maxJobMs?: number;
};

/** A page leased to one job. */
export type PageLease = JobPage & {
  /** Failure after a crash: `page_too_large` if the memory watchdog killed the renderer, else `page_crashed`. */
  crashFailure(): RenderFailure;
  /** Discards the page and resolves when its context is closed. Idempotent. */
  release(): Promise<void>;
};

type PoolHealth = {
  /** `idle` before the first start; `failing` while the last start failed and the next job tries again. */
  status: "idle" | "serving" | "failing" | "closed";
  browserPid: number | null;
  active: number;
  waiting: number;
  warm: number;
  /** Jobs that the current browser has served. */
  served: number;
  ageMs: number;
  memoryBytes: number;
  /** Browsers started so far. */
  starts: number;
  /** Failed starts since the last success. */
  startFailures: number;
};

/** A pool that leases pages of one browser. */
export type BrowserPool = {
  readonly policy: EgressPolicy;
  /** Starts the browser ahead of the first job. */
  start(): Promise<void>;
  /**
   * Waits for a free slot and leases a blank page. `policy` replaces the pool's own.
   * @throws RenderFailure `browser_unavailable`, or the signal's reason when aborted.
   */
  lease(signal: AbortSignal, policy?: EgressPolicy): Promise<PageLease>;
  health(): PoolHealth;
  /** Closes everything at once. Running jobs fail with `browser_unavailable`. */
  close(): Promise<void>;
};

const defaultBudget: ProxyBudget = { bytes: 100 * 2 ** 20, requests: 2_000, tunnels: 256, seconds: Infinity };
const defaultRecycle: RecycleLimits = { jobs: 500, ageMs: 30 * 60_000, memoryBytes: 1.5 * 2 ** 30 };
/** Timeout of opening a page, which normally takes 50 ms. A browser that exceeds it is replaced. */
const maxOpenMs = 10_000;
const timeoutError = () => new RenderFailure("browser_unavailable");
const maxReapIntervalMs = 5_000;

/** Creates a pool. Its browser starts with the first lease or with `start`. */
export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  return new Pool(options);
}

class Pool implements BrowserPool {
  readonly policy: EgressPolicy;
  readonly #logger: Logger;
  readonly #keeper: BrowserKeeper;
  readonly #semaphore: Semaphore;
  readonly #leases = new Map<PageLease, number>();
  readonly #releasing = new Set<Promise<void>>();
  readonly #reaper: NodeJS.Timeout;

  constructor(options: BrowserPoolOptions) {
    const { maxJobMs = 90_000, warmPages = 2, maxRendererBytes = 1.5 * 2 ** 30 } = options;
    this.policy = options.policy;
    this.#logger = options.logger;
    this.#semaphore = createSemaphore(options.concurrency);
    this.#keeper = new BrowserKeeper({
      ...options,
      warmPages,
      maxRendererBytes,
      budget: { ...defaultBudget, ...options.budget },
      recycle: { ...defaultRecycle, ...options.recycle },
    });
    this.#reaper = setInterval(() => this.#reap(maxJobMs), Math.min(maxReapIntervalMs, maxJobMs));
    this.#reaper.unref();
  }

  async start(): Promise<void> {
    await this.#keeper.current();
  }

  async lease(signal: AbortSignal, policy?: EgressPolicy): Promise<PageLease> {
    const releaseSlot = await this.#semaphore.acquire(signal);
    try {
      return await this.#open({ signal, policy, releaseSlot });
    } catch (error) {
      releaseSlot();
      throw error;
    }
  }

  health(): PoolHealth {
    const { current, starts, startFailures, closed } = this.#keeper.status();
    const counts = current?.counts() ?? { warm: 0, served: 0, ageMs: 0 };
    return {
      status: closed ? "closed" : current !== null ? "serving" : startFailures > 0 ? "failing" : "idle",
      browserPid: current?.pid ?? null,
      ...this.#semaphore.counts(),
      warm: counts.warm,
      served: counts.served,
      ageMs: Math.round(counts.ageMs),
      memoryBytes: current?.watchdog.treeBytes() ?? 0,
      starts,
      startFailures,
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#reaper);
    await this.#keeper.close();
    await Promise.all(this.#releasing);
  }

  async #open({
    signal,
    policy,
    releaseSlot,
  }: {
    signal: AbortSignal;
    policy: EgressPolicy | undefined;
    releaseSlot: () => void;
  }): Promise<PageLease> {
    const browser = await raceAbort(this.#keeper.current(), { signal });
    const opening = browser.take(policy);
    try {
      const page = await raceAbort(opening, { signal, ms: maxOpenMs, timeoutError });
      return this.#createLease(page, browser, releaseSlot);
    } catch (error) {
      // The page may still open later and must then be closed.
      opening
        .then((page) => browser.giveBack(page))
        .catch((cause: unknown) => this.#logger.debug({ err: cause }, "the page never opened"));
      if (signal.aborted) throw error;
      browser.drain();
      throw error instanceof RenderFailure
        ? error
        : new RenderFailure("browser_unavailable", undefined, { cause: error });
    }
  }

  #createLease(page: JobPage, browser: ServingBrowser, releaseSlot: () => void): PageLease {
    let releasing: Promise<void> | null = null;
    const lease: PageLease = {
      ...page,
      crashFailure: () => new RenderFailure(browser.watchdog.claimKill() ? "page_too_large" : "page_crashed"),
      release: () => (releasing ??= this.#track(this.#release(lease, () => browser.giveBack(page), releaseSlot))),
    };
    this.#leases.set(lease, performance.now());
    return lease;
  }

  async #release(lease: PageLease, giveBack: () => Promise<void>, releaseSlot: () => void): Promise<void> {
    this.#leases.delete(lease);
    try {
      await giveBack();
    } catch (error) {
      this.#logger.warn({ err: error }, "a page could not be closed");
    } finally {
      releaseSlot();
      this.#keeper.recycleIfDue();
    }
  }

  #track(release: Promise<void>): Promise<void> {
    this.#releasing.add(release);
    return release.finally(() => this.#releasing.delete(release));
  }

  /** Releases leases older than `maxJobMs`. A capture always ends before, so such a lease was leaked. */
  #reap(maxJobMs: number): void {
    for (const [lease, since] of this.#leases) {
      if (performance.now() - since < maxJobMs) continue;
      this.#logger.warn({ ageMs: Math.round(performance.now() - since) }, "a leaked page lease was released");
      void lease.release();
    }
  }
}
