import { setTimeout as sleep } from "node:timers/promises";
import { ConnectFailed, EgressRefused, NameNotResolved, ProxyFailed } from "#egress/errors.ts";
import { FetchFailed, FetchTimedOut } from "#egress/fetch.ts";
import type { Sitemap } from "#markup/sitemap.ts";
import type { SyncProblemCode } from "#schemas/monitor/sitemap.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import { fetchFile } from "../crawl/fetchFile.ts";
import { isFile, pageKey, pageUrl } from "../crawl/pageUrl.ts";
import { inScope, pathGlobs, yieldingIterator } from "../crawl/crawlStep.ts";
import { readSitemap } from "../crawl/readSitemap.ts";
import { crawlUserAgent } from "../crawl/robotsFiles.ts";
import { maxBytes, maxEntries, maxFiles } from "../crawl/sitemaps.ts";
import { HostBackedOff } from "../failures.ts";
import type { ActivityPorts, HostObserver } from "../ports.ts";

/** The files to read, and the pages to choose. */
export type SitemapToFetch = { url: URL; includePaths: readonly string[]; excludePaths: readonly string[] };

/** A page of a sitemap. `key` is equal for two addresses of one page. */
type SitemapPage = { url: string; key: string };

/** The pages in the sitemap's order, each once. `problem` is set if no page or not all could be read. */
export type SitemapPages = { pages: SitemapPage[]; foreignCount: number; problem: SyncProblemCode | null };

type Limits = { accountId: string; withinMs: number; signal: AbortSignal };
type Ports = Pick<ActivityPorts, "fetch" | "navigationGate" | "logger">;

/** The entries of all files, and the address of the first file after redirects. */
type Entries = { entries: { url: string; base: URL }[]; starts: URL[]; problem: SyncProblemCode | null };

/**
 * Reads the pages of a sitemap and of the sitemaps that it names. Pages of other hosts and those that the globs leave out do not
 * count. Unlike a crawl, it says what it could not read, as a page that was not read is not gone.
 * @throws The signal's reason.
 */
export async function readPages(ports: Ports, sitemap: SitemapToFetch, limits: Limits): Promise<SitemapPages> {
  const { entries, starts, problem } = await readEntries(ports, sitemap.url, limits);
  const isIncluded = sitemap.includePaths.length === 0 ? () => true : pathGlobs(sitemap.includePaths);
  const isExcluded = pathGlobs(sitemap.excludePaths);
  const pages = new Map<string, SitemapPage>();
  let foreignCount = 0;
  for await (const { url, base } of yieldingIterator(entries, limits.signal)) {
    const page = pageUrl(url, { base });
    // A file's run would only fail.
    if (page === null || isFile(page)) continue;
    if (!inScope("host", starts, page)) foreignCount += 1;
    else if (isIncluded(page.pathname) && !isExcluded(page.pathname)) {
      const key = pageKey(page);
      if (!pages.has(key)) pages.set(key, { url: page.href, key });
    }
  }
  const isEmpty = pages.size === 0;
  const found = problem === null || problem === "sitemap_incomplete";
  return { pages: [...pages.values()], foreignCount, problem: found && isEmpty ? "sitemap_empty" : problem };
}

async function readEntries(ports: Ports, start: URL, { accountId, withinMs, signal }: Limits): Promise<Entries> {
  const timeout = AbortSignal.timeout(withinMs);
  const limit = AbortSignal.any([signal, timeout]);
  const result: Entries = { entries: [], starts: [start], problem: null };
  const knownUrls = new Set([start.href]);
  // The loop also visits files that it adds to the set.
  for (const href of knownUrls) {
    const file = timeout.aborted
      ? "sitemap_unreachable"
      : await readFile(ports, new URL(href), { accountId, signal: limit });
    signal.throwIfAborted();
    const isFirst = href === start.href;
    if (typeof file === "string") {
      if (isFirst) return { ...result, problem: file };
      result.problem = "sitemap_incomplete";
      continue;
    }
    if (isFirst) result.starts.push(file.url);
    if (file.isCut) result.problem = "sitemap_incomplete";
    for (const url of file.pages) {
      if (result.entries.length < maxEntries) result.entries.push({ url, base: file.url });
      else result.problem = "sitemap_incomplete";
    }
    for (const next of file.sitemaps) {
      const { href: nested } = URL.parse(next, file.url) ?? file.url;
      if (knownUrls.size < maxFiles) knownUrls.add(nested);
      else if (!knownUrls.has(nested)) result.problem = "sitemap_incomplete";
    }
  }
  return result;
}

type ReadFile = Sitemap & { url: URL; isCut: boolean };

/** A file as the site sends it, or why it could not be read. @throws Error for failures of the service. */
async function readFile(
  ports: Ports,
  url: URL,
  { accountId, signal }: Omit<Limits, "withinMs">,
): Promise<ReadFile | SyncProblemCode> {
  const request = { url, maxBytes, timeoutMs: 20_000, userAgent: crawlUserAgent, signal };
  try {
    const key = throttleKeyOf(url);
    const host = await waitForTurn(ports, key, signal);
    const file = await fetchFile(ports.fetch, request).finally(() => host.ended());
    if (throttleKeyOf(file.url) === key) host.answered(key, { statusCode: file.statusCode });
    if (file.statusCode !== 200) return statusProblems[file.statusCode] ?? "sitemap_unreachable";
    const parsed = await readSitemap(file.body, { accountId, logger: ports.logger, signal });
    if (parsed === null) return "sitemap_too_complex";
    return parsed.isSitemap ? { ...parsed, url: file.url, isCut: file.isCut } : "sitemap_invalid";
  } catch (error) {
    if (error instanceof EgressRefused) return "sitemap_forbidden";
    if (signal.aborted || siteFailures.some((kind) => error instanceof kind)) return "sitemap_unreachable";
    throw error;
  }
}

/** Problems by the HTTP status that a server answers with. */
const statusProblems: Readonly<Record<number, SyncProblemCode>> = {
  401: "sitemap_refused",
  403: "sitemap_refused",
  404: "sitemap_missing",
  410: "sitemap_missing",
  429: "sitemap_refused",
};

const siteFailures = [NameNotResolved, ConnectFailed, ProxyFailed, FetchTimedOut, FetchFailed];

/** Waits until the host may be requested, back-offs included. @throws The signal's reason. */
async function waitForTurn({ navigationGate }: Ports, host: string, signal: AbortSignal): Promise<HostObserver> {
  for (;;) {
    try {
      return await navigationGate.waitForTurn(host, { signal, delayMs: 0 });
    } catch (error) {
      if (!(error instanceof HostBackedOff)) throw error;
      await sleep(Math.max(1, error.until.getTime() - Date.now()), undefined, { signal });
    }
  }
}
