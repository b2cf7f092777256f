import type { GuardedFetch } from "#egress/fetch.ts";
import { fetchFile } from "../fetchFile.ts";
import { crawlUserAgent } from "../robots/fetchRobots.ts";
import { parseSitemap, type Sitemap } from "./parseSitemap.ts";

/** A page that a sitemap names. */
export type SitemapEntry = { url: string; sitemap: string };

/** Files read for one crawl, bytes of each (as sent, and as unpacked), and addresses taken from all of them. */
const mostFiles = 50;
const mostBytes = 10 * 1024 * 1024;
const mostEntries = 50_000;

/**
 * The pages that sitemaps name, those of the indexes' sitemaps included; a file that can't be had is left out.
 * Bounded in files, bytes and entries, so that no site can make it go on for ever.
 */
export async function readSitemaps(
  fetch: GuardedFetch,
  starts: readonly URL[],
  signal: AbortSignal,
): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  const known = new Set(starts.map(({ href }) => href));
  // What is added to a set while it is gone through comes at its end.
  let files = 0;
  for (const sitemap of known) {
    if (files >= mostFiles || entries.length >= mostEntries) break;
    files += 1;
    const { pages, sitemaps } = await readOne(fetch, sitemap, signal);
    for (const url of pages.slice(0, mostEntries - entries.length)) entries.push({ url, sitemap });
    for (const next of sitemaps) known.add(URL.parse(next, sitemap)?.href ?? sitemap);
  }
  return entries;
}

async function readOne(fetch: GuardedFetch, sitemap: string, signal: AbortSignal): Promise<Sitemap> {
  const request = { url: new URL(sitemap), maxBytes: mostBytes, timeoutMs: 20_000, userAgent: crawlUserAgent, signal };
  try {
    const { statusCode, body } = await fetchFile(fetch, request);
    if (statusCode === 200) return await parseSitemap(body);
  } catch (error) {
    // A sitemap is a help; without it the crawl goes by the links.
    if (signal.aborted) throw error;
  }
  return { pages: [], sitemaps: [] };
}
