import type { Database } from "./mongo.ts";
import { hostSlotKey, parseSlotKey } from "./subjects.ts";

/** How one host fares: the pages that have a place there, by their capture, who stands in line, and whether it wants to be left alone. */
export type HostThrottle = {
  host: string;
  /** Captures that have a place, and until when should nobody give it back. */
  leases: Record<string, Date>;
  waiting: number;
  /** Accounts of those in line. */
  accounts: number;
  backedOffUntil: Date | null;
  /** Answers of 429 or 503 in a row. */
  refusals: number;
};

/** The hosts that somebody has asked, or asks, for pages of within the last hour, by name; those without places, lines and pauses left out. */
export async function readHostThrottles(database: Database, now: Date): Promise<HostThrottle[]> {
  const [holds, lines, starts] = await Promise.all([
    database.slotLeases.find().toArray(),
    database.waitQueues.find().toArray(),
    database.hostThrottles.find().toArray(),
  ]);
  const waiters = new Map(lines.map(({ _id, waiters: each }) => [_id, Object.values(each)]));
  const places = new Map(holds.map(({ _id, leases: each }) => [_id, unexpired(each, now)]));
  const known = new Map(starts.map((record) => [record._id, record]));
  const named = [...places.keys(), ...waiters.keys()].flatMap((subject) => {
    const owner = parseSlotKey(subject);
    return "host" in owner ? [owner.host] : [];
  });
  const hosts = [...new Set([...named, ...known.keys()])].toSorted();
  return hosts
    .map((host): HostThrottle => {
      const waiting = waiters.get(hostSlotKey(host)) ?? [];
      const { backedOffUntil, refusals = 0 } = known.get(host) ?? {};
      return {
        host,
        leases: places.get(hostSlotKey(host)) ?? {},
        waiting: waiting.length,
        accounts: new Set(waiting.map(({ accountId }) => accountId)).size,
        backedOffUntil: backedOffUntil !== undefined && backedOffUntil > now ? backedOffUntil : null,
        refusals,
      };
    })
    .filter(
      ({ leases, waiting, backedOffUntil, refusals }) =>
        Object.keys(leases).length > 0 || waiting > 0 || backedOffUntil !== null || refusals > 0,
    );
}

/** Those that count: one that has run out is taken away by the next who asks for a place. */
function unexpired(held: Record<string, Date>, now: Date): Record<string, Date> {
  return Object.fromEntries(Object.entries(held).filter(([, until]) => until > now));
}
