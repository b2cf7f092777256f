import { type Collection, type Document, type IndexSpecification, MongoClient, type MongoClientOptions } from "mongodb";
import type { AccountRecord, KeyRecord, LedgerRecord } from "#schemas/account.ts";
import type { BatchRecord } from "#schemas/batch.ts";
import type {
  HostThrottleRecord,
  IdempotencyRecord,
  RateRecord,
  SlotLeasesRecord,
  WaitQueueRecord,
} from "#schemas/coordination.ts";
import type {
  CrawlPatternRecord,
  CrawlRecord,
  CrawlRobotsRecord,
  CrawlSeenRecord,
  CrawlSegmentRecord,
} from "#schemas/crawl.ts";
import type { DeliveryRecord } from "#schemas/events.ts";
import type { JobRecord, OutboxRecord, RenderCacheRecord } from "#schemas/job.ts";
import type { MonitorRecord } from "#schemas/monitor.ts";
import type { MailCountRecord, RecipientRecord, SuppressionRecord } from "#schemas/recipient.ts";
import type { RunRecord } from "#schemas/run.ts";
import type { ScheduleRecord } from "#schemas/schedule.ts";
import { refusedSetting } from "#schemas/validate.ts";
import { commandDeadline, settleWithin } from "./deadline.ts";
import { reconnect } from "./reconnect.ts";

/** Hears of new entries of the ledger; must not throw. */
type OnLedgerEntries = (entries: readonly LedgerRecord[]) => void;

/** The typed doors to MongoDB. */
export type Database = {
  accounts: Collection<AccountRecord>;
  keys: Collection<KeyRecord>;
  ledger: Collection<LedgerRecord>;
  jobs: Collection<JobRecord>;
  outbox: Collection<OutboxRecord>;
  schedules: Collection<ScheduleRecord>;
  monitors: Collection<MonitorRecord>;
  runs: Collection<RunRecord>;
  batches: Collection<BatchRecord>;
  deliveries: Collection<DeliveryRecord>;
  recipients: Collection<RecipientRecord>;
  suppressions: Collection<SuppressionRecord>;
  mailCounts: Collection<MailCountRecord>;
  crawls: Collection<CrawlRecord>;
  crawlPages: Collection<CrawlSegmentRecord>;
  /** What a crawl needs to know while it runs. */
  crawlSeen: Collection<CrawlSeenRecord>;
  crawlPatterns: Collection<CrawlPatternRecord>;
  crawlRobots: Collection<CrawlRobotsRecord>;
  hostThrottles: Collection<HostThrottleRecord>;
  idempotency: Collection<IdempotencyRecord>;
  renderCache: Collection<RenderCacheRecord>;
  /** Requests of the present second by key and address; calls and captures under way by account, and captures in line. */
  rates: Collection<RateRecord>;
  slotLeases: Collection<SlotLeasesRecord>;
  waitQueues: Collection<WaitQueueRecord>;
  /** Told of what was brought to the ledger: each entry once, by the process that wrote it. */
  onLedgerEntries: OnLedgerEntries;
  /** Rejects when MongoDB does not answer within 2 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Milliseconds a server may take to be connected to, and to answer whether it is well. */
const connectTimeoutMS = 5_000;

/** Milliseconds that a command waits for a server to be found. */
const serverSelectionTimeoutMS = 3_000;

/** How long MongoDB is waited for, milliseconds. */
export type DatabaseTimeouts = {
  /** For the answer to what was written to a connection, which is given up then. */
  answerMs: number;
  /** For a command in all: a server and a connection are found for it, and what only reads is asked once more. */
  commandMs: number;
};

/** What somebody waits for who called the API: long enough for a list that FerretDB reads ten thousand documents for. */
export const callerTimeouts: DatabaseTimeouts = { answerMs: 12_000, commandMs: 14_000 };

/** What goes on behind calls may take longer, and is tried again. */
const defaultTimeouts: DatabaseTimeouts = { answerMs: 25_000, commandMs: 55_000 };

/**
 * Connects lazily: the first command waits for a server, 3 s at most, and so does every later one while MongoDB is away.
 * Every command ends within its time: the driver (7.8) would wait for ever for an answer that was lost, and, where a connection goes
 * in the very instant in which it is written to, for the connection to be ready. What was asked may have been done in both.
 * Only features that FerretDB 1.24 has as well are used: no transactions, change streams, TTL or partial indexes.
 * Throws a SettingsError where the URL is not one.
 */
export function openDatabase(
  url: string,
  {
    onLedgerEntries = () => undefined,
    timeouts = defaultTimeouts,
  }: { onLedgerEntries?: OnLedgerEntries; timeouts?: DatabaseTimeouts } = {},
): Database {
  const { answerMs, commandMs } = timeouts;
  const client = clientOf(url, {
    serverSelectionTimeoutMS,
    connectTimeoutMS,
    socketTimeoutMS: answerMs,
    retryWrites: false,
    appName: "watchframe",
    ignoreUndefined: true,
  });
  const { startAnew, stop } = reconnect(client, connectTimeoutMS);
  const db = client.db();
  // A connection that the driver waits for in vain is never given back to its pool, so that there are new ones.
  const collection = <Item extends Document>(name: string): Collection<Item> =>
    commandDeadline(db.collection<Item>(name), commandMs, startAnew);
  return {
    accounts: collection("accounts"),
    keys: collection("keys"),
    ledger: collection("ledger"),
    jobs: collection("jobs"),
    outbox: collection("outbox"),
    schedules: collection("schedules"),
    monitors: collection("monitors"),
    runs: collection("runs"),
    batches: collection("batches"),
    deliveries: collection("deliveries"),
    recipients: collection("recipients"),
    suppressions: collection("suppressions"),
    mailCounts: collection("mailCounts"),
    crawls: collection("crawls"),
    crawlPages: collection("crawlPages"),
    crawlSeen: collection("crawlSeen"),
    crawlPatterns: collection("crawlPatterns"),
    crawlRobots: collection("crawlRobots"),
    hostThrottles: collection("hostThrottles"),
    idempotency: collection("idempotency"),
    renderCache: collection("renderCache"),
    rates: collection("rates"),
    slotLeases: collection("slotLeases"),
    waitQueues: collection("waitQueues"),
    onLedgerEntries,
    async ping() {
      await settleWithin(db.command({ ping: 1 }), 2_000);
    },
    async close() {
      stop();
      await client.close();
    },
  };
}

function clientOf(url: string, options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(url, options);
  } catch (cause) {
    // The other options are ours. The driver's words leave the URL out, and with it the password.
    throw refusedSetting("WATCHFRAME_MONGO_URL", cause);
  }
}

