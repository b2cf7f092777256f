import type { Collection } from "mongodb";
import type { Change, ChangeFeedRecord } from "#schemas/change.ts";
import { insertIfAbsent } from "../insertIfAbsent.ts";

/** Changes that a feed keeps. */
export const maxKeptChanges = 200;
/** Attempts to append while other processes append at the same time. */
const maxAttempts = 10;

/**
 * Appends changes to an account's feed. It reads and writes the document, because FerretDB ignores `$slice` in `$push`.
 * @throws Error if other processes wrote the feed during each of 10 attempts.
 */
export async function appendChanges(
  changeFeeds: Collection<ChangeFeedRecord>,
  accountId: string,
  changes: readonly Change[],
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const feed = await changeFeeds.findOne({ _id: accountId });
    const next = extended(feed, changes);
    if (feed === null) {
      if (await insertIfAbsent(changeFeeds, { _id: accountId, ...next })) return;
    } else {
      const { matchedCount } = await changeFeeds.updateOne({ _id: accountId, seq: feed.seq }, { $set: next });
      if (matchedCount === 1) return;
    }
  }
  throw new Error(`The change feed of account ${accountId} is written all the time.`);
}

function extended(feed: ChangeFeedRecord | null, changes: readonly Change[]): Pick<ChangeFeedRecord, "seq" | "lines"> {
  const added = changes.map((change) => JSON.stringify(change));
  const lines = [...linesOf(feed), ...added].slice(-maxKeptChanges);
  return { seq: (feed?.seq ?? 0) + added.length, lines: lines.join("\n") };
}

/** A change with its position in the feed. */
export type PositionedChange = { position: number; change: Change };

/**
 * The changes after a position, oldest first. Null if the feed no longer has all of them, or never had the position. A
 * feed of null stands for an account without changes.
 */
export function changesAfter(feed: ChangeFeedRecord | null, position: number): PositionedChange[] | null {
  const lines = linesOf(feed);
  const seq = feed?.seq ?? 0;
  if (position > seq || position < seq - lines.length) return null;
  return lines.slice(lines.length - (seq - position)).map((line, index) => {
    const change: Change = JSON.parse(line);
    return { position: position + 1 + index, change };
  });
}

function linesOf(feed: ChangeFeedRecord | null): string[] {
  return feed === null ? [] : feed.lines.split("\n");
}
