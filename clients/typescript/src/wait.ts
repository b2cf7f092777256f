import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import { type CallOptions, pause, spread } from "./transport.ts";

export type WaitOptions<Work> = Pick<CallOptions, "signal"> & {
  /** Milliseconds until the wait ends with TimeoutError. Default: no limit. */
  timeoutMs?: number;
  /** Gets each state that the API reports. */
  onUpdate?: (work: Work) => void;
  /** Cancels the work when the signal aborts. The wait then ends after the cancellation. Default: false. */
  cancelOnAbort?: boolean;
};

/** Options of calls that start work and wait for it. */
export type RunOptions<Work> = WaitOptions<Work> & Pick<CallOptions, "idempotencyKey">;

/** Seconds of one long poll. */
export const longPollSeconds = 30;
/** Milliseconds between two polls of a batch or crawl. They have no long poll. */
export const groupPollMs = 2_000;
/** Milliseconds between two polls of a run of a monitor, or of a sync. They have no long poll. */
export const runPollMs = 1_000;
/** Pause after a failed poll, unless the API names one. The work goes on meanwhile. */
const blipMs = 1_000;
/** Milliseconds for each try of a cancellation. */
const cancelMs = 10_000;
/** Codes of the API for a cancellation of work that has ended. */
const endedCodes: ReadonlySet<string> = new Set(["already_terminal", "crawl_ended"]);
/** Milliseconds for one poll: the long poll, and some for the way. */
const maxPollMs = (longPollSeconds + 15) * 1_000;

type Waiting<Work> = {
  /** Reads the state. It may wait for the end itself, up to `longPollSeconds`. */
  read: (options: CallOptions) => Promise<Work>;
  isEnded: (work: Work) => boolean;
  /** Milliseconds between two polls of work without a long poll. Default: 0. */
  pollMs?: number;
  /** Cancels the work. Missing for work that can't be cancelled. */
  cancel?: (options: CallOptions) => Promise<unknown>;
};

/**
 * Waits until work has ended. It survives an API that is away or restarts.
 * @throws TimeoutError; the signal's reason; ApiError if the work is gone, the key is refused, or a cancellation fails.
 */
export async function waitForEnd<Work>(waiting: Waiting<Work>, options: WaitOptions<Work> = {}): Promise<Work> {
  try {
    return await poll(waiting, options);
  } catch (error) {
    if (options.cancelOnAbort === true && options.signal?.aborted === true) await cancelNow(waiting);
    throw error;
  }
}

/** Whether a job, batch or crawl has ended. */
export function hasCompleted({ completedAt }: { completedAt: string | null }): boolean {
  return completedAt !== null;
}

/** Cancels work, unless it has ended meanwhile. */
async function cancelNow<Work>({ cancel }: Waiting<Work>): Promise<void> {
  try {
    await cancel?.({ timeoutMs: cancelMs });
  } catch (error) {
    if (!(error instanceof ApiError && endedCodes.has(error.code))) throw error;
  }
}

async function poll<Work>(
  { read, isEnded, pollMs = 0 }: Waiting<Work>,
  { signal, timeoutMs, onUpdate }: WaitOptions<Work>,
): Promise<Work> {
  const deadline = timeoutMs === undefined ? Infinity : Date.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) throw new TimeoutError(`The work did not end within ${timeoutMs} ms. It goes on.`);
    // A retry would wait for the time that is left once more.
    const call = { ...(signal && { signal }), timeoutMs: Math.min(leftMs, maxPollMs), maxRetries: 0 };
    const { work, blip } = await readOrBlip(read, call);
    if (work !== undefined) {
      onUpdate?.(work);
      if (isEnded(work)) return work;
    }
    await pause(Math.min(blip ?? pollMs, Math.max(0, deadline - Date.now())), signal);
  }
}

/** The state, or milliseconds to wait if the API is away for the moment. */
async function readOrBlip<Work>(
  read: Waiting<Work>["read"],
  call: CallOptions,
): Promise<{ work: Work; blip?: undefined } | { work?: undefined; blip: number }> {
  try {
    return { work: await read(call) };
  } catch (error) {
    if (error instanceof ConnectionError || error instanceof TimeoutError) return { blip: blipMs };
    if (error instanceof ApiError && (error.status >= 500 || error.status === 429)) {
      return { blip: spread(Math.max(blipMs, error.retryAfterMs ?? 0)) };
    }
    throw error;
  }
}

/**
 * Options of the call that starts work to wait for. A signal that cancels the work does not abort the call, as its reply
 * has the id to cancel.
 */
export function startOptions<Work>({ signal, cancelOnAbort, idempotencyKey }: RunOptions<Work>): CallOptions {
  signal?.throwIfAborted();
  return {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(signal !== undefined && cancelOnAbort !== true && { signal }),
  };
}

/** Starts the timeout of a wait now. Returns a function that gives the options with the time left. */
export function restOf<Work>(options: WaitOptions<Work>): () => WaitOptions<Work> {
  const { timeoutMs, ...rest } = options;
  const began = Date.now();
  return () => ({
    ...rest,
    ...(timeoutMs !== undefined && { timeoutMs: Math.max(0, timeoutMs - (Date.now() - began)) }),
  });
}
