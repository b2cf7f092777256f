import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import { type CallOptions, pause } from "./transport.ts";

export type WaitOptions<Work> = Pick<CallOptions, "signal"> & {
  /** Milliseconds until the wait ends with TimeoutError. Default: no limit. */
  timeoutMs?: number;
  /** Gets each state that the API reports. */
  onUpdate?: (work: Work) => void;
};

/** Seconds of one long poll. */
export const longPollSeconds = 30;
/** Pause after a failed poll, unless the API names one. The work goes on meanwhile. */
const blipMs = 1_000;
/** Milliseconds for one poll: the long poll, and some for the way. */
const maxPollMs = (longPollSeconds + 15) * 1_000;

type Waiting<Work> = {
  /** Reads the state. It may wait for the end itself, up to `longPollSeconds`. */
  read: (options: CallOptions) => Promise<Work>;
  isEnded: (work: Work) => boolean;
  /** Milliseconds between two polls of work without a long poll. Default: 0. */
  pollMs?: number;
};

/**
 * Waits until work has ended. It survives an API that is away or restarts.
 * @throws TimeoutError; the signal's reason; ApiError if the work is gone or the key is refused.
 */
export async function waitForEnd<Work>(
  { read, isEnded, pollMs = 0 }: Waiting<Work>,
  { signal, timeoutMs, onUpdate }: WaitOptions<Work> = {},
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
      return { blip: Math.max(blipMs, error.retryAfterMs ?? 0) };
    }
    throw error;
  }
}

/** The rest of a wait whose work is being started: its timeout counts from now. */
export function restOf<Work>(options: WaitOptions<Work>): () => WaitOptions<Work> {
  const { timeoutMs, ...rest } = options;
  const began = Date.now();
  return () => ({
    ...rest,
    ...(timeoutMs !== undefined && { timeoutMs: Math.max(0, timeoutMs - (Date.now() - began)) }),
  });
}
