import { setImmediate as nextTurn } from "node:timers/promises";
import { Parser } from "htmlparser2";
import type { GuardedFetch } from "#egress/fetch.ts";
import { fetchFile } from "./fetchFile.ts";
import { crawlUserAgent } from "./robotsFiles.ts";

/** What a sitemap names: pages, and, where it is an index, further sitemaps. */
type Sitemap = { pages: string[]; sitemaps: string[] };

/** Entries of one file, by the sitemaps protocol; what is beyond is left out. */
const maxEntriesPerFile = 50_000;
/** Bytes parsed in one go, so that a large file keeps nothing else waiting. */
const stride = 256 * 1024;

/**
 * Reads a sitemap, a sitemap index (sitemaps.org, protocol 0.9) or a plain list of addresses. Takes what it finds, as far as it
 * gets, in files that are broken or cut off. Entities that a document declares are not expanded.
 */
export async function parseSitemap(file: Buffer): Promise<Sitemap> {
  const text = new TextDecoder().decode(file);
  return /^\s*</.test(text) ? parseXml(text) : { pages: listedIn(text), sitemaps: [] };
}

async function parseXml(text: string): Promise<Sitemap> {
  const found: Sitemap = { pages: [], sitemaps: [] };
  let list: string[] | null = null;
  let address: string | null = null;
  const parser = new Parser(
    {
      onopentagname(name) {
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
        // An address whose end is missing is another address.
        if (!implied && address.trim() !== "" && list !== null && list.length < maxEntriesPerFile)
          list.push(address.trim());
        address = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length; at += stride) {
    parser.write(text.slice(at, at + stride));
    await nextTurn();
  }
  parser.end();
  return found;
}

function listedIn(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => /^https?:/i.test(word))
    .slice(0, maxEntriesPerFile);
}

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
