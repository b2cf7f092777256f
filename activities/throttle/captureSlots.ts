import { isDatabaseDown } from "#data/deadline.ts";
import { backoffOf } from "#data/hosts.ts";
import type { Database } from "#data/mongo.ts";
import {
  accountSlotKey,
  acquireLease,
  type LeaseOutcome,
  parseSlotKey,
  releaseLease,
  renewLease,
  setHasWaiters,
  slotKeysOf,
} from "#data/slots.ts";
import { deleteQueue, dequeue, enqueue, listQueues, peek } from "#data/waitQueues.ts";
import type { ThrottleLimits } from "#schemas/coordination.ts";
import { plans } from "#schemas/settings/plans.ts";
import type { Logger } from "#telemetry/logger.ts";
import { ConcurrencyLimited } from "../failures.ts";
import { hostBackoffWhenDatabaseDown } from "./backoff.ts";
import { serialise } from "./serialise.ts";

/** A capture, whose place is its account's and, where the host's pace is kept, the host's; `leaseId` stays the same however often it is tried. */
export type CaptureSlotKey = { accountId: string; host: string | null; leaseId: string };

/** One place of a capture, by what it is of. */
type SlotRef = { slotKey: string; leaseId: string };

/** Who asks for a place that is not free: its workflow, what it is worth (smaller goes first), and since when it waits (ISO). */
export type SlotRequest = SlotRef & { workflowId: string; accountId: string; priority: number; since: string };

/** Tells a workflow that it has its leaseId; false where the workflow has ended. */
type NotifySlotGranted = (workflowId: string, leaseId: string) => Promise<boolean>;

type CaptureSlotsOptions = {
  database: Database;
  limits: ThrottleLimits;
  notifySlotGranted: NotifySlotGranted;
  logger: Logger;
};

