import { lookup as systemLookup, Resolver } from "node:dns/promises";
import { raceAbort } from "#async/raceAbort.ts";
import { NameNotResolved } from "./errors.ts";

/**
 * All A and AAAA records of a name, as literals, in the order to try. Rejects, or gives an empty list, when there are none.
 * `pinned` names are the operator's own (the allow list); the signal aborts when the answer is no longer awaited.
 */
export type Lookup = (name: string, context: { pinned: boolean; signal: AbortSignal }) => Promise<readonly string[]>;

type Entry = { addresses: readonly string[]; expires: number };

const maxEntries = 1_000;

/**
 * Names to literals: each question is asked once, equal questions in flight share the answer, and answers stay for
 * `cacheSeconds` (browsers keep theirs for a minute; without it each of a page's connections would ask again).
 * Rejects with NameNotResolved.
 */
export function createResolver(options: { lookup: Lookup; timeoutMs: number; cacheSeconds: number }) {
  const cache = new Map<string, Entry>();
  const flying = new Map<string, Promise<readonly string[]>>();

  async function ask(name: string, pinned: boolean): Promise<readonly string[]> {
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
      const known = cache.get(name);
      if (known !== undefined && known.expires > performance.now()) return known.addresses;
      if (options.cacheSeconds === 0) return ask(name, pinned);
      const pending = flying.get(name);
      if (pending !== undefined) return pending;
      const asked = ask(name, pinned).finally(() => flying.delete(name));
      flying.set(name, asked);
      return asked;
    },
    /** Drops what is known of a name, because none of its addresses took a connection. */
    forget(name: string): void {
      cache.delete(name);
    },
  };
}

/**
 * The default lookup. Asks the name servers by c-ares, because getaddrinfo holds one of Node's four pool threads for as long
 * as a dead name server takes, and image work waits for those too. Pinned names, and names no server knows, go to
 * getaddrinfo, which also reads /etc/hosts. c-ares adds no search domain.
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
    const silent = [four, six].find((answer) => answer.status === "rejected" && unanswered.has(codeOf(answer.reason)));
    if (silent?.status === "rejected") throw silent.reason;
    return await bySystem(name);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};

// getaddrinfo would ask the same dead servers again, and hold its thread meanwhile.
const unanswered: ReadonlySet<unknown> = new Set(["ETIMEOUT", "ECANCELLED"]);

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
