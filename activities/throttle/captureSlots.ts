import { backoffOf } from "#data/hosts.ts";
import type { Database } from "#data/mongo.ts";
import { isDatabaseDown } from "#data/reconnect.ts";
import { accountSlotKey, parseSlotKey, releaseLease, renewLease, setHasWaiters, slotKeysOf } from "#data/slots.ts";
import { dequeue, enqueue, listQueues } from "#data/waitQueues.ts";
import type { ThrottleLimits } from "#schemas/coordination.ts";
import type { Logger } from "#telemetry/logger.ts";
import { ConcurrencyLimited } from "../failures.ts";
import type { CaptureSlots, SlotRef, SlotRequest, SlotUse } from "../ports.ts";
import { hostBackoffWhenDatabaseDown } from "./backoff.ts";
import {
  type Acquired,
  acquireSlot,
  createSlotGrants,
  createSlotLimits,
  logGrantFailure,
  type NotifySlotGranted,
  type SlotContext,
} from "./slotGrants.ts";

type CaptureSlotsOptions = {
  database: Database;
  limits: ThrottleLimits;
  notifySlotGranted: NotifySlotGranted;
  logger: Logger;
  /** Milliseconds after which the grants to one queue end, and after which `grantAll` begins no other queue. Default: 10 s. */
  maxRunMs?: number;
};

/** Milliseconds of an account's lease while its capture waits for a host. It exceeds the interval at which workflows queue again. */
const accountLeaseMs = 180_000;
/** Milliseconds after its deadline by which a capture has certainly ended. */
const graceMs = 50_000;

/**
 * The plan limits the captures of an account, and the throttle limits the pages of a host. A capture leases a free slot and
 * releases it at its end: two updates of one document, and none without a limit. If no slot is free, its workflow queues.
 * From then on only queued captures get slots: each release grants the slot to the first waiter and signals its workflow.
 * If a worker dies, its leases expire. While MongoDB is unavailable, account slots are not counted and hosts are backed off.
 */
export function createCaptureSlots({ limits, maxRunMs = 10_000, ...options }: CaptureSlotsOptions): CaptureSlots {
  const { database } = options;
  const context: SlotContext = { ...options, maxRunMs, limitOf: createSlotLimits(database, limits) };
  const grant = createSlotGrants(context);
  const release = async ({ slotKey, leaseId }: SlotRef): Promise<void> => {
    if (await releaseLease(database, { slotKey, leaseId })) await grant(slotKey);
  };
  return {
    run: (capture, work) => runInSlots({ ...context, release }, capture, work),
    async enqueue(request) {
      const isQueued = await enqueueWaiter(database, request);
      await grant(request.slotKey);
      return isQueued;
    },
    async release({ leaseId, ...owner }) {
      for (const slotKey of slotKeysOf(owner)) {
        await dequeue(database, { slotKey, leaseId });
        await release({ slotKey, leaseId });
      }
    },
    async grantAll() {
      const slotKeys = await listQueues(database);
      const endAt = Date.now() + maxRunMs;
      for (const slotKey of slotKeys) {
        if (Date.now() >= endAt) return;
        await grant(slotKey).catch((error: unknown) => logGrantFailure(context, slotKey, error));
      }
    },
  };
}

type ReleasingContext = SlotContext & { release(slot: SlotRef): Promise<void> };

async function runInSlots<Result>(
  context: ReleasingContext,
  { accountId, host, leaseId, seconds, keeps }: SlotUse,
  work: () => Promise<Result>,
): Promise<Result> {
  const heldSlots: SlotRef[] = [];
  let isKept = false;
  try {
    for (const slotKey of slotKeysOf({ accountId, host })) {
      const acquired = await acquireForCapture(context, { slotKey, leaseId }, seconds * 1_000 + graceMs);
      if (acquired === "none") throw new ConcurrencyLimited(slotKey);
      if (acquired !== "uncounted") heldSlots.push({ slotKey, leaseId });
    }
    return await work();
  } catch (error) {
    isKept = keeps(error);
    throw error;
  } finally {
    if (!isKept) await releaseAll(context, heldSlots);
  }
}

/** Acquires a slot. While MongoDB is unavailable, an account's slot counts as acquired. @throws HostBackedOff for a host then. */
async function acquireForCapture(context: SlotContext, slot: SlotRef, ms: number): Promise<Acquired> {
  try {
    return await acquireSlot(context, slot, { ms, skipsQueue: false });
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    logUncounted(context, slot, error);
    if ("host" in parseSlotKey(slot.slotKey)) hostBackoffWhenDatabaseDown(error);
    // The server may have applied the update, so the slot is released like any other.
    return "new";
  }
}

/** Releases slots. A failure is logged only: it must not fail the capture, and the lease expires. */
async function releaseAll(context: ReleasingContext, slots: readonly SlotRef[]): Promise<void> {
  for (const slot of slots) await context.release(slot).catch((error: unknown) => logUncounted(context, slot, error));
}

function logUncounted({ logger }: SlotContext, { slotKey }: SlotRef, error: unknown): void {
  logger.warn({ error, slotKey }, "a capture's slot was not counted");
}

/** Adds a waiter to its queue. Returns false if the queue is full. */
async function enqueueWaiter(
  database: Database,
  { slotKey, leaseId, since, ...waiter }: SlotRequest,
): Promise<boolean> {
  const isQueued = await enqueue(database, { slotKey, leaseId, waiter: { ...waiter, since: new Date(since) } });
  if (isQueued) await setHasWaiters(database, slotKey, true);
  await extendAccountLease(database, { slotKey, leaseId }, waiter.accountId);
  return isQueued;
}

/**
 * Extends the account's lease of a capture that queues for its host. Otherwise each of its two leases could expire while it
 * waits for the other one, forever. A back-off may take ten minutes, so it does not extend the lease.
 */
async function extendAccountLease(database: Database, { slotKey, leaseId }: SlotRef, accountId: string): Promise<void> {
  const owner = parseSlotKey(slotKey);
  const now = new Date();
  if (!("host" in owner) || (await backoffOf(database, owner.host, now)) !== null) return;
  const until = new Date(now.getTime() + accountLeaseMs);
  await renewLease(database, { slotKey: accountSlotKey(accountId), leaseId, until });
}
