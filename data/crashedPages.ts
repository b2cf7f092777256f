import { createHash } from "node:crypto";
import type { Database } from "./mongo.ts";

/** A page of an account. */
export type AccountPage = { accountId: string; url: string };

/** Crashes after which a page is not tried for a while. */
const maxCrashes = 2;
/** Milliseconds for which such a page is not tried. */
const restMs = 60 * 60_000;

/** The instant until which a page is not tried, as it crashed its renderer twice; null if it may be tried. */
export async function crashedUntil({ crashedPages }: Database, page: AccountPage, now: Date): Promise<Date | null> {
  const record = await crashedPages.findOne({
    _id: idOf(page),
    crashes: { $gte: maxCrashes },
    expiresAt: { $gt: now },
  });
  return record?.expiresAt ?? null;
}

/** Counts a crash of a page. The count ends an hour after the last crash. */
export async function countCrash({ crashedPages }: Database, page: AccountPage, now: Date): Promise<void> {
  const _id = idOf(page);
  const expiresAt = new Date(now.getTime() + restMs);
  const counted = { _id, expiresAt: { $gt: now } };
  const { matchedCount } = await crashedPages.updateOne(counted, { $inc: { crashes: 1 }, $set: { expiresAt } });
  if (matchedCount === 0) await crashedPages.updateOne({ _id }, { $set: { crashes: 1, expiresAt } }, { upsert: true });
}

/** A hash, as a monitor's address is a secret. Query and fragment do not count: each call could give others. */
function idOf({ accountId, url }: AccountPage): string {
  const { host, pathname } = new URL(url);
  return createHash("sha256")
    .update(JSON.stringify([accountId, host, pathname]))
    .digest("base64url");
}
