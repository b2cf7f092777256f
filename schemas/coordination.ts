/** Requests of one subject in one window of time, counted across API processes. Each window reuses the document. */
export type RateRecord = {
  /** `key:<keyId>`, `address:<address>` or `login:<address>`. */
  _id: string;
  /** Number of the window since 1970. Keys and addresses have windows of a second, log-ins of a minute. */
  window: number;
  taken: number;
  /** When the window began. The maintenance workflow removes old documents. */
  usedAt: Date;
};

/** The leased slots of one key: synchronous calls or captures of an account, pages of a host, or an account's key revocation. */
export type SlotLeasesRecord = {
  /** `calls:<account id>`, `captures:<account id>`, `host:<throttle key>` or `revocation:<account id>`. */
  _id: string;
  /** Expiry of each lease, by lease id. A lease expires only if its process died before the release. */
  leases: Record<string, Date>;
  /** Number of leases. */
  count: number;
  /** Whether captures wait for the next slot. */
  hasWaiters: boolean;
  usedAt: Date;
};

/** A workflow that waits for a slot. */
export type Waiter = {
  workflowId: string;
  accountId: string;
  /** A smaller number goes first. */
  priority: number;
  /** Start of the wait. With equal priority, the older one goes first. */
  since: Date;
};

/** The captures of an account or a host that wait for a free slot. */
export type WaitQueueRecord = {
  /** The slot key. */
  _id: string;
  /** By lease id. */
  waiters: Record<string, Waiter>;
  /** Number of waiters. */
  count: number;
  /** When each account last got a slot. Removed with the empty queue. */
  served: Record<string, Date>;
  usedAt: Date;
};

/** Limits of requests to one host, for all accounts together. */
export type ThrottleLimits = {
  /** Pages of one host that render at the same time. */
  maxConcurrentPages: number;
  /** Minimum milliseconds between two navigations to one host. */
  minSpacingMs: number;
};

/** The part of a document's response that matters for throttling. */
export type HostAnswer = {
  statusCode: number;
  /** Seconds of its Retry-After header; undefined without one. */
  retryAfter?: number | undefined;
};

/**
 * When the next navigation to a host may start. Workers write the document right before and after each navigation, so the
 * spacing holds across all workers.
 */
export type HostThrottleRecord = {
  /** The throttle key: the host, and its port unless that is the scheme's default. */
  _id: string;
  /** No navigation starts before this. */
  nextStartAt: Date;
  /** The claim of the navigation that starts now and will soon set `nextStartAt`; null without one. */
  claimedBy: string | null;
  /** No navigation starts before this, as the host answered 429 or 503, or asks for a long Crawl-delay. */
  backedOffUntil: Date;
  /** Answers of 429 or 503 in a row. */
  refusals: number;
};

/** Work of a workflow that was in progress when a worker was blocked, in the last hour. */
export type BlockingWorkRecord = {
  /** Hash of the workflow's id and the input of the activity. */
  _id: string;
  /** Blocks that this work is suspected of. */
  blocks: number;
  /** Present if no other work can have been the cause of one of these blocks. */
  certain?: true;
  expiresAt: Date;
};

/** The crashes of an account's page, from the first one until an hour after the last. */
export type CrashedPageRecord = {
  /** Hash of the account and the page's host and path. */
  _id: string;
  crashes: number;
  expiresAt: Date;
};

/** A further attempt at an existing resource: a retry of a job, or a replay of a webhook. */
export type FurtherAttempt = {
  /** The id of the job or delivery. */
  id: string;
  /** The number that the attempt gets: `attempts` of the job, or `replays` of the delivery. */
  attempt: number;
};

/** A call with an Idempotency-Key: its request, the reserved ids and, once known, its reply. */
export type IdempotencyRecord = {
  /** Keyed hash of account, operation and key. */
  _id: string;
  /** Keyed hash of path, query and body. */
  asked: string;
  /** Null while a call runs, or if it broke off. */
  reply: { status: number; headers: Record<string, string>; json: string } | null;
  /** The id of the resource that the call makes; unused by calls that make none. */
  resourceId: string;
  /** The attempts that the call makes at existing resources; null until they are chosen. */
  attempts: FurtherAttempt[] | null;
  /** Until then, a call with the key may be under way. */
  lockedUntil: Date;
  createdAt: Date;
  expiresAt: Date;
};

/** The one document that says which schema all records have. `lock` is that of the process that changes them. */
export type SchemaRecord = { _id: "records"; number: number; lock: { holder: string; until: Date } | null };
