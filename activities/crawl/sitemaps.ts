import type { GuardedFetch } from "#egress/fetch.ts";
import type { Sitemap } from "#markup/sitemap.ts";
import { fetchFile } from "./fetchFile.ts";
import { readSitemap, type SitemapReader } from "./readSitemap.ts";
import { crawlUserAgent } from "./robotsFiles.ts";

/** A page in a sitemap. */
export type SitemapEntry = { url: string; sitemap: string };

/** Limits per crawl and per sync: files, bytes of each file (as sent and as unpacked), and entries of all files. */
export const maxFiles = 50;
export const maxBytes = 10 * 1024 * 1024;
export const maxEntries = 50_000;

/** The reader, the time limit and the cancellation. */
export type SitemapLimits = SitemapReader & { withinMs: number; signal: AbortSignal };

/**
 * Reads the pages of sitemaps, and of the sitemaps that indexes name. A file that cannot be fetched is skipped. Files, bytes,
 * entries and time are limited; at a limit it returns the entries so far.
 * @throws The signal's reason.
 */
export async function readSitemaps(
  fetch: GuardedFetch,
  starts: readonly URL[],
  { withinMs, signal, ...reader }: SitemapLimits,
): Promise<SitemapEntry[]> {
  const timeout = AbortSignal.timeout(withinMs);
  const limit = AbortSignal.any([signal, timeout]);
  const entries: SitemapEntry[] = [];
  const knownUrls = new Set(starts.slice(0, maxFiles).map(({ href }) => href));
  // The loop also visits entries that it adds to the set.
  for (const sitemap of knownUrls) {
    if (timeout.aborted || entries.length >= maxEntries) break;
    const { pages, sitemaps } = await readOne(fetch, sitemap, { ...reader, signal: limit });
    signal.throwIfAborted();
    for (const url of pages.slice(0, maxEntries - entries.length)) entries.push({ url, sitemap });
    for (const next of sitemaps) {
      if (knownUrls.size >= maxFiles) break;
      knownUrls.add(URL.parse(next, sitemap)?.href ?? sitemap);
    }
  }
  return entries;
}

const noSitemap: Sitemap = { pages: [], sitemaps: [], isSitemap: false };

async function readOne(
  fetch: GuardedFetch,
  sitemap: string,
  reader: SitemapReader & { signal: AbortSignal },
): Promise<Sitemap> {
  const { signal } = reader;
  const request = { url: new URL(sitemap), maxBytes, timeoutMs: 20_000, userAgent: crawlUserAgent, signal };
  try {
    const { statusCode, body } = await fetchFile(fetch, request);
    if (statusCode === 200) return (await readSitemap(body, reader)) ?? noSitemap;
  } catch {
    // Sitemaps are optional. Without one, the crawl uses links alone.
  }
  return noSitemap;
}
