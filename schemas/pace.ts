/** How gently every host is treated, whoever the work is for. */
export type ThrottleLimits = {
  /** Pages of one host rendered at once. */
  maxConcurrentPages: number;
  /** Milliseconds between two starts at one host, at least. */
  minSpacingMs: number;
};

/** What a host said to a request for a document, as far as its pace is concerned. */
export type HostAnswer = {
  statusCode: number;
  /** Seconds of its Retry-After; undefined where it named none. */
  retryAfter?: number | undefined;
};

/**
 * When the next page of a host may be asked for; one small document per host, written by the workers right before and
 * after each start, so that the spacing holds among all of them to the millisecond.
 */
export type HostThrottleRecord = {
  /** The host's name. */
  _id: string;
  /** No start before this. */
  nextStartAt: Date;
  /** Who is starting right now and will soon bring `nextStartAt` forward; null where nobody is. */
  claimedBy: string | null;
  /** The host asked to be left alone until then. */
  backedOffUntil: Date;
  /** Answers of 429 or 503 in a row. */
  refusals: number;
};
