import { isDatabaseAway } from "#data/databaseAway.ts";
import { giveHoldBack, noteLine, prolongHold, takeHold, type TakenHold } from "#data/holds.ts";
import { pauseOf } from "#data/hostStarts.ts";
import { firstInLine, forgetLine, joinLine, leaveLine, openLines } from "#data/lines.ts";
import type { Database } from "#data/mongo.ts";
import { accountSubject, ownerOf, subjectsOf } from "#data/subjects.ts";
import type { PaceLimits } from "#schemas/pace.ts";
import type { Logger } from "#telemetry/logger.ts";
import { AtConcurrency } from "../failures.ts";
import { limitsOf } from "./limitsOf.ts";
import { oneAtATime } from "./oneAtATime.ts";
import { leaveHostAlone } from "./whileAway.ts";

/** A capture, whose place is its account's and, where the host's pace is kept, the host's; `place` stays the same however often it is tried. */
export type Placed = { accountId: string; host: string | null; place: string };

/** One place of a capture, by what it is of. */
type PlaceOf = { subject: string; place: string };

/** Who asks for a place that is not free: its workflow, what it is worth (smaller goes first), and since when it waits (ISO). */
export type PlaceRequest = PlaceOf & { workflowId: string; accountId: string; priority: number; since: string };

/** Tells a workflow that it has its place; false where the workflow has ended. */
type TellPlace = (workflowId: string, place: string) => Promise<boolean>;

type CapturePlacesOptions = { database: Database; limits: PaceLimits; tell: TellPlace; logger: Logger };

