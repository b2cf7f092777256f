import { isPageAddress, type MonitorFile, toMonitorFile, toName } from "./entry.ts";

/** Sitemaps of an index that are read at most. */
const maxSitemaps = 50;

/** Reads the text behind an address. */
export type ReadAddress = (address: string) => Promise<string>;

/** The pages of a sitemap. The sitemaps of an index are read one after another, until there are `limit` pages. */
export async function readSitemap(
  text: string,
  { readAddress, limit }: { readAddress: ReadAddress; limit: number },
): Promise<MonitorFile> {
  const addresses = isIndex(text) ? await readIndex(locationsOf(text), readAddress, limit) : locationsOf(text);
  return toMonitorFile(
    addresses.slice(0, limit).map((url) => {
      const name = toName(null, url);
      if (!isPageAddress(url)) return { name, reason: "It is no address of a page." };
      return { request: { name, url }, warnings: [] };
    }),
  );
}

/** An index inside an index is not followed, as the protocol of sitemaps allows none. */
async function readIndex(sitemaps: readonly string[], readAddress: ReadAddress, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (const address of sitemaps.slice(0, maxSitemaps)) {
    if (found.length >= limit) break;
    if (!isPageAddress(address)) continue;
    const text = await readAddress(address);
    if (!isIndex(text)) found.push(...locationsOf(text));
  }
  return found;
}

export function isSitemap(text: string): boolean {
  return /<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/.test(text.slice(0, 10_000));
}

function isIndex(text: string): boolean {
  return /<(?:\w+:)?sitemapindex[\s>]/.test(text.slice(0, 10_000));
}

/** Contents of all `loc` elements. Pictures and videos have `image:loc` and the like, which are no pages. */
function locationsOf(text: string): string[] {
  return Array.from(text.matchAll(/<loc>([^<]*|\s*<!\[CDATA\[[^\]]*\]\]>\s*)<\/loc>/g), ([, content = ""]) =>
    decode(content.trim()),
  ).filter((address) => address !== "");
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decode(content: string): string {
  const [, literal] = /^<!\[CDATA\[(.*)\]\]>$/s.exec(content) ?? [];
  return literal ?? content.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