/** The places of captures, kept for all workers together. */
export type CaptureSlots = {
  /**
   * Does the work, `seconds` at most, in the capture's places; rejects with AtConcurrency where its host or its account has none
   * free. They are kept after a failure that `keeps` them for the next try.
   */
  run<Result>(
    capture: CaptureSlotKey & { seconds: number; keeps(error: unknown): boolean },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Puts a workflow in line for a place and tells it when it has it; false where the line is full. Asking again is safe. */
  enqueue(request: SlotRequest): Promise<boolean>;
  /** Takes a capture out of the lines, and the places from it that it has. Only where nothing of it is at work. */
  release(capture: CaptureSlotKey): Promise<void>;
  /** Gives free places to those in line, in every line: what a process that died left undone. */
  grantAll(): Promise<void>;
};

/** `uncounted` where there are any number of places, or nobody can count them. */
type Acquired = LeaseOutcome | "uncounted";

/**
 * Milliseconds between a place that is given and the capture in it; then others may have it. Longer than the browsers' queue
 * should ever be: of places that run out there, nobody would have one when it comes to him.
 */
const grantMs = 600_000;
/** Milliseconds an account's place is kept for a capture that is in line at its host; longer than its workflow takes to ask again. */
const accountLeaseMs = 180_000;
/** Milliseconds beyond a capture's own deadline after which it can't be under way any more. */
const graceMs = 50_000;

/**
 * An account has as many captures under way as its plan says, and a host as many pages as its pace says. A capture that finds a
 * place free takes it, and gives it back when it is done: two small updates of one document, and nothing else; where a plan
 * has no limit not even those. One that finds none is put in line by its workflow; then nobody else may take a leaseId, and whoever
 * gives one back hands it on to the first in line, by a signal. A place runs out by itself where its worker has died. While
 * MongoDB is away nobody counts the captures of accounts, and hosts are left alone.
 */
export function createCaptureSlots({ database, limits, notifySlotGranted, logger }: CaptureSlotsOptions): CaptureSlots {
  const limitOf = createSlotLimits(database, limits);

  async function acquire({ slotKey, leaseId }: SlotRef, ms: number, skipsQueue: boolean): Promise<Acquired> {
    const now = new Date();
    const limit = await limitOf(slotKey, now.getTime());
    // Of an account that is paused not even a place that was kept for another try is used.
    if (limit === 0) return "none";
    if (limit === null) return "uncounted";
    const lease = { slotKey: slotKey, leaseId, until: new Date(now.getTime() + ms) };
    return acquireLease(database, lease, { limit, now, skipsQueue });
  }

  const logUncounted = (error: unknown, { slotKey }: SlotRef) =>
    logger.warn({ error, slotKey: slotKey }, "a capture's place was not counted");
  const logGrantFailure = (error: unknown, slotKey: string) =>
    logger.warn({ error, slotKey }, "free places were not given to those in line");
  const scheduledGrants = new Set<string>();

  async function acquireOrAssume(leaseId: SlotRef, ms: number): Promise<Acquired> {
    try {
      return await acquire(leaseId, ms, false);
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      logUncounted(error, leaseId);
      if ("host" in parseSlotKey(leaseId.slotKey)) hostBackoffWhenDatabaseDown(error);
      // It may have been counted all the same, so it is given back like any other.
      return "new";
    }
  }

  async function releaseSlot({ slotKey, leaseId }: SlotRef): Promise<void> {
    if (await releaseLease(database, { slotKey, leaseId })) await grant(slotKey);
  }

  /**
   * Keeps the account's place of a capture that gets in line at its host: of two places that run out while the other one is waited
   * for it might never have both. Not while the host wants to be left alone, which may be for an hour.
   */
  async function extendAccountLease(
    slotKey: string,
    { accountId, leaseId }: { accountId: string; leaseId: string },
  ): Promise<void> {
    const owner = parseSlotKey(slotKey);
    const now = new Date();
    if (!("host" in owner) || (await backoffOf(database, owner.host, now)) !== null) return;
    const until = new Date(now.getTime() + accountLeaseMs);
    await renewLease(database, { slotKey: accountSlotKey(accountId), leaseId, until });
  }

  /** Gives when the host's pause is over: nobody may come by then. Should this process die before, the reconciler does. */
  function grantLater(slotKey: string, backedOffUntil: Date): void {
    if (scheduledGrants.has(slotKey)) return;
    scheduledGrants.add(slotKey);
    const later = () => {
      scheduledGrants.delete(slotKey);
      grant(slotKey).catch((error: unknown) => logGrantFailure(error, slotKey));
    };
    setTimeout(later, Math.max(1, backedOffUntil.getTime() - Date.now())).unref();
  }

  /** Hands free places to the first in line until there are no more of the ones or the others; one at a time, so that nobody is told twice. */
  const grant = serialise(async (slotKey) => {
    const owner = parseSlotKey(slotKey);
    const backedOffUntil = "host" in owner ? await backoffOf(database, owner.host, new Date()) : null;
    if (backedOffUntil !== null) return grantLater(slotKey, backedOffUntil);
    for (;;) {
      const first = await peek(database, slotKey);
      if (first === null) {
        await setHasWaiters(database, slotKey, false);
        // Somebody may have come in between the two.
        if ((await peek(database, slotKey)) === null) return deleteQueue(database, slotKey);
        await setHasWaiters(database, slotKey, true);
        continue;
      }
      const { leaseId, waiter } = first;
      const taken = await acquire({ slotKey, leaseId }, grantMs, true);
      if (taken === "none") return;
      if (!(await dequeue(database, first, waiter))) {
        // Another process has served it since it was looked at; a place that is new by then is one too many.
        if (taken === "new") await releaseLease(database, { slotKey, leaseId });
        continue;
      }
      const heard = await notifySlotGranted(waiter.workflowId, leaseId).catch(async (error: unknown) => {
        // It has its leaseId, so whoever gives next tells it.
        await enqueue(database, first);
        throw error;
      });
      if (!heard) await releaseLease(database, { slotKey, leaseId });
    }
  });

  return {
    async run({ accountId, host, leaseId, seconds, keeps }, work) {
      const held: SlotRef[] = [];
      let kept = false;
      try {
        for (const slotKey of slotKeysOf({ accountId, host })) {
          const taken = await acquireOrAssume({ slotKey, leaseId }, seconds * 1_000 + graceMs);
          if (taken === "none") throw new ConcurrencyLimited(slotKey);
          if (taken !== "uncounted") held.push({ slotKey, leaseId });
        }
        return await work();
      } catch (error) {
        kept = keeps(error);
        throw error;
      } finally {
        // What has been captured is not lost for it: the place runs out by itself.
        if (!kept)
          for (const each of held) await releaseSlot(each).catch((error: unknown) => logUncounted(error, each));
      }
    },
    async enqueue({ slotKey, leaseId, since, ...waiter }) {
      const joined = await enqueue(database, { slotKey, leaseId, waiter: { ...waiter, since: new Date(since) } });
      if (joined) await setHasWaiters(database, slotKey, true);
      await extendAccountLease(slotKey, { accountId: waiter.accountId, leaseId });
      await grant(slotKey);
      return joined;
    },
    async release({ leaseId, ...whose }) {
      for (const slotKey of slotKeysOf(whose)) {
        await dequeue(database, { slotKey, leaseId });
        await releaseSlot({ slotKey, leaseId });
      }
    },
    async grantAll() {
      for (const slotKey of await listQueues(database)) {
        await grant(slotKey).catch((error: unknown) => logGrantFailure(error, slotKey));
      }
    },
  };
}

/** Milliseconds an account is taken for what it was: its plan, and whether it is paused. */
const planCacheMs = 10_000;

/** How many places there are of a subject at `now` (milliseconds since 1970): null is any number, 0 is of an account that is paused. */
function createSlotLimits(
  { accounts }: Database,
  { maxConcurrentPages }: ThrottleLimits,
): (subject: string, now: number) => Promise<number | null> {
  const known = new Map<string, { limit: number | null; until: number }>();

  async function limitOfAccount(accountId: string, now: number): Promise<number | null> {
    const before = known.get(accountId);
    if (before !== undefined && before.until > now) return before.limit;
    const account = await accounts.findOne({ _id: accountId }, { projection: { plan: 1, paused: 1 } });
    if (known.size >= 10_000) known.clear();
    const limit = account === null ? 1 : account.paused === undefined ? plans[account.plan].concurrency : 0;
    known.set(accountId, { limit, until: now + planCacheMs });
    return limit;
  }

  return async (subject, now) => {
    const owner = parseSlotKey(subject);
    return "host" in owner ? maxConcurrentPages : limitOfAccount(owner.accountId, now);
  };
}
