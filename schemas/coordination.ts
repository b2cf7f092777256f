/** Requests of one key or address in one second, as API processes have taken them; one small document each, written anew every second. */
export type RateRecord = {
  /** `key:<keyId>` or `address:<address>`. */
  _id: string;
  /** Seconds since 1970. */
  second: number;
  taken: number;
  /** When the second was begun; old ones are removed by the maintenance workflow. */
  usedAt: Date;
};

/** Places that are taken: of an account's synchronous calls under way, of its captures, of a host's pages, or the one for revoking a key. */
export type SlotLeasesRecord = {
  /** `calls:<account id>`, `captures:<account id>`, `host:<name>` or `revocation:<account id>`. */
  _id: string;
  /** Until when each hold counts, should the process that has it die before it lets go. */
  leases: Record<string, Date>;
  /** How many they are. */
  count: number;
  /** Whether others stand in line for the next place. */
  hasWaiters: boolean;
  usedAt: Date;
};

/** A workflow that stands in line for a place. */
export type Waiter = {
  workflowId: string;
  accountId: string;
  /** Smaller goes first. */
  priority: number;
  /** Since when its work waits; of two with one priority the older goes first. */
  since: Date;
};

/** The captures of an account, or of a host, that wait until another one has ended. */
export type WaitQueueRecord = {
  /** As that of the places they wait for. */
  _id: string;
  /** By the place they are to have. */
  waiters: Record<string, Waiter>;
  /** How many they are. */
  count: number;
  /** When each account last had its turn, for as long as somebody stands in line. */
  served: Record<string, Date>;
  usedAt: Date;
};

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

/** An outbox entry with which work began. */
export type NotedEntry = {
  /** The entry's id: mostly that of the resource it makes. */
  id: string;
  /** Which attempt at it the work is, where one resource may be attempted more than once; 1 otherwise. */
  attempt: number;
};

/** A call with an Idempotency-Key: what it asked and, once it is known, what it was answered. */
export type IdempotencyRecord = {
  /** Keyed hash of account, operation and key. */
  _id: string;
  /** Keyed hash of path, query and body. */
  asked: string;
  /** Null while the first call runs, and where it never told how it came out. */
  reply: { status: number; headers: Record<string, string>; json: string } | null;
  /** What it set out to write, in order; none while nothing was written. */
  entries: NotedEntry[];
  /** Whether the first call ended without telling how. */
  brokeOff: boolean;
  expiresAt: Date;
};
