import { randomUUID } from "node:crypto";
import type { Database } from "#data/mongo.ts";
import { acquireLease, releaseLease } from "#data/slots.ts";
import type { Background } from "./background.ts";
import { ApiError } from "../http/errors.ts";

/** The account, its number of slots, and the longest time of the work in milliseconds. */
type CallSlotRequest = { accountId: string; limit: number; ms: number };

/** Slots for synchronous calls per account, shared by all API processes. */
export type CallSlots = {
  /**
   * Does the work in a slot.
   * @throws ApiError `too_many_at_once` without a free slot.
   */
  acquire<Result>(order: CallSlotRequest, work: () => Promise<Result>): Promise<Result>;
};

/** Milliseconds a slot stays leased beyond the work's longest time if its process died. */
const graceMs = 5_000;

/** Slots as leases in MongoDB. The slot of a dead process is free after the work's longest time. */
export function createCallSlots({
  database,
  background,
  now,
}: {
  database: Database;
  background: Background;
  now: () => Date;
}): CallSlots {
  // Calls of one process queue per account, so they do not compete for the document.
  const queues = new Map<string, Promise<unknown>>();

  function inOrder<Result>(accountId: string, step: () => Promise<Result>): Promise<Result> {
    const before = queues.get(accountId) ?? Promise.resolve();
    const run = before.then(step, step);
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    queues.set(accountId, settled);
    void settled.then(() => {
      if (queues.get(accountId) === settled) queues.delete(accountId);
    });
    return run;
  }

  return {
    async acquire({ accountId, limit, ms }, work) {
      const leaseId = randomUUID();
      const at = now();
      const lease = { slotKey: `calls:${accountId}`, leaseId, until: new Date(at.getTime() + ms + graceMs) };
      const taken = await inOrder(accountId, () => acquireLease(database, lease, { limit, now: at, skipsQueue: true }));
      if (taken === "none") throw new ApiError("too_many_at_once");
      try {
        return await work();
      } finally {
        background.run("release a call slot", { accountId }, () => releaseLease(database, lease));
      }
    },
  };
}
