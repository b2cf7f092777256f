import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { Parser } from "htmlparser2";
import { decodeText } from "./decodeText.ts";

/** The addresses in a file: pages, and other sitemaps if it is an index. `isSitemap` is false for a file of another kind. */
export type Sitemap = { pages: string[]; sitemaps: string[]; isSitemap: boolean };

/** Entries read of one file; the limit of the sitemaps protocol. */
const maxEntriesPerFile = 50_000;
/** Maximum depth of tags. Sitemaps need four. The parser's time grows with the depth at each tag. */
const maxTagDepth = 100;
/** Characters of an address that are read. */
const maxAddressChars = 8_192;
/** Characters parsed before the event loop runs other work. Chosen by eye. */
const chunkChars = 256 * 1024;

/** Names of the elements at the top of sitemaps, of RSS feeds and of Atom feeds. */
const roots: ReadonlySet<string> = new Set(["urlset", "sitemapindex", "rss", "RDF", "feed"]);

/** The element of an entry, by its name: the list that it belongs to, and the element inside that has its address. */
const entries: Readonly<Record<string, { list: "pages" | "sitemaps"; address: string }>> = {
  url: { list: "pages", address: "loc" },
  sitemap: { list: "sitemaps", address: "loc" },
  item: { list: "pages", address: "link" },
  entry: { list: "pages", address: "link" },
};

/**
 * Parses a sitemap, a sitemap index (sitemaps.org, protocol 0.9), an RSS or Atom feed, or a plain list of addresses. A broken
 * or incomplete file is parsed as far as possible, and up to the first tag that is too deep. Entities that a document declares
 * are not expanded.
 */
export async function parseSitemap(file: Uint8Array): Promise<Sitemap> {
  const text = decodeText(file);
  if (/^\s*</.test(text)) return parseXml(text);
  const pages = addressesIn(text);
  return { pages, sitemaps: [], isSitemap: pages.length > 0 };
}

/** Whether a text has the top element of a sitemap or of a feed near its begin. */
export function isSitemapText(text: string): boolean {
  return /^\s*</.test(text) && /<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|RDF|feed)[\s>]/.test(text.slice(0, 10_000));
}

/** An open tag, with its prefix apart. */
type Tag = { prefix: string; name: string };

/** An entry that is being read. `address` is null outside the element of its address, and `done` once it has one. */
type Entry = Tag & { depth: number; address: string | null; done: boolean };

async function parseXml(text: string): Promise<Sitemap> {
  const sitemap: Sitemap = { pages: [], sitemaps: [], isSitemap: false };
  let entry: Entry | null = null;
  let depth = 0;
  const isTooDeep = (): boolean => depth > maxTagDepth;
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        depth += 1;
        if (isTooDeep()) return parser.pause();
        const tag = tagOf(qualified);
        if (roots.has(tag.name)) sitemap.isSitemap = true;
        if (Object.hasOwn(entries, tag.name)) {
          entry = { ...tag, depth, address: null, done: false };
        } else if (entry !== null && isAddress(tag, entry) && depth === entry.depth + 1) {
          takeAddress(sitemap, entry, linkedPage(attributes));
          entry.address = "";
        }
      },
      ontext(data) {
        if (typeof entry?.address === "string" && entry.address.length < maxAddressChars) entry.address += data;
      },
      onclosetag(qualified, implied) {
        depth -= 1;
        if (entry === null) return;
        if (entry.address !== null && isAddress(tagOf(qualified), entry)) {
          // An address without an end tag may be incomplete.
          if (!implied) takeAddress(sitemap, entry, entry.address.trim());
          entry.address = null;
        }
        if (depth < entry.depth) entry = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length && !isTooDeep(); at += chunkChars) {
    parser.write(text.slice(at, at + chunkChars));
    await yieldToEventLoop();
  }
  if (!isTooDeep()) parser.end();
  return sitemap;
}

/** Adds the first address of an entry to its list. */
function takeAddress(found: Sitemap, entry: Entry, address: string): void {
  const list = found[entries[entry.name]?.list ?? "pages"];
  if (entry.done || address === "" || list.length >= maxEntriesPerFile) return;
  list.push(address);
  entry.done = true;
}

function tagOf(qualified: string): Tag {
  const colon = qualified.indexOf(":");
  return { prefix: qualified.slice(0, Math.max(0, colon)), name: qualified.slice(colon + 1) };
}

/** Whether a tag has the address of an entry. Pictures, videos and parts of other feeds have another prefix than the entry. */
function isAddress({ prefix, name }: Tag, entry: Entry): boolean {
  return prefix === entry.prefix && name === entries[entry.name]?.address;
}

/** The page that a link of Atom names; empty for links to other things than the entry's page. */
function linkedPage({ href, rel = "alternate", type = "text/html" }: Record<string, string | undefined>): string {
  const isPage = rel === "alternate" && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
  return isPage ? (href ?? "").trim().slice(0, maxAddressChars) : "";
}

function addressesIn(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => /^https?:/i.test(word))
    .slice(0, maxEntriesPerFile);
}
