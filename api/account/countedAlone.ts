import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#data/mongo.ts";
import { acquireLease, releaseLease } from "#data/slots.ts";
import { ApiError } from "../http/errors.ts";

/** Kinds of things that an account has a limited number of. */
type Counted =
  | "alertTargets"
  | "monitorDefaults"
  | "keys"
  | "signingKeys"
  | "feeds"
  | "presets"
  | "secrets"
  | "signIns"
  | "proxies"
  | "sitemaps"
  | "monitors"
  | "recipients";

/** Milliseconds for which a call blocks others if its process dies. Shorter than their wait, so that a repeated call succeeds. */
const holdMs = 5_000;
/** Milliseconds after which a call that waits is refused. */
const maxWaitMs = 10_000;

/**
 * Counts and changes what an account has of one kind while no other call of the account does, over all processes.
 * So calls at the same time can't pass a limit.
 * @throws ApiError `unavailable` if other processes change it for ten seconds.
 */
export async function countedAlone<Result>(
  { database, accountId, kind }: { database: Database; accountId: string; kind: Counted },
  change: () => Promise<Result>,
): Promise<Result> {
  const slotKey = `count:${kind}:${accountId}`;
  return afterOthers(slotKey, () => leased(database, slotKey, change));
}

/** The last call of this process for each lease. Calls that asked the database for the lease again and again would slow it. */
const last = new Map<string, Promise<unknown>>();

async function afterOthers<Result>(slotKey: string, work: () => Promise<Result>): Promise<Result> {
  const own = (last.get(slotKey) ?? Promise.resolve()).then(work, work);
  last.set(slotKey, own);
  try {
    return await own;
  } finally {
    if (last.get(slotKey) === own) last.delete(slotKey);
  }
}

async function leased<Result>(database: Database, slotKey: string, change: () => Promise<Result>): Promise<Result> {
  const leaseId = randomUUID();
  const giveUpAt = Date.now() + maxWaitMs;
  const taken = () => {
    const lease = { slotKey, leaseId, until: new Date(Date.now() + holdMs) };
    return acquireLease(database, lease, { limit: 1, now: new Date(), skipsQueue: true });
  };
  for (let waitMs = 10; (await taken()) === "none"; waitMs = Math.min(2 * waitMs, 100)) {
    if (Date.now() > giveUpAt)
      throw new ApiError("unavailable", { message: "Another call changes the same list; try again." });
    await sleep(waitMs);
  }
  try {
    return await change();
  } finally {
    await releaseLease(database, { slotKey, leaseId });
  }
}
