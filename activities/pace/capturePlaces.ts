import { isDatabaseAway } from "#data/databaseAway.ts";
import { giveHoldBack, noteLine, takeHold } from "#data/holds.ts";
import { accountsInLine, firstInLine, joinLine, leaveLine } from "#data/lines.ts";
import type { Database } from "#data/mongo.ts";
import { plans } from "#schemas/plans.ts";
import type { Logger } from "#telemetry/logger.ts";
import { AtConcurrency } from "../failures.ts";

/** A capture's place among those its account may have under way at once; `place` stays the same however often it is tried. */
export type CapturePlace = { accountId: string; place: string };

/** Who asks for a place that is not free: its workflow, what it is worth (smaller goes first), and since when it waits (ISO). */
export type PlaceRequest = CapturePlace & { workflowId: string; priority: number; since: string };

/** Tells a workflow that it has its place; false where the workflow has ended. */
type TellPlace = (workflowId: string, place: string) => Promise<boolean>;

type CapturePlacesOptions = { database: Database; tell: TellPlace; logger: Logger };

/** The places of accounts' captures, kept for all workers together. */
export type CapturePlaces = {
  /**
   * Does the work, `seconds` at most, in the place; rejects with AtConcurrency where the account has none free. The place is kept
   * after a failure that `keeps` it for the next try.
   */
  within<Result>(
    place: CapturePlace & { seconds: number; keeps(error: unknown): boolean },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Puts a workflow in line for its place and tells it when it has it; false where the line is full. Asking again is safe. */
  request(request: PlaceRequest): Promise<boolean>;
  /** Takes a workflow out of the line, and its place from it. */
  renounce(place: CapturePlace): Promise<void>;
  /** Gives free places to those in line, of every account: what a process that died left undone. */
  giveAll(): Promise<void>;
};

/** Of a place: there is none, it is one of so many, or there are any number of them. */
type Taken = "none" | "counted" | "uncounted";

/** Milliseconds an account is taken for what it was: its plan, and whether it is paused. */
const planMs = 10_000;
/** Milliseconds between a place that is given and the capture in it; then others may have it. */
const grantMs = 120_000;
/** Milliseconds beyond a capture's own deadline after which it can't be under way any more. */
const graceMs = 50_000;

/**
 * An account has as many captures under way as its plan says. One that finds a place free takes it, and gives it back when it is
 * done: two small updates of one document, and nothing else; where its plan has no limit not even those. One that finds none is put in line by its workflow; then nobody else
 * may take a place, and whoever gives one back hands it on to the first in line, by a signal. A place runs out by itself where
 * its worker has died; while MongoDB is away nobody counts.
 */
export function createCapturePlaces({ database, tell, logger }: CapturePlacesOptions): CapturePlaces {
  const known = new Map<string, { limit: number | null; until: number }>();

  async function limitOf(accountId: string, now: number): Promise<number | null> {
    const before = known.get(accountId);
    if (before !== undefined && before.until > now) return before.limit;
    const account = await database.accounts.findOne({ _id: accountId }, { projection: { plan: 1, paused: 1 } });
    if (known.size >= 10_000) known.clear();
    const limit = account === null ? 1 : account.paused === undefined ? plans[account.plan].concurrency : 0;
    known.set(accountId, { limit, until: now + planMs });
    return limit;
  }

  async function take({ accountId, place }: CapturePlace, ms: number, pastLine: boolean): Promise<Taken> {
    const now = new Date();
    const limit = await limitOf(accountId, now.getTime());
    // Of an account that is paused not even a place that was kept for another try is used.
    if (limit === 0) return "none";
    if (limit === null) return "uncounted";
    const hold = { subject: subjectOf(accountId), holdId: place, until: new Date(now.getTime() + ms) };
    return (await takeHold(database, hold, { limit, now, pastLine })) ? "counted" : "none";
  }

  async function giveBack({ accountId, place }: CapturePlace): Promise<void> {
    if (await giveHoldBack(database, { subject: subjectOf(accountId), holdId: place })) await give(accountId);
  }

  /** Hands free places to the first in line until there are no more of the ones or the others. */
  async function give(accountId: string): Promise<void> {
    for (;;) {
      const first = await firstInLine(database, accountId);
      if (first === null) {
        await noteLine(database, subjectOf(accountId), false);
        // Somebody may have come in between the two.
        if ((await firstInLine(database, accountId)) === null) return;
        await noteLine(database, subjectOf(accountId), true);
        continue;
      }
      const { place, waiter } = first;
      if ((await take({ accountId, place }, grantMs, true)) === "none") return;
      await leaveLine(database, accountId, place);
      const heard = await tell(waiter.workflowId, place);
      if (!heard) await giveHoldBack(database, { subject: subjectOf(accountId), holdId: place });
    }
  }

  return {
    async within({ accountId, place, seconds, keeps }, work) {
      const note = (error: unknown) => logger.warn({ error, accountId }, "a capture's place was not counted");
      const taken = await take({ accountId, place }, seconds * 1_000 + graceMs, false).catch((error: unknown) => {
        if (!isDatabaseAway(error)) throw error;
        note(error);
        return "counted" as const;
      });
      if (taken === "none") throw new AtConcurrency();
      let kept = false;
      try {
        return await work();
      } catch (error) {
        kept = keeps(error);
        throw error;
      } finally {
        // What has been captured is not lost for it: the place runs out by itself.
        if (!kept && taken === "counted") await giveBack({ accountId, place }).catch(note);
      }
    },
    async request({ accountId, place, workflowId, priority, since }) {
      const waiter = { workflowId, priority, since: new Date(since) };
      const joined = await joinLine(database, { accountId, place, waiter });
      if (joined) await noteLine(database, subjectOf(accountId), true);
      await give(accountId);
      return joined;
    },
    async renounce({ accountId, place }) {
      await leaveLine(database, accountId, place);
      await giveBack({ accountId, place });
    },
    async giveAll() {
      for (const accountId of await accountsInLine(database)) await give(accountId);
    },
  };
}

function subjectOf(accountId: string): string {
  return `captures:${accountId}`;
}
