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
