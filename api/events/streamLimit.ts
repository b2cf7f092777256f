import { ApiError } from "../http/errors.ts";

/** Open streams of one account in one process. */
const maxPerAccount = 20;
/** Open streams in one process. */
const maxPerProcess = 1_000;

/** Counts the open streams of this process. */
export type StreamLimit = {
  /** Counts a stream and returns what ends it. @throws ApiError `too_many_streams`; `unavailable` if the process is full. */
  take(accountId: string): () => void;
};

/** A counter without streams. */
export function createStreamLimit(): StreamLimit {
  const openStreams = new Map<string, number>();
  let total = 0;

  function change(accountId: string, by: 1 | -1): void {
    const count = (openStreams.get(accountId) ?? 0) + by;
    if (count === 0) openStreams.delete(accountId);
    else openStreams.set(accountId, count);
    total += by;
  }

  return {
    take(accountId) {
      if ((openStreams.get(accountId) ?? 0) >= maxPerAccount) throw new ApiError("too_many_streams", { retryAfter: 5 });
      if (total >= maxPerProcess)
        throw new ApiError("unavailable", { message: "This process has 1,000 event streams open; try again later." });
      change(accountId, 1);
      return () => change(accountId, -1);
    },
  };
}
