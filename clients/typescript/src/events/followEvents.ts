import { ApiError, ConnectionError, TimeoutError } from "../errors.ts";
import type { Change } from "../generated/shapes.ts";
import { type CallOptions, pause, spread } from "../transport.ts";
import { readMessages, type StreamMessage } from "./readMessages.ts";

/**
 * An event of the account's stream. `hello`: the stream has begun or begun again. `reset`: changes were missed, so fetch
 * everything again. `lastEventId` is the place in the stream, to go on from later.
 */
export type AccountEvent =
  | { type: "hello" | "reset"; lastEventId: string | null }
  | { type: "change"; lastEventId: string | null; change: Change };

export type EventOptions = Pick<CallOptions, "signal"> & {
  /** Kinds of changes to get. Default: all. */
  kinds?: Change["kind"][];
  /** Goes on after this event. Default: starts with the next change. */
  lastEventId?: string;
};

/** Opens the stream of `GET /events`. */
type Open = (call: CallOptions, kinds: Change["kind"][] | undefined) => Promise<Response>;

/** Milliseconds for the API to open the stream. */
const openMs = 30_000;
/** Milliseconds without a word after which the connection is lost. The API sends a comment every 15 seconds. */
const maxSilenceMs = 45_000;
/** Milliseconds before the stream is opened again, until the stream says how many. */
const defaultRetryMs = 3_000;

/**
 * The events of the account. The first connection is tried like any call; a later break is mended for as long as it takes.
 * @throws ApiError of a refusal; ConnectionError or TimeoutError if the stream never opened; the signal's reason.
 */
export async function* followEvents(
  open: Open,
  { kinds, lastEventId, signal }: EventOptions,
): AsyncGenerator<AccountEvent, void, undefined> {
  const place = { lastEventId: lastEventId ?? null, retryMs: defaultRetryMs };
  const callNow = (): CallOptions => ({
    timeoutMs: openMs,
    ...(signal && { signal }),
    ...(place.lastEventId !== null && { headers: { "Last-Event-ID": place.lastEventId } }),
  });
  let response: Response | null = await open(callNow(), kinds);
  for (;;) {
    if (response !== null) yield* readEvents(response, place, signal);
    await pause(spread(place.retryMs), signal);
    response = await openUnlessAway(() => open({ ...callNow(), maxRetries: 0 }, kinds), signal);
  }
}

/** The place in the stream, which reading moves on. */
type Place = { lastEventId: string | null; retryMs: number };

async function* readEvents(
  response: Response,
  place: Place,
  signal: AbortSignal | undefined,
): AsyncGenerator<AccountEvent, void, undefined> {
  const messages = readMessages(response, maxSilenceMs);
  try {
    for (;;) {
      const next = await nextUnlessBroken(messages, signal);
      if (next === null) return;
      place.lastEventId = next.id ?? place.lastEventId;
      if (next.retry !== null && /^\d+$/.test(next.retry)) place.retryMs = Number(next.retry);
      const event = toEvent(next, place.lastEventId);
      if (event !== null) yield event;
    }
  } finally {
    await messages.return();
  }
}

/** The next message. Null if the stream ended or broke. @throws the signal's reason. */
async function nextUnlessBroken(
  messages: AsyncGenerator<StreamMessage, void, undefined>,
  signal: AbortSignal | undefined,
): Promise<StreamMessage | null> {
  try {
    return (await messages.next()).value ?? null;
  } catch {
    // A browser gives no reason for a connection that broke.
    signal?.throwIfAborted();
    return null;
  }
}

/** The event of a message. Null for a comment and for a type that a later API has. */
function toEvent({ event, data }: StreamMessage, lastEventId: string | null): AccountEvent | null {
  if (event === "hello" || event === "reset") return { type: event, lastEventId };
  if (event !== "change" || data === null) return null;
  const change: Change = JSON.parse(data);
  return { type: "change", lastEventId, change };
}

/** The stream, opened again. Null if the API is away or has no place for it now. */
async function openUnlessAway(
  open: () => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ConnectionError || error instanceof TimeoutError) return null;
    if (!(error instanceof ApiError) || (error.status < 500 && error.status !== 429)) throw error;
    await pause(spread(error.retryAfterMs ?? 0), signal);
    return null;
  }
}