/** The places of captures, kept for all workers together. */
export type CapturePlaces = {
  /**
   * Does the work, `seconds` at most, in the capture's places; rejects with AtConcurrency where its host or its account has none
   * free. They are kept after a failure that `keeps` them for the next try.
   */
  within<Result>(
    capture: Placed & { seconds: number; keeps(error: unknown): boolean },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Puts a workflow in line for a place and tells it when it has it; false where the line is full. Asking again is safe. */
  request(request: PlaceRequest): Promise<boolean>;
  /** Takes a capture out of the lines, and the places from it that it has. Only where nothing of it is at work. */
  renounce(capture: Placed): Promise<void>;
  /** Gives free places to those in line, in every line: what a process that died left undone. */
  giveAll(): Promise<void>;
};

/** `uncounted` where there are any number of places, or nobody can count them. */
type Taken = TakenHold | "uncounted";

/**
 * Milliseconds between a place that is given and the capture in it; then others may have it. Longer than the browsers' queue
 * should ever be: of places that run out there, nobody would have one when it comes to him.
 */
const grantMs = 600_000;
/** Milliseconds an account's place is kept for a capture that is in line at its host; longer than its workflow takes to ask again. */
const besideMs = 180_000;
/** Milliseconds beyond a capture's own deadline after which it can't be under way any more. */
const graceMs = 50_000;

/**
 * An account has as many captures under way as its plan says, and a host as many pages as its pace says. A capture that finds a
 * place free takes it, and gives it back when it is done: two small updates of one document, and nothing else; where a plan
 * has no limit not even those. One that finds none is put in line by its workflow; then nobody else may take a place, and whoever
 * gives one back hands it on to the first in line, by a signal. A place runs out by itself where its worker has died. While
 * MongoDB is away nobody counts the captures of accounts, and hosts are left alone.
 */
export function createCapturePlaces({ database, limits, tell, logger }: CapturePlacesOptions): CapturePlaces {
  const limitOf = limitsOf(database, limits);

  async function take({ subject, place }: PlaceOf, ms: number, pastLine: boolean): Promise<Taken> {
    const now = new Date();
    const limit = await limitOf(subject, now.getTime());
    // Of an account that is paused not even a place that was kept for another try is used.
    if (limit === 0) return "none";
    if (limit === null) return "uncounted";
    const hold = { subject, holdId: place, until: new Date(now.getTime() + ms) };
    return takeHold(database, hold, { limit, now, pastLine });
  }

  const note = (error: unknown, { subject }: PlaceOf) =>
    logger.warn({ error, subject }, "a capture's place was not counted");
  const noteUngiven = (error: unknown, subject: string) =>
    logger.warn({ error, subject }, "free places were not given to those in line");
  const awaited = new Set<string>();

  async function takeAnyhow(place: PlaceOf, ms: number): Promise<Taken> {
    try {
      return await take(place, ms, false);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      note(error, place);
      if ("host" in ownerOf(place.subject)) leaveHostAlone(error);
      // It may have been counted all the same, so it is given back like any other.
      return "new";
    }
  }

  async function giveBack({ subject, place }: PlaceOf): Promise<void> {
    if (await giveHoldBack(database, { subject, holdId: place })) await give(subject);
  }

  /**
   * Keeps the account's place of a capture that gets in line at its host: of two places that run out while the other one is waited
   * for it might never have both. Not while the host wants to be left alone, which may be for an hour.
   */
  async function keepBeside(
    subject: string,
    { accountId, place }: { accountId: string; place: string },
  ): Promise<void> {
    const owner = ownerOf(subject);
    const now = new Date();
    if (!("host" in owner) || (await pauseOf(database, owner.host, now)) !== null) return;
    const until = new Date(now.getTime() + besideMs);
    await prolongHold(database, { subject: accountSubject(accountId), holdId: place, until });
  }

  /** Gives when the host's pause is over: nobody may come by then. Should this process die before, the reconciler does. */
  function giveAfter(subject: string, pausedUntil: Date): void {
    if (awaited.has(subject)) return;
    awaited.add(subject);
    const later = () => {
      awaited.delete(subject);
      give(subject).catch((error: unknown) => noteUngiven(error, subject));
    };
    setTimeout(later, Math.max(1, pausedUntil.getTime() - Date.now())).unref();
  }

  /** Hands free places to the first in line until there are no more of the ones or the others; one at a time, so that nobody is told twice. */
  const give = oneAtATime(async (subject) => {
    const owner = ownerOf(subject);
    const pausedUntil = "host" in owner ? await pauseOf(database, owner.host, new Date()) : null;
    if (pausedUntil !== null) return giveAfter(subject, pausedUntil);
    for (;;) {
      const first = await firstInLine(database, subject);
      if (first === null) {
        await noteLine(database, subject, false);
        // Somebody may have come in between the two.
        if ((await firstInLine(database, subject)) === null) return forgetLine(database, subject);
        await noteLine(database, subject, true);
        continue;
      }
      const { place, waiter } = first;
      const taken = await take({ subject, place }, grantMs, true);
      if (taken === "none") return;
      if (!(await leaveLine(database, first, waiter))) {
        // Another process has served it since it was looked at; a place that is new by then is one too many.
        if (taken === "new") await giveHoldBack(database, { subject, holdId: place });
        continue;
      }
      const heard = await tell(waiter.workflowId, place).catch(async (error: unknown) => {
        // It has its place, so whoever gives next tells it.
        await joinLine(database, first);
        throw error;
      });
      if (!heard) await giveHoldBack(database, { subject, holdId: place });
    }
  });

  return {
    async within({ accountId, host, place, seconds, keeps }, work) {
      const held: PlaceOf[] = [];
      let kept = false;
      try {
        for (const subject of subjectsOf({ accountId, host })) {
          const taken = await takeAnyhow({ subject, place }, seconds * 1_000 + graceMs);
          if (taken === "none") throw new AtConcurrency(subject);
          if (taken !== "uncounted") held.push({ subject, place });
        }
        return await work();
      } catch (error) {
        kept = keeps(error);
        throw error;
      } finally {
        // What has been captured is not lost for it: the place runs out by itself.
        if (!kept) for (const each of held) await giveBack(each).catch((error: unknown) => note(error, each));
      }
    },
    async request({ subject, place, since, ...waiter }) {
      const joined = await joinLine(database, { subject, place, waiter: { ...waiter, since: new Date(since) } });
      if (joined) await noteLine(database, subject, true);
      await keepBeside(subject, { accountId: waiter.accountId, place });
      await give(subject);
      return joined;
    },
    async renounce({ place, ...whose }) {
      for (const subject of subjectsOf(whose)) {
        await leaveLine(database, { subject, place });
        await giveBack({ subject, place });
      }
    },
    async giveAll() {
      for (const subject of await openLines(database)) {
        await give(subject).catch((error: unknown) => noteUngiven(error, subject));
      }
    },
  };
}
