/** A call with an Idempotency-Key: what it asked and, once it is known, what it was answered. */
export type IdempotencyRecord = {
  /** Keyed hash of account, operation and key. */
  _id: string;
  /** Keyed hash of path, query and body. */
  asked: string;
  /** Null while the first call runs, and where it never told how it came out. */
  reply: { status: number; headers: Record<string, string>; json: string } | null;
  /** The outbox entry with which its work began, a job's id where it makes a job; null while nothing was written. */
  entryId: string | null;
  /** Whether the first call ended without telling how. */
  brokeOff: boolean;
  expiresAt: Date;
};
