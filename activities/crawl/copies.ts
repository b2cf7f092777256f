import type { CrawlPageEntry, CrawlSeenRecord } from "#schemas/crawl.ts";
import type { CrawlStep } from "./crawlStep.ts";

/** Steps from a copy to its original that are followed. */
const maxSteps = 20;

const idOf = ({ frontier }: CrawlStep, key: string): string => `${frontier.record._id}:${key}`;

/** A page with the hash of its words, and the keys of the address that was asked for and of the final one. */
export type ShownPage = { position: number; entry: CrawlPageEntry; words: string; keys: readonly string[] };

/**
 * Records the words of a page, and skips the earlier pages that named it as canonical and show the same. They were kept until
 * now, as the page might have been missing or another one. Idempotent.
 */
export async function settleCopies(step: CrawlStep, { entry, position, words, keys }: ShownPage): Promise<void> {
  const { crawlSeen } = step.ports.database;
  for (const _id of new Set(keys.map((key) => idOf(step, key)))) {
    await crawlSeen.updateOne({ _id }, { $set: { words } });
    const { copies = [] } = (await crawlSeen.findOne({ _id })) ?? {};
    for (const other of copies.filter((each) => each !== position)) {
      const copy = await step.frontier.page(other);
      const copyId = { _id: idOf(step, copy.key) };
      if (copy.status !== "completed" || (await crawlSeen.findOne(copyId))?.words !== words) continue;
      await step.frontier.change(other, { status: "skipped", error: "duplicate" });
      await crawlSeen.updateOne(copyId, { $set: { copyOf: entry.key } });
    }
  }
}

/**
 * Whether a page shows the same as the page that it names as canonical. `waitsFor` is the key of a canonical page that was not
 * rendered yet; null if there is none. Of pages that name each other, one is kept.
 */
export async function compareWithCanonical(
  step: CrawlStep,
  { entry, words, keys }: ShownPage,
  canonicalKey: string,
): Promise<{ isCopy: boolean; waitsFor: string | null }> {
  const keptVerdict = { isCopy: false, waitsFor: null };
  const { crawlSeen } = step.ports.database;
  let key = canonicalKey;
  let seenRecord: CrawlSeenRecord | null = null;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    if (keys.includes(key)) return keptVerdict;
    seenRecord = await crawlSeen.findOne({ _id: idOf(step, key) });
    if (seenRecord?.copyOf === undefined) break;
    key = seenRecord.copyOf;
  }
  if (seenRecord?.words === undefined) return { isCopy: false, waitsFor: key };
  if (seenRecord.words !== words) return keptVerdict;
  await crawlSeen.updateOne({ _id: idOf(step, entry.key) }, { $set: { copyOf: key } });
  return { isCopy: true, waitsFor: null };
}

/** Notes that a page is compared with another one as soon as the crawl has rendered that one. Pages that it left out do not count. */
export async function awaitCanonical(step: CrawlStep, position: number, key: string): Promise<void> {
  await step.ports.database.crawlSeen.updateOne({ _id: idOf(step, key) }, { $addToSet: { copies: position } });
}
