import { lookup as systemLookup, Resolver } from "node:dns/promises";
import { raceAbort } from "#async/raceAbort.ts";
import { NameNotResolved } from "./errors.ts";

/**
 * Resolves all A and AAAA records of a name to literals, in the order to try. Rejects or returns an empty list if there are
 * none. `pinned` names are in the operator's allow list. The signal aborts when the answer is no longer needed.
 */
export type Lookup = (name: string, context: { pinned: boolean; signal: AbortSignal }) => Promise<readonly string[]>;

type Entry = { addresses: readonly string[]; expires: number };

const maxEntries = 1_000;

/**
 * Creates a resolver from names to literals. Concurrent look-ups of a name share one answer, which is cached for
 * `cacheSeconds`. Without the cache, each connection of a page would need a look-up; browsers cache for a minute.
 * `resolve` rejects with NameNotResolved.
 */
export function createResolver(options: { lookup: Lookup; timeoutMs: number; cacheSeconds: number }) {
  const cache = new Map<string, Entry>();
  const pendingLookups = new Map<string, Promise<readonly string[]>>();

  async function lookUp(name: string, pinned: boolean): Promise<readonly string[]> {
    const addresses = await withTimeout((signal) => options.lookup(name, { pinned, signal }), options.timeoutMs);
    if (addresses.length === 0) throw new NameNotResolved();
    if (options.cacheSeconds > 0) remember(name, addresses);
    return addresses;
  }

  function remember(name: string, addresses: readonly string[]): void {
    cache.delete(name);
    const oldest = cache.size >= maxEntries ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(name, { addresses, expires: performance.now() + options.cacheSeconds * 1_000 });
  }

  return {
    async resolve(name: string, pinned: boolean): Promise<readonly string[]> {
      const cached = cache.get(name);
      if (cached !== undefined && cached.expires > performance.now()) return cached.addresses;
      if (options.cacheSeconds === 0) return lookUp(name, pinned);
      const running = pendingLookups.get(name);
      if (running !== undefined) return running;
      const lookup = lookUp(name, pinned).finally(() => pendingLookups.delete(name));
      pendingLookups.set(name, lookup);
      return lookup;
    },
    /** Drops a name from the cache, because none of its addresses accepted a connection. */
    forget(name: string): void {
      cache.delete(name);
    },
  };
}

/**
 * The default lookup. It uses c-ares, because getaddrinfo would occupy one of Node's four pool threads while a name server is
 * dead, and image work needs these threads. Pinned names and unknown names go to getaddrinfo, which also reads /etc/hosts.
 * c-ares adds no search domain.
 */
export const lookupName: Lookup = async (name, { pinned, signal }) => {
  if (pinned) return bySystem(name);
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found;
    const timedOut = [four, six].find(
      (answer) => answer.status === "rejected" && timeoutCodes.has(codeOf(answer.reason)),
    );
    if (timedOut?.status === "rejected") throw timedOut.reason;
    return await bySystem(name);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};

// After these errors getaddrinfo would query the same dead servers again, and occupy its thread meanwhile.
const timeoutCodes: ReadonlySet<unknown> = new Set(["ETIMEOUT", "ECANCELLED"]);

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

async function bySystem(name: string): Promise<string[]> {
  const found = await systemLookup(name, { all: true, order: "verbatim" });
  return found.map(({ address }) => address);
}

async function withTimeout<Value>(work: (signal: AbortSignal) => Promise<Value>, timeoutMs: number): Promise<Value> {
  const controller = new AbortController();
  try {
    return await raceAbort(work(controller.signal), { ms: timeoutMs });
  } catch (error) {
    throw error instanceof NameNotResolved ? error : new NameNotResolved({ cause: error });
  } finally {
    controller.abort();
  }
}
