import { parseSitemap, type Sitemap } from "#markup/sitemap.ts";
import { createProcessPool, type ProcessPool } from "../processPool.ts";
import { answerTasks } from "../processTasks.ts";

const readerBounds = { size: 1, timeoutMs: 10_000, heapMb: 256, stackKb: 984 };

let readers: ProcessPool<Uint8Array, Sitemap> | null = null;

/**
 * Parses a sitemap in a child process, which a deadline ends. A file that exceeds its time or memory is no sitemap.
 * @throws The signal's reason after an abort.
 */
export async function readSitemap(file: Uint8Array, signal: AbortSignal): Promise<Sitemap> {
  readers ??= createProcessPool(new URL("./readSitemap.ts", import.meta.url), readerBounds);
  const outcome = await readers.run(file, signal);
  return outcome.done ? outcome.value : { pages: [], sitemaps: [], isSitemap: false };
}

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) answerTasks(parseSitemap);
