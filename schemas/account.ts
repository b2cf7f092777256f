import type { Scope } from "./common.ts";
import type { PlanName } from "./settings/plans.ts";

/** A customer; `credits` is the running count of the current period, kept in step with the ledger. */
export type AccountRecord = {
  _id: string;
  email: string;
  plan: PlanName;
  timeZone: string;
  createdAt: Date;
  /** `used` is charged less refunded in `period` (YYYY-MM, UTC). */
  credits: { period: string; used: number };
  /** How often `used` was changed. */
  transferCount: number;
  /** What `used` counts and the ledger may not have yet. */
  pendingTransfers: LedgerTransfer[];
  /** There while an operator has the account stand still: since when, and the monitors and schedules that go on afterwards. */
  paused?: { at: Date; monitors: string[]; schedules: string[] };
};

/** Credits on their way to the ledger, and when they were counted; all entries are of one account and period. */
export type LedgerTransfer = { id: string; at: Date; entries: LedgerRecord[] };

/** An API key; only its hash is stored, and that hash is the id it is looked up by. */
export type KeyRecord = {
  /** Hex SHA-256 of the whole key. */
  _id: string;
  keyId: string;
  accountId: string;
  name: string;
  scopes: Scope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

/** One movement of credits; append-only, and `_id` makes each happen once. */
export type LedgerRecord = {
  _id: `charge:${string}:${number}` | `refund:${string}:${number}`;
  accountId: string;
  keyId: string;
  jobId: string;
  operation: string;
  /** Positive for a charge, negative for a refund. */
  credits: number;
  /** YYYY-MM, UTC. */
  period: string;
  at: Date;
  /** Id of the movement that brought it here. */
  transferId: string;
};
