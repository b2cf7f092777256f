import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { backOffHost, claimNavigation, type NavigationClaim, releaseNavigation } from "#data/hosts.ts";
import type { Database } from "#data/mongo.ts";
import type { HostAnswer, ThrottleLimits } from "#schemas/coordination.ts";
import type { Logger } from "#telemetry/logger.ts";
import { HostBackedOff } from "../failures.ts";
import { siteOf } from "../httpHosts.ts";
import type { HostObserver, NavigationGate } from "../ports.ts";
import { backoffAfter, hostBackoffWhenDatabaseDown } from "./backoff.ts";

type NavigationGateOptions = { database: Database; limits: ThrottleLimits; logger: Logger };

/** How often another worker's start is looked at, milliseconds; those of this process tell. */
const pollMs = 100;
/** The longest delay that is waited for on the spot, milliseconds. */
const maxWaitMs = 2_000;

/**
 * The last step before a navigation. A place at the host bounds how many pages are at work, but between the place and the
 * browser's request lie queues; so each start is claimed in MongoDB right before it, and only once the request is known to have
 * gone out does the spacing to the next one begin to run. What the host sees is therefore never closer than the spacing.
 */
export function createNavigationGate({ database, limits, logger }: NavigationGateOptions): NavigationGate {
  const ended = new EventEmitter().setMaxListeners(0);

  function observe(start: NavigationClaim, { refusals, delayMs }: { refusals: number; delayMs: number }): HostObserver {
    const { host } = start;
    let starting = true;
    const note = (work: Promise<void>, of = host) => {
      const noted = work.catch((error: unknown) => logger.warn({ error, host: of }, "a host's pace was not noted"));
      void noted.then(() => ended.emit(endedEvent(of)));
    };
    const end = (known: { backedOffUntil?: Date; refusals?: number }) => {
      if (starting)
        note(
          releaseNavigation(database, start, { nextStartAt: after(Math.max(limits.minSpacingMs, delayMs)), ...known }),
        );
      starting = false;
    };
    // Waiting here holds a browser's place, so a longer delay is waited for in the workflow, like any other pause.
    const rest = () => (delayMs > maxWaitMs ? { backedOffUntil: after(delayMs) } : {});
    return {
      // A host that has refused is asked for one page at a time until it answers again.
      asked: () => void (refusals === 0 && end(rest())),
      answered(by, answer) {
        if (by !== host) return note(recordRefusal(by, { host, answer }), by);
        const pause = backoffAfter(answer, refusals + 1);
        if (pause === null) return end({ ...rest(), refusals: 0 });
        const refused = { backedOffUntil: after(pause), refusals: refusals + 1 };
        if (starting) end(refused);
        else note(backOffHost(database, host, refused));
      },
      ended: () => end(rest()),
    };
  }

  /**
   * Leaves a host alone that a page of another one was led to, and that refused it; and that other one with it where both are of
   * one site, as it would lead there again. Hosts of other sites can't be held up in this way. Pages may be led there while it is
   * to be left alone, which is no further refusal; that it answers again is for its own pages to say.
   */
  async function recordRefusal(by: string, { host, answer }: { host: string; answer: HostAnswer }): Promise<void> {
    if (backoffAfter(answer, 1) === null) return;
    const before = await database.hostThrottles.findOne({ _id: by });
    const again = before === null || before.backedOffUntil.getTime() <= Date.now();
    const refusals = Math.max(1, (before?.refusals ?? 0) + (again ? 1 : 0));
    const pause = backoffAfter(answer, refusals);
    if (pause === null) return;
    const backedOffUntil = after(pause);
    await backOffHost(database, by, { backedOffUntil, refusals });
    if (siteOf(by) === siteOf(host)) await backOffHost(database, host, { backedOffUntil });
  }

  return {
    async waitForTurn(host, { signal, delayMs }) {
      const start = { host, claimId: uuidv7() };
      for (;;) {
        signal.throwIfAborted();
        const { claimed, record } = await claimNavigation(database, start, new Date()).catch(
          hostBackoffWhenDatabaseDown,
        );
        if (claimed) return observe(start, { refusals: record.refusals, delayMs });
        if (record.backedOffUntil.getTime() > Date.now()) throw new HostBackedOff(record.backedOffUntil);
        const wait = record.claimedBy === null ? record.nextStartAt.getTime() - Date.now() : pollMs;
        await waitForEvent(ended, endedEvent(host), { ms: Math.max(1, wait), signal });
      }
    },
  };
}

/** What a start's end is called; an event called just `error`, as a host may be, is thrown where nobody listens. */
const endedEvent = (host: string): string => `ended:${host}`;

function after(ms: number): Date {
  return new Date(Date.now() + ms);
}

/** Aborting is how the slower of two waits is meant to end. */
function ignoreAbort(): void {}

/** Resolves when the event comes, after `ms`, or when the signal aborts. */
async function waitForEvent(
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
