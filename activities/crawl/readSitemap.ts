import type { Sitemap } from "#markup/sitemap.ts";
import type { Logger } from "#telemetry/logger.ts";
import { createProcessPool, type ProcessPoolOptions } from "../processPool.ts";

const readerBounds = { size: 1, timeoutMs: 10_000, heapMb: 256, stackKb: 984 };

/** The account that a file is read for. Accounts take turns, as one process reads for all of them. */
export type SitemapReader = { accountId: string; logger: Logger };

/** Reads a file. @throws The signal's reason after an abort. */
type ReadSitemap = (file: Uint8Array, reader: SitemapReader & { signal: AbortSignal }) => Promise<Sitemap | null>;

/** Creates a reader in a child process, which starts with the first file. */
export function createSitemapReader(bounds: ProcessPoolOptions): ReadSitemap {
  const readers = createProcessPool<Uint8Array, Sitemap>(new URL("./sitemapProcess.ts", import.meta.url), bounds);
  return async (file, { accountId, logger, signal }) => {
    const outcome = await readers.run(file, { signal, owner: accountId });
    if (outcome.done) return outcome.value;
    const { reason } = outcome;
    logger.warn({ accountId, bytes: file.length, reason }, "a sitemap exceeded the time or memory of its reader");
    return null;
  };
}

/** Parses a sitemap in a child process, which a deadline ends. The result is null for a file that exceeds its time or memory. */
export const readSitemap = createSitemapReader(readerBounds);