const collections = [
  "accounts",
  "keys",
  "ledger",
  "jobs",
  "schedules",
  "batches",
  "monitors",
  "runs",
  "deliveries",
  "recipients",
  "renderCache",
  "crawls",
  "crawlSeen",
  "crawlPatterns",
  "crawlRobots",
] as const;

const indexes = {
  accounts: [{ key: { email: 1 } }, { key: { "pendingTransfers.at": 1 } }],
  keys: [{ key: { accountId: 1 } }, { key: { keyId: 1 } }],
  ledger: [{ key: { accountId: 1, period: 1 } }, { key: { jobId: 1 } }],
  jobs: [
    { key: { accountId: 1, _id: -1 } },
    { key: { accountId: 1, status: 1, _id: -1 } },
    { key: { batchId: 1, _id: 1 } },
    { key: { expiresAt: 1 } },
  ],
  schedules: [
    { key: { accountId: 1, dueAt: 1, _id: 1 } },
    { key: { accountId: 1, "timing.type": 1, status: 1, dueAt: 1, _id: 1 } },
    { key: { expiresAt: 1 } },
  ],
  monitors: [{ key: { accountId: 1, _id: -1 } }, { key: { expiresAt: 1 } }],
  runs: [{ key: { monitorId: 1, _id: -1 } }, { key: { expiresAt: 1 } }],
  batches: [{ key: { accountId: 1, _id: -1 } }, { key: { expiresAt: 1 } }],
  deliveries: [
    { key: { accountId: 1, createdAt: -1, _id: -1 } },
    { key: { resourceId: 1 } },
    { key: { expiresAt: 1 } },
  ],
  recipients: [{ key: { accountId: 1, recipientId: 1 } }, { key: { addressHash: 1 } }, { key: { "token.hash": 1 } }],
  renderCache: [{ key: { expiresAt: 1 } }],
  crawls: [
    { key: { accountId: 1, _id: -1 } },
    { key: { accountId: 1, status: 1, _id: -1 } },
    { key: { expiresAt: 1 } },
  ],
  crawlSeen: [{ key: { crawlId: 1 } }],
  crawlPatterns: [{ key: { crawlId: 1 } }],
  crawlRobots: [{ key: { crawlId: 1 } }],
} satisfies Record<(typeof collections)[number], { key: IndexSpecification }[]>;

/** Creates every index the queries need, one a call (FerretDB breaks off a call that names two it has); does nothing where they are there. */
export async function ensureIndexes(database: Database): Promise<void> {
  for (const name of collections) {
    for (const { key } of indexes[name]) await database[name].createIndex(key);
  }
}
