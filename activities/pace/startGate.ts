import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { claimStart, endStart, type HostStart, pauseStarts } from "#data/hostStarts.ts";
import type { Database } from "#data/mongo.ts";
import type { HostAnswer, PaceLimits } from "#schemas/pace.ts";
import type { Logger } from "#telemetry/logger.ts";
import { HostPaused } from "../failures.ts";
import type { HostContact } from "../ports.ts";
import { siteOf } from "../siteOf.ts";
import { pauseAfter } from "./pauseAfter.ts";
import { leaveHostAlone } from "./whileAway.ts";

type StartGateOptions = { database: Database; limits: PaceLimits; logger: Logger };

/** Keeps the spacing of starts at each host, among all workers. */
export type StartGate = {
  /**
   * Waits until the host may be asked for one more page. `delayMs` is how long it wants to be left alone behind this one, where
   * that is longer than the spacing kept everywhere. Rejects with HostPaused where it wants to be left alone, or where
   * MongoDB can't say; with the signal's reason when aborted.
   */
  enter(host: string, options: { signal: AbortSignal; delayMs: number }): Promise<HostContact>;
};

/** How often another worker's start is looked at, milliseconds; those of this process tell. */
const lookMs = 100;
/** The longest delay that is waited for on the spot, milliseconds. */
const longestWait = 2_000;

/**
 * The last step before a navigation. A place at the host bounds how many pages are at work, but between the place and the
 * browser's request lie queues; so each start is claimed in MongoDB right before it, and only once the request is known to have
 * gone out does the spacing to the next one begin to run. What the host sees is therefore never closer than the spacing.
 */
export function createStartGate({ database, limits, logger }: StartGateOptions): StartGate {
  const ended = new EventEmitter().setMaxListeners(0);

  function contact(start: HostStart, { refusals, delayMs }: { refusals: number; delayMs: number }): HostContact {
    const { host } = start;
    let starting = true;
    const note = (work: Promise<void>, of = host) => {
      const noted = work.catch((error: unknown) => logger.warn({ error, host: of }, "a host's pace was not noted"));
      void noted.then(() => ended.emit(endOf(of)));
    };
    const end = (known: { pausedUntil?: Date; refusals?: number }) => {
      if (starting) note(endStart(database, start, { freeAt: after(Math.max(limits.spacingMs, delayMs)), ...known }));
      starting = false;
    };
    // Waiting here holds a browser's place, so a longer delay is waited for in the workflow, like any other pause.
    const rest = () => (delayMs > longestWait ? { pausedUntil: after(delayMs) } : {});
    return {
      // A host that has refused is asked for one page at a time until it answers again.
      asked: () => void (refusals === 0 && end(rest())),
      answered(by, answer) {
        if (by !== host) return note(refusedAt(by, { host, answer }), by);
        const pause = pauseAfter(answer, refusals + 1);
        if (pause === null) return end({ ...rest(), refusals: 0 });
        const refused = { pausedUntil: after(pause), refusals: refusals + 1 };
        if (starting) end(refused);
        else note(pauseStarts(database, host, refused));
      },
      ended: () => end(rest()),
    };
  }

  /**
   * Leaves a host alone that a page of another one was led to, and that refused it; and that other one with it where both are of
   * one site, as it would lead there again. Hosts of other sites can't be held up in this way. Pages may be led there while it is
   * to be left alone, which is no further refusal; that it answers again is for its own pages to say.
   */
  async function refusedAt(by: string, { host, answer }: { host: string; answer: HostAnswer }): Promise<void> {
    if (pauseAfter(answer, 1) === null) return;
    const before = await database.hostStarts.findOne({ _id: by });
    const again = before === null || before.pausedUntil.getTime() <= Date.now();
    const refusals = Math.max(1, (before?.refusals ?? 0) + (again ? 1 : 0));
    const pause = pauseAfter(answer, refusals);
    if (pause === null) return;
    const pausedUntil = after(pause);
    await pauseStarts(database, by, { pausedUntil, refusals });
    if (siteOf(by) === siteOf(host)) await pauseStarts(database, host, { pausedUntil });
  }

  return {
    async enter(host, { signal, delayMs }) {
      const start = { host, starter: uuidv7() };
      for (;;) {
        signal.throwIfAborted();
        const { claimed, record } = await claimStart(database, start, new Date()).catch(leaveHostAlone);
        if (claimed) return contact(start, { refusals: record.refusals, delayMs });
        if (record.pausedUntil.getTime() > Date.now()) throw new HostPaused(record.pausedUntil);
        const wait = record.starter === null ? record.freeAt.getTime() - Date.now() : lookMs;
        await wake(ended, endOf(host), { ms: Math.max(1, wait), signal });
      }
    },
  };
}

/** What a start's end is called; an event called just `error`, as a host may be, is thrown where nobody listens. */
const endOf = (host: string): string => `ended:${host}`;

function after(ms: number): Date {
  return new Date(Date.now() + ms);
}

/** Aborting is how the slower of two waits is meant to end. */
function ignoreAbort(): void {}

/** Resolves when the event comes, after `ms`, or when the signal aborts. */
async function wake(
  events: EventEmitter,
  event: string,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<void> {
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  await Promise.race([
    once(events, event, { signal: either }).catch(ignoreAbort),
    sleep(ms, undefined, { signal: either }).catch(ignoreAbort),
  ]);
  done.abort();
}
