import { parseSitemap } from "../../../../markup/sitemap.ts";
import { CliError } from "../exitCodes.ts";
import { isPageAddress, type MonitorFile, toMonitorFile, toName } from "./entry.ts";

/** Sitemaps of an index that are read at most. */
const maxSitemaps = 50;

/** Reads the bytes behind an address. */
export type ReadAddress = (address: string) => Promise<Uint8Array>;

/**
 * The pages of a sitemap. The sitemaps of an index are read one after another, until there are `limit` pages.
 * @throws CliError if there is no page.
 */
export async function readSitemap(
  bytes: Uint8Array,
  { readAddress, limit }: { readAddress: ReadAddress; limit: number },
): Promise<MonitorFile> {
  const { pages, sitemaps } = await parseSitemap(bytes);
  const addresses = [...pages, ...(await readIndex(sitemaps, readAddress, limit - pages.length))];
  if (addresses.length === 0)
    throw new CliError("The sitemap names no page. Check that it has <loc>, <link> or one address a line.");
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
    found.push(...(await parseSitemap(await readAddress(address))).pages);
  }
  return found;
}
