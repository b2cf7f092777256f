import type { GuardedFetch } from "#egress/fetch.ts";
import { fetchFile } from "../fetchFile.ts";
import { crawlUserAgent } from "../robots/fetchRobots.ts";
import { parseSitemap, type Sitemap } from "./parseSitemap.ts";

/** A page that a sitemap names. */
export type SitemapEntry = { url: string; sitemap: string };

/** Files read for one crawl, bytes of each (as sent, and as unpacked), and addresses taken from all of them. */
const maxFiles = 50;
const maxBytes = 10 * 1024 * 1024;
const maxEntries = 50_000;

/** Milliseconds that it may take, and what calls it off. */
export type Reading = { withinMs: number; signal: AbortSignal };

/**
 * The pages that sitemaps name, those of the indexes' sitemaps included; a file that can't be had is left out.
 * Bounded in files, bytes, entries and time, so that no site can make it go on for ever: what is there by then is what there is.
 */
export async function readSitemaps(
  fetch: GuardedFetch,
  starts: readonly URL[],
  { withinMs, signal }: Reading,
): Promise<SitemapEntry[]> {
  const late = AbortSignal.timeout(withinMs);
  const over = AbortSignal.any([signal, late]);
  const entries: SitemapEntry[] = [];
  const known = new Set(starts.slice(0, maxFiles).map(({ href }) => href));
  // What is added to a set while it is gone through comes at its end.
  for (const sitemap of known) {
    if (late.aborted || entries.length >= maxEntries) break;
    const { pages, sitemaps } = await readOne(fetch, sitemap, over);
    signal.throwIfAborted();
    for (const url of pages.slice(0, maxEntries - entries.length)) entries.push({ url, sitemap });
    for (const next of sitemaps) {
      if (known.size >= maxFiles) break;
      known.add(URL.parse(next, sitemap)?.href ?? sitemap);
    }
  }
  return entries;
}

async function readOne(fetch: GuardedFetch, sitemap: string, signal: AbortSignal): Promise<Sitemap> {
  const request = { url: new URL(sitemap), maxBytes, timeoutMs: 20_000, userAgent: crawlUserAgent, signal };
  try {
    const { statusCode, body } = await fetchFile(fetch, request);
    if (statusCode === 200) return await parseSitemap(body);
  } catch {
    // A sitemap is a help; without it the crawl goes by the links.
  }
  return { pages: [], sitemaps: [] };
}
