import type { Database } from "./mongo.ts";
import { hostSubject, ownerOf } from "./subjects.ts";

/** How one host fares: the pages that have a place there, by their capture, who stands in line, and whether it wants to be left alone. */
export type HostPace = {
  host: string;
  /** Captures that have a place, and until when should nobody give it back. */
  held: Record<string, Date>;
  waiting: number;
  /** Accounts of those in line. */
  accounts: number;
  pausedUntil: Date | null;
  /** Answers of 429 or 503 in a row. */
  refusals: number;
};

/** The hosts that somebody has asked, or asks, for pages of within the last hour, by name; those without places, lines and pauses left out. */
export async function readHostPaces(database: Database, now: Date): Promise<HostPace[]> {
  const [holds, lines, starts] = await Promise.all([
    database.holds.find().toArray(),
    database.lines.find().toArray(),
    database.hostStarts.find().toArray(),
  ]);
  const waiters = new Map(lines.map(({ _id, waiters: each }) => [_id, Object.values(each)]));
  const places = new Map(holds.map(({ _id, holds: each }) => [_id, unexpired(each, now)]));
  const known = new Map(starts.map((record) => [record._id, record]));
  const named = [...places.keys(), ...waiters.keys()].flatMap((subject) => {
    const owner = ownerOf(subject);
    return "host" in owner ? [owner.host] : [];
  });
  const hosts = [...new Set([...named, ...known.keys()])].toSorted();
  return hosts
    .map((host): HostPace => {
      const inLine = waiters.get(hostSubject(host)) ?? [];
      const { pausedUntil, refusals = 0 } = known.get(host) ?? {};
      return {
        host,
        held: places.get(hostSubject(host)) ?? {},
        waiting: inLine.length,
        accounts: new Set(inLine.map(({ accountId }) => accountId)).size,
        pausedUntil: pausedUntil !== undefined && pausedUntil > now ? pausedUntil : null,
        refusals,
      };
    })
    .filter(
      ({ held, waiting, pausedUntil, refusals }) =>
        Object.keys(held).length > 0 || waiting > 0 || pausedUntil !== null || refusals > 0,
    );
}

/** Those that count: one that has run out is taken away by the next who asks for a place. */
function unexpired(held: Record<string, Date>, now: Date): Record<string, Date> {
  return Object.fromEntries(Object.entries(held).filter(([, until]) => until > now));
}
