import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#data/mongo.ts";
import type { ChangeFeedRecord } from "#schemas/change.ts";

/** Reads the change feeds of accounts. */
export type FeedReader = {
  /** The feed as it is now. Null for an account without changes. */
  read(accountId: string): Promise<ChangeFeedRecord | null>;
  /** The feed after at most one interval. All streams of an account share the read. */
  readNext(accountId: string): Promise<ChangeFeedRecord | null>;
};

/** Creates a reader that reads the feed of each followed account every `intervalMs` milliseconds. */
export function createFeedReader({ changeFeeds }: Database, intervalMs: number): FeedReader {
  const reads = new Map<string, Promise<ChangeFeedRecord | null>>();
  const read: FeedReader["read"] = (_id) => changeFeeds.findOne({ _id });
  return {
    read,
    readNext(accountId) {
      const next =
        reads.get(accountId) ??
        sleep(intervalMs)
          .then(() => read(accountId))
          .finally(() => reads.delete(accountId));
      reads.set(accountId, next);
      return next;
    },
  };
}
