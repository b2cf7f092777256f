import { type Collection, type Document, type IndexSpecification, MongoClient, type MongoClientOptions } from "mongodb";
import type { AccountRecord, KeyRecord, LedgerRecord } from "#schemas/account.ts";
import type { BatchRecord } from "#schemas/batch.ts";
import type { ChangeFeedRecord } from "#schemas/change.ts";
import type {
  BlockingWorkRecord,
  CrashedPageRecord,
  HostThrottleRecord,
  IdempotencyRecord,
  RateRecord,
  SchemaRecord,
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
import type { DigestRecord } from "#schemas/digest.ts";
import type { DeliveryRecord } from "#schemas/events.ts";
import type { FeedRecord } from "#schemas/feed.ts";
import type { ImageLinkRecord, SigningKeyRecord } from "#schemas/imageLink.ts";
import type { JobRecord, OutboxRecord, RenderCacheRecord } from "#schemas/job.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { MonitorHistoryRecord } from "#schemas/monitor/history.ts";
import type { PageChangeRecord } from "#schemas/monitor/pageChange.ts";
import type { SitemapRecord, SitemapSyncRecord } from "#schemas/monitor/sitemap.ts";
import type { MailCountRecord, RecipientRecord, SuppressionRecord } from "#schemas/recipient.ts";
import type { PresetRecord } from "#schemas/preset.ts";
import type { PageTextRecord } from "#schemas/renders/texts.ts";
import type { SecretRecord } from "#schemas/secret.ts";
import type { AlertTargetRecord } from "#schemas/alertTarget.ts";
import type { MonitorDefaultsRecord } from "#schemas/monitor/defaults.ts";
import type { ProxyRecord } from "#schemas/proxy.ts";
import type { SignInRecord } from "#schemas/signIn.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import type { ScheduleRecord } from "#schemas/schedule.ts";
import type { LoginTokenRecord, SessionRecord } from "#schemas/session.ts";
import { refusedSetting } from "#schemas/settings/readEnv.ts";
import { appendChanges } from "./changes/changeFeed.ts";
import { createChangeNotifier } from "./changes/changeNotifier.ts";
import { commandDeadline, reconnect, withDeadline } from "./reconnect.ts";
import { type Owned, ownedFields, type WatchedName, watchWrites } from "./changes/watchWrites.ts";

/** Receives new ledger entries, for metrics; must not throw. */
type OnLedgerEntries = (entries: readonly LedgerRecord[]) => void;

/** The typed collections of MongoDB. */
export type Database = {
  accounts: Collection<AccountRecord>;
  keys: Collection<KeyRecord>;
  sessions: Collection<SessionRecord>;
  loginTokens: Collection<LoginTokenRecord>;
  ledger: Collection<LedgerRecord>;
  jobs: Collection<JobRecord>;
  outbox: Collection<OutboxRecord>;
  schedules: Collection<ScheduleRecord>;
  monitors: Collection<MonitorRecord>;
  monitorHistories: Collection<MonitorHistoryRecord>;
  monitorSitemaps: Collection<SitemapRecord>;
  /** Syncs of sitemaps that run, and plans of dry runs. */
  sitemapSyncs: Collection<SitemapSyncRecord>;
  runs: Collection<RunRecord>;
  /** Confirmed changes, for people to review. */
  pageChanges: Collection<PageChangeRecord>;
  batches: Collection<BatchRecord>;
  deliveries: Collection<DeliveryRecord>;
  recipients: Collection<RecipientRecord>;
  /** Messages that wait for a digest. */
  digests: Collection<DigestRecord>;
  suppressions: Collection<SuppressionRecord>;
  mailCounts: Collection<MailCountRecord>;
  crawls: Collection<CrawlRecord>;
  crawlPages: Collection<CrawlSegmentRecord>;
  /** State of running crawls; removed when the crawl ends. */
  crawlSeen: Collection<CrawlSeenRecord>;
  crawlPatterns: Collection<CrawlPatternRecord>;
  crawlRobots: Collection<CrawlRobotsRecord>;
  blockingWork: Collection<BlockingWorkRecord>;
  crashedPages: Collection<CrashedPageRecord>;
  hostThrottles: Collection<HostThrottleRecord>;
  idempotency: Collection<IdempotencyRecord>;
  renderCache: Collection<RenderCacheRecord>;
  /** Long texts of renders: style sheets, scripts and HTML documents. */
  pageTexts: Collection<PageTextRecord>;
  presets: Collection<PresetRecord>;
  /** Named secrets of accounts, sealed. */
  secrets: Collection<SecretRecord>;
  signIns: Collection<SignInRecord>;
  proxies: Collection<ProxyRecord>;
  alertTargets: Collection<AlertTargetRecord>;
  monitorDefaults: Collection<MonitorDefaultsRecord>;
  feeds: Collection<FeedRecord>;
  signingKeys: Collection<SigningKeyRecord>;
  imageLinks: Collection<ImageLinkRecord>;
  /** Requests by key and address; concurrency slots; captures that wait for a slot. */
  rates: Collection<RateRecord>;
  slotLeases: Collection<SlotLeasesRecord>;
  waitQueues: Collection<WaitQueueRecord>;
  /** The last changes of each account, for event streams. */
  changeFeeds: Collection<ChangeFeedRecord>;
  /** The schema of all records. */
  schema: Collection<SchemaRecord>;
  /** Called with each new ledger entry once, by the process that wrote it. */
  onLedgerEntries: OnLedgerEntries;
  /** @throws If MongoDB does not answer within 2 s. */
  ping(): Promise<void>;
  /** Writes the last changes to their feeds, then closes the connections. */
  close(): Promise<void>;
};

/** Milliseconds for a connection to be made, and for a heartbeat. */
const connectTimeoutMS = 5_000;

/** Milliseconds a command waits until a server is available. */
const serverSelectionTimeoutMS = 3_000;

/** Timeouts of commands, milliseconds. */
export type DatabaseTimeouts = {
  /** For the answer on a connection; the connection is closed then. */
  answerMs: number;
  /** For a command in total: server selection, connection and one retry of reads. */
  commandMs: number;
};

/** For API calls. Long enough for a list for which FerretDB reads ten thousand documents. */
export const callerTimeouts: DatabaseTimeouts = { answerMs: 12_000, commandMs: 14_000 };

/** For background work, which may take longer and is retried. */
const defaultTimeouts: DatabaseTimeouts = { answerMs: 25_000, commandMs: 55_000 };

/** Every option has a default. */
export type DatabaseOptions = {
  onLedgerEntries?: OnLedgerEntries;
  /** Receives the error of changes that were not written to their feeds; must not throw. */
  onFeedError?: (error: unknown) => void;
  timeouts?: DatabaseTimeouts;
};

/**
 * Connects lazily: the first command waits at most 3 s for a server, and so does each command while MongoDB is unavailable.
 * Every command ends within its timeout, because the driver (7.8) may wait forever in two cases. An answer may be lost, or a
 * connection may close at the moment of a write. In both cases the server may have applied the command.
 * Uses only features that FerretDB 1.24 has, too: no transactions, change streams, TTL indexes or partial indexes.
 * @throws SettingsError if the URL is not valid.
 */
export function openDatabase(
  url: string,
  {
    onLedgerEntries = () => undefined,
    onFeedError = () => undefined,
    timeouts = defaultTimeouts,
  }: DatabaseOptions = {},
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
  const { restart, stop } = reconnect(client, connectTimeoutMS);
  const db = client.db();
  // The driver never returns a connection that it waits for in vain, so the client restarts with a new pool.
  const collection = <Item extends Document>(name: string): Collection<Item> =>
    commandDeadline(db.collection<Item>(name), commandMs, restart);
  const changeFeeds = collection<ChangeFeedRecord>("changeFeeds");
  const notifier = createChangeNotifier({
    append: (accountId, changes) => appendChanges(changeFeeds, accountId, changes),
    onError: onFeedError,
  });
  const watched = <Item extends Document>(name: WatchedName): Collection<Item> => {
    const read = (_id: string) => collection<Owned>(name).findOne({ _id }, { projection: ownedFields });
    return watchWrites(collection<Item>(name), { name, read, notifier });
  };
  return {
    accounts: watched("accounts"),
    keys: watched("keys"),
    sessions: collection("sessions"),
    loginTokens: collection("loginTokens"),
    ledger: collection("ledger"),
    jobs: watched("jobs"),
    outbox: collection("outbox"),
    schedules: watched("schedules"),
    monitors: watched("monitors"),
    monitorHistories: collection("monitorHistories"),
    monitorSitemaps: watched("monitorSitemaps"),
    sitemapSyncs: collection("sitemapSyncs"),
    runs: watched("runs"),
    pageChanges: watched("pageChanges"),
    batches: watched("batches"),
    deliveries: watched("deliveries"),
    recipients: watched("recipients"),
    digests: collection("digests"),
    suppressions: collection("suppressions"),
    mailCounts: collection("mailCounts"),
    crawls: watched("crawls"),
    crawlPages: collection("crawlPages"),
    crawlSeen: collection("crawlSeen"),
    crawlPatterns: collection("crawlPatterns"),
    crawlRobots: collection("crawlRobots"),
    blockingWork: collection("blockingWork"),
    crashedPages: collection("crashedPages"),
    hostThrottles: collection("hostThrottles"),
    idempotency: collection("idempotency"),
    renderCache: collection("renderCache"),
    pageTexts: collection("pageTexts"),
    presets: collection("presets"),
    secrets: collection("secrets"),
    signIns: collection("signIns"),
    proxies: collection("proxies"),
    alertTargets: collection("alertTargets"),
    monitorDefaults: collection("monitorDefaults"),
    feeds: collection("feeds"),
    signingKeys: collection("signingKeys"),
    imageLinks: collection("imageLinks"),
    rates: collection("rates"),
    slotLeases: collection("slotLeases"),
    waitQueues: collection("waitQueues"),
    schema: collection("schema"),
    changeFeeds,
    onLedgerEntries,
    async ping() {
      await withDeadline(db.command({ ping: 1 }), 2_000);
    },
    async close() {
      await notifier.close();
      stop();
      await client.close();
    },
  };
}

/** A client of the database at `url`. @throws SettingsError that names the setting if the URL is wrong. */
export function clientOf(url: string, options: MongoClientOptions = {}): MongoClient {
  try {
    return new MongoClient(url, options);
  } catch (cause) {
    // Only the URL comes from outside. The driver's message contains neither the URL nor its password.
    throw refusedSetting("WATCHFRAME_MONGO_URL", cause);
  }
}

/** Collections with indexes besides `_id`. */
const collections = [
  "accounts",
  "keys",
  "sessions",
  "ledger",
  "jobs",
  "schedules",
  "batches",
  "monitors",
  "monitorSitemaps",
  "sitemapSyncs",
  "runs",
  "pageChanges",
  "deliveries",
  "recipients",
  "renderCache",
  "pageTexts",
  "presets",
  "secrets",
  "signIns",
  "proxies",
  "alertTargets",
  "monitorDefaults",
  "feeds",
  "signingKeys",
  "imageLinks",
  "crawls",
  "crawlSeen",
  "crawlPatterns",
  "crawlRobots",
] as const;

const indexes = {
  accounts: [{ key: { email: 1 } }, { key: { "pendingTransfers.at": 1 } }],
  keys: [{ key: { accountId: 1 } }, { key: { keyId: 1 } }],
  sessions: [{ key: { accountId: 1, sessionId: -1 } }, { key: { sessionId: 1 } }, { key: { expiresAt: 1 } }],
  ledger: [{ key: { accountId: 1, period: 1 } }, { key: { jobId: 1 } }],
  jobs: [
    { key: { accountId: 1, _id: -1 } },
    { key: { accountId: 1, status: 1, _id: -1 } },
    { key: { accountId: 1, kind: 1, _id: -1 } },
    { key: { accountId: 1, host: 1, _id: -1 } },
    { key: { batchId: 1, _id: 1 } },
    { key: { expiresAt: 1 } },
  ],
  schedules: [
    { key: { accountId: 1, dueAt: 1, _id: 1 } },
    { key: { accountId: 1, "timing.type": 1, status: 1, dueAt: 1, _id: 1 } },
    { key: { expiresAt: 1 } },
  ],
  monitors: [{ key: { accountId: 1, _id: -1 } }, { key: { "sitemap.id": 1 } }, { key: { expiresAt: 1 } }],
  monitorSitemaps: [{ key: { accountId: 1, _id: -1 } }, { key: { expiresAt: 1 } }],
  sitemapSyncs: [{ key: { expiresAt: 1 } }],
  runs: [{ key: { monitorId: 1, _id: -1 } }, { key: { expiresAt: 1 } }],
  pageChanges: [{ key: { accountId: 1, _id: -1 } }, { key: { expiresAt: 1 } }],
  batches: [{ key: { accountId: 1, _id: -1 } }, { key: { expiresAt: 1 } }],
  deliveries: [
    { key: { accountId: 1, createdAt: -1, _id: -1 } },
    { key: { resourceId: 1 } },
    { key: { runId: 1 } },
    { key: { expiresAt: 1 } },
  ],
  recipients: [{ key: { accountId: 1, recipientId: 1 } }, { key: { addressHash: 1 } }, { key: { "token.hash": 1 } }],
  renderCache: [{ key: { expiresAt: 1 } }],
  pageTexts: [{ key: { expiresAt: 1 } }],
  presets: [{ key: { accountId: 1, _id: 1 } }],
  secrets: [{ key: { accountId: 1, _id: 1 } }],
  signIns: [{ key: { accountId: 1, name: 1 } }],
  proxies: [{ key: { accountId: 1, name: 1 } }],
  alertTargets: [{ key: { accountId: 1, name: 1 } }],
  monitorDefaults: [{ key: { accountId: 1, tag: 1 } }],
  feeds: [{ key: { accountId: 1, _id: 1 } }],
  signingKeys: [{ key: { accountId: 1, _id: 1 } }],
  imageLinks: [{ key: { expiresAt: 1 } }],
  crawls: [
    { key: { accountId: 1, _id: -1 } },
    { key: { accountId: 1, status: 1, _id: -1 } },
    { key: { expiresAt: 1 } },
  ],
  crawlSeen: [{ key: { crawlId: 1 } }],
  crawlPatterns: [{ key: { crawlId: 1 } }],
  crawlRobots: [{ key: { crawlId: 1 } }],
} satisfies Record<(typeof collections)[number], { key: IndexSpecification }[]>;

/** Creates the missing indexes, one per call. FerretDB fails on a call that names two existing indexes. */
export async function ensureIndexes(database: Database): Promise<void> {
  for (const name of collections) {
    for (const { key } of indexes[name]) await database[name].createIndex(key);
  }
}
