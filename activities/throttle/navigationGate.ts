import { EventEmitter, once } from "node:events";
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

/** Interval at which another worker's claim is polled, milliseconds. Claims of this process emit an event when they end. */
const pollMs = 100;
/** Maximum Crawl-delay that is waited for inside an activity, milliseconds. */
const maxWaitMs = 2_000;

/**
 * The last step before a navigation to a throttled host. Slots limit the number of pages, but a capture waits in queues
 * between its slot and its request. So each navigation is claimed in MongoDB right before the request. The spacing to the
 * next navigation begins when the request was sent, so the host never sees requests closer than the spacing.
 */
export function createNavigationGate({ database, limits, logger }: NavigationGateOptions): NavigationGate {
  const endings = new EventEmitter().setMaxListeners(0);

  function observe(claim: NavigationClaim, { refusals, delayMs }: { refusals: number; delayMs: number }): HostObserver {
    const { host } = claim;
    let isClaimed = true;
    const record = (write: Promise<void>, writtenHost = host) => {
      const recorded = write.catch((error: unknown) =>
        logger.warn({ error, host: writtenHost }, "a host's throttle was not updated"),
      );
      void recorded.then(() => endings.emit(endedEvent(writtenHost)));
    };
    const end = (update: { backedOffUntil?: Date; refusals?: number }) => {
      const nextStartAt = after(Math.max(limits.minSpacingMs, delayMs));
      if (isClaimed) record(releaseNavigation(database, claim, { nextStartAt, ...update }));
      isClaimed = false;
    };
    // A wait here would occupy a browser. So a longer delay becomes a back-off, which the workflow waits for.
    const longDelay = () => (delayMs > maxWaitMs ? { backedOffUntil: after(delayMs) } : {});
    return {
      // After a refusal, the host gets one request at a time until it answers again.
      requested: () => void (refusals === 0 && end(longDelay())),
      answered(by, answer) {
        if (by !== host) return record(recordRefusal(by, { host, answer }), by);
        const backoffMs = backoffAfter(answer, refusals + 1);
        if (backoffMs === null) return end({ ...longDelay(), refusals: 0 });
        const refused = { backedOffUntil: after(backoffMs), refusals: refusals + 1 };
        if (isClaimed) end(refused);
        else record(backOffHost(database, host, refused));
      },
      ended: () => end(longDelay()),
    };
  }

  /**
   * Backs off the host `by`, which refused a page that `host` had redirected to it. If both share a registrable domain, the
   * redirecting host is backed off, too, as it would redirect there again. Hosts of other sites cannot be stopped this way.
   * A refusal during a back-off does not count again. Only the host's own pages reset its refusals.
   */
  async function recordRefusal(by: string, { host, answer }: { host: string; answer: HostAnswer }): Promise<void> {
    if (backoffAfter(answer, 1) === null) return;
    const before = await database.hostThrottles.findOne({ _id: by });
    const isNew = before === null || before.backedOffUntil.getTime() <= Date.now();
    const refusals = Math.max(1, (before?.refusals ?? 0) + (isNew ? 1 : 0));
    const backoffMs = backoffAfter(answer, refusals);
    if (backoffMs === null) return;
    const backedOffUntil = after(backoffMs);
    await backOffHost(database, by, { backedOffUntil, refusals });
    if (siteOf(by) === siteOf(host)) await backOffHost(database, host, { backedOffUntil });
  }

  return {
    async waitForTurn(host, { signal, delayMs }) {
      const claim = { host, claimId: uuidv7() };
      for (;;) {
        signal.throwIfAborted();
        const { claimed, record } = await claimNavigation(database, claim, new Date()).catch(
          hostBackoffWhenDatabaseDown,
        );
        if (claimed) return observe(claim, { refusals: record.refusals, delayMs });
        if (record.backedOffUntil.getTime() > Date.now()) throw new HostBackedOff(record.backedOffUntil);
        const wait = record.claimedBy === null ? record.nextStartAt.getTime() - Date.now() : pollMs;
        await waitForEvent(endings, endedEvent(host), { ms: Math.max(1, wait), signal });
      }
    },
  };
}

/** The event name of a claim's end. The prefix matters for a host named `error`: Node throws an `error` without listeners. */
const endedEvent = (host: string): string => `ended:${host}`;

function after(ms: number): Date {
  return new Date(Date.now() + ms);
}

/** Resolves when the event comes, after `ms` milliseconds, or when the signal aborts. */
async function waitForEvent(
  events: EventEmitter,
  event: string,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  try {
    await once(events, event, { signal: limit });
  } catch (error) {
    if (!limit.aborted) throw error;
  }
}
