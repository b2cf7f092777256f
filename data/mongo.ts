import { type Collection, type IndexSpecification, MongoClient } from "mongodb";
import type { AccountRecord, KeyRecord, LedgerRecord } from "#schemas/account.ts";
import type { BatchRecord } from "#schemas/batch.ts";
import type {
  CrawlPatternRecord,
  CrawlRecord,
  CrawlRobotsRecord,
  CrawlSeenRecord,
  CrawlSegmentRecord,
} from "#schemas/crawl.ts";
import type { IdempotencyRecord } from "#schemas/idempotency.ts";
import type { DeliveryRecord } from "#schemas/events.ts";
import type { JobRecord, OutboxRecord, RenderCacheRecord } from "#schemas/job.ts";
import type { HoldRecord, LineRecord, RateRecord } from "#schemas/limits.ts";
import type { MonitorRecord } from "#schemas/monitor.ts";
import type { MailCountRecord, RecipientRecord, SuppressionRecord } from "#schemas/recipient.ts";
import type { RunRecord } from "#schemas/run.ts";
import type { ScheduleRecord } from "#schemas/schedule.ts";
import type { HostStartRecord } from "#schemas/pace.ts";
import { keepFinding } from "./keepFinding.ts";

/** Hears of new entries of the ledger; must not throw. */
type Posted = (entries: readonly LedgerRecord[]) => void;

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
  hostStarts: Collection<HostStartRecord>;
  idempotency: Collection<IdempotencyRecord>;
  renderCache: Collection<RenderCacheRecord>;
  /** Requests of the present second by key and address; calls and captures under way by account, and captures in line. */
  rates: Collection<RateRecord>;
  holds: Collection<HoldRecord>;
  lines: Collection<LineRecord>;
  /** Told of what was brought to the ledger: each entry once, by the process that wrote it. */
  posted: Posted;
  /** Rejects when MongoDB does not answer within 2 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Milliseconds a server may take to be connected to, and to answer whether it is well. */
const connectTimeoutMS = 5_000;

/**
 * Connects lazily: the first command waits for a server, 3 s at most, and so does every later one while MongoDB is away.
 * Only features that FerretDB 1.24 has as well are used: no transactions, change streams, TTL or partial indexes.
 */
export function openDatabase(url: string, { posted = () => undefined }: { posted?: Posted } = {}): Database {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: 3_000,
    connectTimeoutMS,
    retryWrites: false,
    appName: "watchframe",
    ignoreUndefined: true,
  });
  const stopTrying = keepFinding(client, connectTimeoutMS);
  const db = client.db();
  return {
    accounts: db.collection("accounts"),
    keys: db.collection("keys"),
    ledger: db.collection("ledger"),
    jobs: db.collection("jobs"),
    outbox: db.collection("outbox"),
    schedules: db.collection("schedules"),
    monitors: db.collection("monitors"),
    runs: db.collection("runs"),
    batches: db.collection("batches"),
    deliveries: db.collection("deliveries"),
    recipients: db.collection("recipients"),
    suppressions: db.collection("suppressions"),
    mailCounts: db.collection("mailCounts"),
    crawls: db.collection("crawls"),
    crawlPages: db.collection("crawlPages"),
    crawlSeen: db.collection("crawlSeen"),
    crawlPatterns: db.collection("crawlPatterns"),
    crawlRobots: db.collection("crawlRobots"),
    hostStarts: db.collection("hostStarts"),
    idempotency: db.collection("idempotency"),
    renderCache: db.collection("renderCache"),
    rates: db.collection("rates"),
    holds: db.collection("holds"),
    lines: db.collection("lines"),
    posted,
    async ping() {
      await db.command({ ping: 1 }, { timeoutMS: 2_000 });
    },
    async close() {
      stopTrying();
      await client.close();
    },
  };
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
  accounts: [{ key: { email: 1 } }, { key: { "moving.at": 1 } }],
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
