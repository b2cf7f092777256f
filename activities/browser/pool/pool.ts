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
  /** Hears of what pages' proxies refuse without asking the policy. */
  onRefused?: (reason: OwnRefusal) => void;
  logger: Logger;
  /** Pages at work at once: a floor under the queue's own limit. */
  concurrency: number;
  /** Pages opened ahead; default 2. */
  warmPages?: number;
  /** One job's traffic; default 100 MiB, 2,000 requests. */
  budget?: Partial<ProxyBudget>;
  /** Default 500 jobs, 30 minutes, 1.5 GiB. */
  recycle?: Partial<RecycleLimits>;
  /** A renderer that holds more is killed; default 1.5 GiB. */
  maxRendererBytes?: number;
  /** A page held for longer is taken away; default 90 s, above the longest timeout. */
  maxJobMs?: number;
};

/** A page lent to one job. */
export type PageLease = JobPage & {
  /** Why its renderer died. */
  crashFailure(): RenderFailure;
  /** Throws the page away; resolves when its context is closed. May be called twice. */
  release(): Promise<void>;
};

type PoolHealth = {
  /** `failing` while the last start failed (the next job tries again), `idle` before the first. */
  status: "idle" | "serving" | "failing" | "closed";
  browserPid: number | null;
  active: number;
  waiting: number;
  warm: number;
  /** Jobs of the current browser. */
  served: number;
  ageMs: number;
  memoryBytes: number;
  /** Browsers started so far, and starts that failed in a row. */
  starts: number;
  startFailures: number;
};

/** One warm browser that lends pages. */
export type BrowserPool = {
  readonly policy: EgressPolicy;
  /** Starts the browser ahead of the first job. */
  start(): Promise<void>;
  /** A blank page, once there is a place; `policy` in place of the pool's. Rejects with `browser_unavailable` or the signal's reason. */
  lease(signal: AbortSignal, policy?: EgressPolicy): Promise<PageLease>;
  health(): PoolHealth;
  /** Closes everything at once; jobs still at work end with `browser_unavailable`. */
  close(): Promise<void>;
};

const defaultBudget: ProxyBudget = { bytes: 100 * 2 ** 20, requests: 2_000, tunnels: 256, seconds: Infinity };
const defaultRecycle: RecycleLimits = { jobs: 500, ageMs: 30 * 60_000, memoryBytes: 1.5 * 2 ** 30 };
/** Opening a page takes 50 ms; a browser that needs this long is not well. */
const openTimeoutMs = 10_000;
const reapEveryMs = 5_000;

/** A pool whose browser starts with the first job or by `start`. */
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
    this.#reaper = setInterval(() => this.#reap(maxJobMs), Math.min(reapEveryMs, maxJobMs));
    this.#reaper.unref();
  }

  async start(): Promise<void> {
    await this.#keeper.current();
  }

  async lease(signal: AbortSignal, policy?: EgressPolicy): Promise<PageLease> {
    const leave = await this.#semaphore.enter(signal);
    try {
      return await this.#open({ signal, policy, leave });
    } catch (error) {
      leave();
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
    leave,
  }: {
    signal: AbortSignal;
    policy: EgressPolicy | undefined;
    leave: () => void;
  }): Promise<PageLease> {
    const browser = await unlessAborted(this.#keeper.current(), signal);
    const taking = browser.take(policy);
    try {
      const page = await unlessAborted(withTimeout(taking), signal);
      return this.#lend(page, browser, leave);
    } catch (error) {
      // It may still come, with nobody left to use it.
      taking
        .then((page) => browser.giveBack(page))
        .catch((late: unknown) => this.#logger.debug({ err: late }, "the page never opened"));
      if (signal.aborted) throw error;
      browser.drain();
      throw error instanceof RenderFailure
        ? error
        : new RenderFailure("browser_unavailable", undefined, { cause: error });
    }
  }

  #lend(page: JobPage, browser: ServingBrowser, leave: () => void): PageLease {
    let releasing: Promise<void> | null = null;
    const lease: PageLease = {
      ...page,
      crashFailure: () => new RenderFailure(browser.watchdog.claimKill() ? "page_too_large" : "page_crashed"),
      release: () => (releasing ??= this.#track(this.#release(lease, () => browser.giveBack(page), leave))),
    };
    this.#leases.set(lease, performance.now());
    return lease;
  }

  async #release(lease: PageLease, giveBack: () => Promise<void>, leave: () => void): Promise<void> {
    this.#leases.delete(lease);
    try {
      await giveBack();
    } catch (error) {
      this.#logger.warn({ err: error }, "a page could not be given back");
    } finally {
      leave();
      this.#keeper.replaceWhenWorn();
    }
  }

  #track(release: Promise<void>): Promise<void> {
    this.#releasing.add(release);
    return release.finally(() => this.#releasing.delete(release));
  }

  /** No capture outlives its own deadline; a page that does was forgotten. */
  #reap(maxJobMs: number): void {
    for (const [lease, since] of this.#leases) {
      if (performance.now() - since < maxJobMs) continue;
      this.#logger.warn({ ageMs: Math.round(performance.now() - since) }, "a forgotten page is closed");
      void lease.release();
    }
  }
}

async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RenderFailure("browser_unavailable")), openTimeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
