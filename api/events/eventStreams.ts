import { Readable } from "node:stream";
import { changesAfter } from "#data/changes/changeFeed.ts";
import type { Database } from "#data/mongo.ts";
import { isDatabaseDown } from "#data/reconnect.ts";
import type { ChangeFeedRecord, ChangeKind } from "#schemas/change.ts";
import { createFeedReader, type FeedReader } from "./feedReader.ts";
import { createStreamLimit } from "./streamLimit.ts";

/** Intervals in milliseconds. */
export type StreamTimes = {
  /** Between two reads of an account's feed. */
  readMs: number;
  /** Silence after which a heartbeat is sent. The server closes a connection after 120 s of silence. */
  heartbeatMs: number;
  /** Between two checks that the caller's key or session is still valid. */
  checkMs: number;
};

const defaultTimes: StreamTimes = { readMs: 500, heartbeatMs: 15_000, checkMs: 30_000 };

/** Milliseconds that a client waits before it connects again. */
const retryMs = 3_000;

/** A client's request for a stream. */
type StreamOrder = {
  accountId: string;
  /** Kinds to send; undefined for all. */
  kinds: readonly ChangeKind[] | undefined;
  /** The header Last-Event-ID; undefined for a new stream. */
  lastEventId: string | undefined;
  isStillValid: () => Promise<boolean>;
  /** Aborts when the client is gone or the API drains. */
  signal: AbortSignal;
};

/** The event streams of this process. */
export type EventStreams = {
  /** Opens a stream of server-sent events. @throws ApiError `too_many_streams` or `unavailable`. */
  open(order: StreamOrder): Promise<Readable>;
};

/** Creates the event streams of a process. Without `times` they have the documented intervals. */
export function createEventStreams(database: Database, times: StreamTimes = defaultTimes): EventStreams {
  const reader = createFeedReader(database, times.readMs);
  const limit = createStreamLimit();
  return {
    async open(order) {
      const release = limit.take(order.accountId);
      try {
        const first = await reader.read(order.accountId);
        return Readable.from(follow(order, { reader, times, first })).once("close", release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

type Source = { reader: FeedReader; times: StreamTimes; first: ChangeFeedRecord | null };

/** The text of a stream, until its signal aborts or its caller is no longer valid. */
async function* follow(order: StreamOrder, { reader, times, first }: Source): AsyncGenerator<string> {
  let position = startOf(order.lastEventId, first);
  yield `retry: ${retryMs}\n\n${hello(order, position)}`;
  const heartbeat = createInterval(times.heartbeatMs);
  const check = createInterval(times.checkMs);
  for (let feed = first; !order.signal.aborted; feed = await nextFeed(reader, order.accountId, feed)) {
    if (check.isDue()) {
      check.restart();
      if (!(await isValid(order))) return;
    }
    const text = eventsAfter(feed, position, order.kinds);
    position = feed?.seq ?? 0;
    if (text === "" && !heartbeat.isDue()) continue;
    heartbeat.restart();
    yield text === "" ? ": heartbeat\n\n" : text;
  }
}

/** A position that no feed has. */
const unknownPosition = -1;

/** The position of the header Last-Event-ID. A new stream starts at the end of the feed. */
function startOf(lastEventId: string | undefined, feed: ChangeFeedRecord | null): number {
  if (lastEventId === undefined) return feed?.seq ?? 0;
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : unknownPosition;
}

/** A client that resumes keeps its own position until it has the changes after it. */
function hello({ lastEventId }: StreamOrder, position: number): string {
  return message("hello", lastEventId === undefined ? position : null, {});
}

function eventsAfter(
  feed: ChangeFeedRecord | null,
  position: number,
  kinds: readonly ChangeKind[] | undefined,
): string {
  const changes = changesAfter(feed, position);
  if (changes === null) return message("reset", feed?.seq ?? 0, {});
  return changes
    .filter(({ change: { kind } }) => kinds === undefined || kinds.includes(kind))
    .map(({ position: id, change }) => message("change", id, change))
    .join("");
}

/** A server-sent event. Without data a browser ignores it, so `data` is at least `{}`. */
function message(type: "hello" | "change" | "reset", id: number | null, data: object): string {
  return `${id === null ? "" : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The feed after an interval. While MongoDB is away, the feed stays as it was. */
async function nextFeed(
  reader: FeedReader,
  accountId: string,
  last: ChangeFeedRecord | null,
): Promise<ChangeFeedRecord | null> {
  try {
    return await reader.readNext(accountId);
  } catch (error) {
    if (isDatabaseDown(error)) return last;
    throw error;
  }
}

/** Whether the caller may go on. While MongoDB is away, nothing can be checked and nothing is sent. */
async function isValid({ isStillValid }: StreamOrder): Promise<boolean> {
  try {
    return await isStillValid();
  } catch (error) {
    if (isDatabaseDown(error)) return true;
    throw error;
  }
}

type Interval = { isDue(): boolean; restart(): void };

function createInterval(ms: number): Interval {
  let began = performance.now();
  return {
    isDue: () => performance.now() - began >= ms,
    restart() {
      began = performance.now();
    },
  };
}
