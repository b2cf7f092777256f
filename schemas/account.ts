import { type Static, Type } from "typebox";
import { DateTime, literals, Name, Scope, Uuid } from "./common.ts";
import { PlanName } from "./settings/plans.ts";

/** How an account shows the addresses of its monitors' pages. */
export const Addresses = literals(["host", "masked", "full"]);
export type Addresses = Static<typeof Addresses>;

/** A customer. `credits` counts the current period and matches the ledger. */
export type AccountRecord = {
  _id: string;
  email: string;
  plan: PlanName;
  timeZone: string;
  addresses: Addresses;
  createdAt: Date;
  /** `used` is charged less refunded in `period` (YYYY-MM, UTC). */
  credits: { period: string; used: number };
  /** Number of changes of `used`. */
  transferCount: number;
  /** Transfers that `used` counts and the ledger may lack. */
  pendingTransfers: LedgerTransfer[];
  /** Set while an operator pauses the account: its start, and the monitors and schedules to resume. */
  paused?: { at: Date; monitors: string[]; schedules: string[] };
};

/** Credits that are being posted to the ledger, with the time of their count. All entries have one account and period. */
export type LedgerTransfer = { id: string; at: Date; entries: LedgerRecord[] };

/** An API key. Only its hash is stored, as the id. */
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

/** One charge or refund. The collection is append-only, and `_id` prevents a second entry. */
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
  /** Id of the transfer that posted it. */
  transferId: string;
};

const Count = Type.Integer({ minimum: 0 });
const Limit = Type.Union([Count, Type.Null()], { description: "Null if the plan has no limit." });

/** Credits by operation: charged less refunded. */
const ByOperation = Type.Record(Type.String(), Type.Integer());

/** Reply of `GET /usage`. */
export const UsageReply = Type.Object(
  {
    success: Type.Literal(true),
    plan: PlanName,
    credits: Type.Object(
      {
        used: Count,
        limit: Limit,
        remaining: Limit,
        percentageUsed: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
        periodStart: DateTime,
        periodEnd: Type.String({ format: "date-time", description: "The first instant of the next period." }),
      },
      { additionalProperties: false },
    ),
    concurrency: Type.Object({ limit: Limit, active: Count, queued: Count }, { additionalProperties: false }),
    monitors: Type.Object(
      {
        active: Type.Integer({
          minimum: 0,
          description: "Monitors that count towards the plan: all that are not deleted, paused ones included.",
        }),
        limit: Limit,
      },
      { additionalProperties: false },
    ),
    byOperation: ByOperation,
  },
  { additionalProperties: false },
);

/** One day's credits of one key. */
export const UsageDay = Type.Object(
  {
    date: Type.String({ format: "date", description: "Day in UTC." }),
    keyId: Uuid,
    charged: Count,
    refunded: Count,
    byOperation: ByOperation,
  },
  { additionalProperties: false },
);
export type UsageDay = Static<typeof UsageDay>;

/** Reply of `GET /usage/history`: newest day first. */
export const UsageHistory = Type.Object(
  { success: Type.Literal(true), days: Type.Array(UsageDay) },
  { additionalProperties: false },
);

/** An API key as the API shows it, without the key. */
export const ShownKey = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    scopes: Type.Array(Scope),
    createdAt: DateTime,
    lastUsedAt: Type.Union([DateTime, Type.Null()]),
    expiresAt: Type.Union([DateTime, Type.Null()]),
    revokedAt: Type.Union([DateTime, Type.Null()]),
  },
  { additionalProperties: false },
);
export type ShownKey = Static<typeof ShownKey>;

export const KeyList = Type.Object(
  { success: Type.Literal(true), keys: Type.Array(ShownKey) },
  { additionalProperties: false },
);

export const KeyReply = Type.Object({ success: Type.Literal(true), key: ShownKey }, { additionalProperties: false });

/** Reply with a new key. No other reply shows it. */
export const NewKeyReply = Type.Object(
  {
    success: Type.Literal(true),
    key: ShownKey,
    apiKey: Type.String({ description: "The key. Only this reply shows it." }),
  },
  { additionalProperties: false },
);

/** Body of `POST /account/keys`. */
export const KeyRequest = Type.Object(
  {
    name: Name,
    scopes: Type.Array(Scope, { minItems: 1, maxItems: 3, uniqueItems: true }),
    expiresAt: Type.Optional(Type.String({ format: "date-time" })),
  },
  { additionalProperties: false },
);

/** An account as the API shows it. */
export const ShownAccount = Type.Object(
  { id: Uuid, plan: PlanName, timeZone: Type.String(), addresses: Addresses },
  { additionalProperties: false },
);
export type ShownAccount = Static<typeof ShownAccount>;

export const AccountReply = Type.Object(
  { success: Type.Literal(true), account: ShownAccount },
  { additionalProperties: false },
);

/** Body of `updateAccount`. */
export const AccountChange = Type.Object(
  {
    addresses: literals(Addresses.enum, {
      description:
        "How replies and messages show the address of a monitor's page: its host alone; without user, fragment and the query's values; or whole. Every account starts with `host`.",
    }),
  },
  { additionalProperties: false },
);
