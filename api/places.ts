import { randomUUID } from "node:crypto";
import type { Database } from "#data/mongo.ts";
import { giveHoldBack, takeHold } from "#data/holds.ts";
import { ApiError } from "./apiError.ts";
import type { Background } from "./background.ts";

/** Whose place is needed, how many the account has, and how long the work takes at most, milliseconds. */
type PlaceOrder = { accountId: string; limit: number; ms: number };

/** An account's places for calls that wait for their work, kept for all API processes together. */
export type Places = {
  /** Does the work in a place of its own; rejects with `too_many_at_once` where there is none. */
  hold<Result>(order: PlaceOrder, work: () => Promise<Result>): Promise<Result>;
};

/** How long a place stays taken after the work's longest time, where its process has died. */
const graceMs = 5_000;

/** Places in MongoDB; the one of a process that dies is free again when the work's longest time is over. */
export function createPlaces({
  database,
  background,
  now,
}: {
  database: Database;
  background: Background;
  now: () => Date;
}): Places {
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
    async hold({ accountId, limit, ms }, work) {
      const holdId = randomUUID();
      const at = now();
      const hold = { subject: `calls:${accountId}`, holdId, until: new Date(at.getTime() + ms + graceMs) };
      const taken = await inLine(accountId, () => takeHold(database, hold, { limit, now: at, pastLine: true }));
      if (taken === "none") throw new ApiError("too_many_at_once");
      try {
        return await work();
      } finally {
        background.run("Giving a place back", { accountId }, () => giveHoldBack(database, hold));
      }
    },
  };
}
