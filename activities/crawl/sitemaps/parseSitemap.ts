import { setImmediate as nextTurn } from "node:timers/promises";
import { Parser } from "htmlparser2";

/** What a sitemap names: pages, and, where it is an index, further sitemaps. */
export type Sitemap = { pages: string[]; sitemaps: string[] };

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
        if (!implied && address.trim() !== "" && list !== null && list.length < maxEntriesPerFile) list.push(address.trim());
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
