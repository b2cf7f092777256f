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
/** Pause after a failed poll. The work goes on meanwhile. */
const blipMs = 1_000;

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
    const work = await readUnlessBlip(read, {
      ...(signal && { signal }),
      ...(leftMs < Infinity && { timeoutMs: leftMs }),
    });
    if (work !== null) {
      onUpdate?.(work);
      if (isEnded(work)) return work;
    }
    await pause(Math.min(work === null ? blipMs : pollMs, Math.max(0, deadline - Date.now())), signal);
  }
}

/** The state, or null if the API is away for the moment. */
async function readUnlessBlip<Work>(read: Waiting<Work>["read"], options: CallOptions): Promise<Work | null> {
  try {
    return await read(options);
  } catch (error) {
    const isBlip =
      error instanceof ConnectionError ||
      error instanceof TimeoutError ||
      (error instanceof ApiError && (error.status >= 500 || error.status === 429));
    if (!isBlip) throw error;
    return null;
  }
}
