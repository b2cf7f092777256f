import { randomUUID } from "node:crypto";
import type { Database } from "#data/mongo.ts";
import { acquireLease, releaseLease } from "#data/slots.ts";
import type { Background } from "../http/background.ts";
import { ApiError } from "../http/errors.ts";

/** Whose place is needed, how many the account has, and how long the work takes at most, milliseconds. */
type CallSlotRequest = { accountId: string; limit: number; ms: number };

/** An account's places for calls that wait for their work, kept for all API processes together. */
export type CallSlots = {
  /** Does the work in a place of its own; rejects with `too_many_at_once` where there is none. */
  acquire<Result>(order: CallSlotRequest, work: () => Promise<Result>): Promise<Result>;
};

/** How long a place stays taken after the work's longest time, where its process has died. */
const graceMs = 5_000;

/** Places in MongoDB; the one of a process that dies is free again when the work's longest time is over. */
export function createCallSlots({
  database,
  background,
  now,
}: {
  database: Database;
  background: Background;
  now: () => Date;
}): CallSlots {
  // Takers of one process queue up per account, so that they need not compete for the document.
  const queues = new Map<string, Promise<unknown>>();

  function inLine<Result>(accountId: string, step: () => Promise<Result>): Promise<Result> {
    const before = queues.get(accountId) ?? Promise.resolve();
    const turn = before.then(step, step);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    queues.set(accountId, settled);
    void settled.then(() => {
      if (queues.get(accountId) === settled) queues.delete(accountId);
    });
    return turn;
  }

  return {
    async acquire({ accountId, limit, ms }, work) {
      const leaseId = randomUUID();
      const at = now();
      const hold = { slotKey: `calls:${accountId}`, leaseId, until: new Date(at.getTime() + ms + graceMs) };
      const taken = await inLine(accountId, () => acquireLease(database, hold, { limit, now: at, skipsQueue: true }));
      if (taken === "none") throw new ApiError("too_many_at_once");
      try {
        return await work();
      } finally {
        background.run("Giving a place back", { accountId }, () => releaseLease(database, hold));
      }
    },
  };
}
