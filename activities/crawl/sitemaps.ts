import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { Parser } from "htmlparser2";
import type { GuardedFetch } from "#egress/fetch.ts";
import { fetchFile } from "./fetchFile.ts";
import { crawlUserAgent } from "./robotsFiles.ts";

/** The addresses in a file: pages, and other sitemaps if it is an index. `isSitemap` is false for a file of another kind. */
export type Sitemap = { pages: string[]; sitemaps: string[]; isSitemap: boolean };

/** Entries read of one file; the limit of the sitemaps protocol. */
const maxEntriesPerFile = 50_000;
/** Characters parsed before the event loop runs other work. Chosen by eye. */
const chunkChars = 256 * 1024;

/**
 * Parses a sitemap, a sitemap index (sitemaps.org, protocol 0.9) or a plain list of addresses. A broken or incomplete file is
 * parsed as far as possible. Entities that a document declares are not expanded.
 */
export async function parseSitemap(file: Buffer): Promise<Sitemap> {
  const text = new TextDecoder().decode(file);
  if (/^\s*</.test(text)) return parseXml(text);
  const pages = addressesIn(text);
  return { pages, sitemaps: [], isSitemap: pages.length > 0 };
}

async function parseXml(text: string): Promise<Sitemap> {
  const found: Sitemap = { pages: [], sitemaps: [], isSitemap: false };
  let list: string[] | null = null;
  let address: string | null = null;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (name === "urlset" || name === "sitemapindex") found.isSitemap = true;
        if (name === "url") list = found.pages;
        else if (name === "sitemap") list = found.sitemaps;
        else if (name === "loc" && list !== null) address = "";
      },
      ontext(data) {
        if (address !== null && address.length < 8_192) address += data;
      },
      onclosetag(name, implied) {
        if (name === "url" || name === "sitemap") list = null;
        if (name !== "loc" || address === null) return;
        // An address without an end tag may be incomplete.
        if (!implied && address.trim() !== "" && list !== null && list.length < maxEntriesPerFile)
          list.push(address.trim());
        address = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length; at += chunkChars) {
    parser.write(text.slice(at, at + chunkChars));
    await yieldToEventLoop();
  }
  parser.end();
  return found;
}

function addressesIn(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => /^https?:/i.test(word))
    .slice(0, maxEntriesPerFile);
}

/** A page in a sitemap. */
export type SitemapEntry = { url: string; sitemap: string };

/** Limits per crawl and per sync: files, bytes of each file (as sent and as unpacked), and entries of all files. */
export const maxFiles = 50;
export const maxBytes = 10 * 1024 * 1024;
export const maxEntries = 50_000;

/** The time limit and the cancellation. */
export type SitemapLimits = { withinMs: number; signal: AbortSignal };

/**
 * Reads the pages of sitemaps, and of the sitemaps that indexes name. A file that cannot be fetched is skipped. Files, bytes,
 * entries and time are limited; at a limit it returns the entries so far.
 * @throws The signal's reason.
 */
export async function readSitemaps(
  fetch: GuardedFetch,
  starts: readonly URL[],
  { withinMs, signal }: SitemapLimits,
): Promise<SitemapEntry[]> {
  const timeout = AbortSignal.timeout(withinMs);
  const limit = AbortSignal.any([signal, timeout]);
  const entries: SitemapEntry[] = [];
  const known = new Set(starts.slice(0, maxFiles).map(({ href }) => href));
  // The loop also visits entries that it adds to the set.
  for (const sitemap of known) {
    if (timeout.aborted || entries.length >= maxEntries) break;
    const { pages, sitemaps } = await readOne(fetch, sitemap, limit);
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
    // Sitemaps are optional. Without one, the crawl uses links alone.
  }
  return { pages: [], sitemaps: [], isSitemap: false };
}
