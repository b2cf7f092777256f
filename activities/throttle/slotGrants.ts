import { backoffOf } from "#data/hosts.ts";
import type { Database } from "#data/mongo.ts";
import { acquireLease, type LeaseOutcome, parseSlotKey, releaseLease, setHasWaiters } from "#data/slots.ts";
import { deleteQueue, dequeue, enqueue, peek, type QueueEntry } from "#data/waitQueues.ts";
import type { ThrottleLimits } from "#schemas/coordination.ts";
import { plans } from "#schemas/settings/plans.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { SlotRef } from "../ports.ts";

/** Signals a workflow that its lease was granted. Returns false if the workflow has ended. */
export type NotifySlotGranted = (workflowId: string, leaseId: string) => Promise<boolean>;

/** The number of slots of a slot key at `now` (milliseconds since 1970). Null has no limit; 0 is a paused account. */
export type SlotLimits = (slotKey: string, now: number) => Promise<number | null>;

/** The dependencies of all functions that acquire, grant or release slots. */
export type SlotContext = {
  database: Database;
  limitOf: SlotLimits;
  notifySlotGranted: NotifySlotGranted;
  logger: Logger;
  /** Milliseconds after which the grants to one queue end. A grant takes a quarter of a second if 2,000 captures wait. */
  maxRunMs: number;
};

/** `uncounted`: the slot key has no limit. */
export type Acquired = LeaseOutcome | "uncounted";

/**
 * Milliseconds of a lease that is granted to a waiting capture. It must exceed the wait for a browser, or the lease expires
 * before the capture starts.
 */
const grantMs = 600_000;

/** Milliseconds for which an account's plan and pause are cached. */
const planCacheMs = 10_000;
/** Accounts in the cache. A full cache is emptied. */
const maxCachedAccounts = 10_000;

/** Reads the limits of accounts from their plans. All hosts have the same limit. */
export function createSlotLimits({ accounts }: Database, { maxConcurrentPages }: ThrottleLimits): SlotLimits {
  const cache = new Map<string, { limit: number | null; until: number }>();

  async function limitOfAccount(accountId: string, now: number): Promise<number | null> {
    const cached = cache.get(accountId);
    if (cached !== undefined && cached.until > now) return cached.limit;
    const account = await accounts.findOne({ _id: accountId }, { projection: { plan: 1, paused: 1 } });
    if (cache.size >= maxCachedAccounts) cache.clear();
    const limit = account === null ? 1 : account.paused === undefined ? plans[account.plan].concurrency : 0;
    cache.set(accountId, { limit, until: now + planCacheMs });
    return limit;
  }

  return async (slotKey, now) => {
    const owner = parseSlotKey(slotKey);
    return "host" in owner ? maxConcurrentPages : limitOfAccount(owner.accountId, now);
  };
}

/** Acquires or renews a lease for `ms` milliseconds. */
export async function acquireSlot(
  { database, limitOf }: SlotContext,
  { slotKey, leaseId }: SlotRef,
  { ms, skipsQueue }: { ms: number; skipsQueue: boolean },
): Promise<Acquired> {
  const now = new Date();
  const limit = await limitOf(slotKey, now.getTime());
  // A paused account may not even use a lease that was kept for a retry.
  if (limit === 0) return "none";
  if (limit === null) return "uncounted";
  const lease = { slotKey, leaseId, until: new Date(now.getTime() + ms) };
  return acquireLease(database, lease, { limit, now, skipsQueue });
}

/**
 * Creates the function that grants the free slots of a slot key to its wait queue. It grants until the slots, the waiters or
 * its time run out. The next release or the reconciler continues. Runs per key are serialised, so that no workflow is notified
 * twice.
 */
export function createSlotGrants(context: SlotContext): (slotKey: string) => Promise<void> {
  const { database } = context;
  const scheduledKeys = new Set<string>();
  const grant = serialise(async (slotKey) => {
    const owner = parseSlotKey(slotKey);
    const backedOffUntil = "host" in owner ? await backoffOf(database, owner.host, new Date()) : null;
    if (backedOffUntil !== null) return grantLater(slotKey, backedOffUntil);
    const endAt = Date.now() + context.maxRunMs;
    while ((await grantNext(context, slotKey)) && Date.now() < endAt);
  });

  /** Grants when the host's back-off ends, as no release may follow. If this process dies first, the reconciler grants. */
  function grantLater(slotKey: string, backedOffUntil: Date): void {
    if (scheduledKeys.has(slotKey)) return;
    scheduledKeys.add(slotKey);
    const grantNow = () => {
      scheduledKeys.delete(slotKey);
      grant(slotKey).catch((error: unknown) => logGrantFailure(context, slotKey, error));
    };
    setTimeout(grantNow, Math.max(1, backedOffUntil.getTime() - Date.now())).unref();
  }

  return grant;
}

/** Logs a failed grant. The next grant or the reconciler repeats it. */
export function logGrantFailure({ logger }: SlotContext, slotKey: string, error: unknown): void {
  logger.warn({ error, slotKey }, "free slots were not granted to the wait queue");
}

/** Grants one slot to the first waiter. Returns false if no slot is free or no capture waits. */
async function grantNext(context: SlotContext, slotKey: string): Promise<boolean> {
  const first = await peek(context.database, slotKey);
  if (first === null) return !(await closeQueue(context.database, slotKey));
  const acquired = await acquireSlot(context, first, { ms: grantMs, skipsQueue: true });
  if (acquired === "none") return false;
  await handOver(context, first, acquired);
  return true;
}

/** Removes an empty queue. Returns false if a capture was queued meanwhile. */
async function closeQueue(database: Database, slotKey: string): Promise<boolean> {
  await setHasWaiters(database, slotKey, false);
  if ((await peek(database, slotKey)) === null) {
    await deleteQueue(database, slotKey);
    return true;
  }
  await setHasWaiters(database, slotKey, true);
  return false;
}

/** Removes a waiter from its queue and notifies its workflow of the acquired lease. */
async function handOver(
  { database, notifySlotGranted }: SlotContext,
  entry: QueueEntry,
  acquired: Acquired,
): Promise<void> {
  const { slotKey, leaseId, waiter } = entry;
  if (!(await dequeue(database, entry, waiter))) {
    // Another process has served the waiter since the peek. A lease acquired after that is superfluous.
    if (acquired === "new") await releaseLease(database, { slotKey, leaseId });
    return;
  }
  const isRunning = await notifySlotGranted(waiter.workflowId, leaseId).catch(async (error: unknown) => {
    // The capture has its lease, so the next grant notifies it.
    await enqueue(database, entry);
    throw error;
  });
  if (!isRunning) await releaseLease(database, { slotKey, leaseId });
}

/**
 * Serialises runs of `work` per key. Calls during a run share one following run, which sees all changes made before the
 * calls.
 */
function serialise(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const runningWork = new Map<string, Promise<void>>();
  const following = new Map<string, Promise<void>>();

  function begin(key: string): Promise<void> {
    following.delete(key);
    const run = work(key).finally(() => runningWork.delete(key));
    runningWork.set(key, run);
    return run;
  }

  return (key) => {
    const current = runningWork.get(key);
    if (current === undefined) return begin(key);
    const planned = following.get(key);
    if (planned !== undefined) return planned;
    const afterwards = () => begin(key);
    // The callers of the current run handle its failure.
    const next = current.then(afterwards, afterwards);
    following.set(key, next);
    return next;
  };
}
