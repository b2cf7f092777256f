import type { BatchRecord } from "#schemas/batch.ts";
import type { Priority } from "#schemas/common.ts";
import type { CrawlRecord, StopReason } from "#schemas/crawl.ts";
import type { DiffSpec } from "#schemas/diff.ts";
import type { BelowThreshold, DeliveryType, EmailType } from "#schemas/events.ts";
import type { JobKind, JobRecord } from "#schemas/job.ts";
import type { AlertMemory } from "#schemas/monitor/alertWhen.ts";
import type { MonitorRecord, PlanLimit } from "#schemas/monitor/monitor.ts";
import type { SitemapRecord } from "#schemas/monitor/sitemap.ts";
import type { HistoryEntries } from "#schemas/monitor/history.ts";
import type { RenderSpec, WebhookTarget } from "#schemas/renders/render.ts";
import type { SignInRecord } from "#schemas/signIn.ts";
import type { ScheduleRecord, ScheduleType } from "#schemas/schedule.ts";
import type { Incidents } from "#rules/incidents.ts";
import type { ClockPosition } from "#rules/monitorClock.ts";
import type { PendingRetry } from "#rules/retries.ts";
import type { SignInLoopState } from "#rules/signIns.ts";

/** Input of `renderJob`. */
export type RenderJobInput = {
  jobId: string;
  accountId: string;
  requestId: string;
  kind: JobKind;
  host: string;
  /** 1 for the first attempt; each retry by the caller adds 1. */
  attempt: number;
  /** ISO instant at which the job was accepted. */
  acceptedAt: string;
  spec: RenderSpec;
  webhook: WebhookTarget | null;
  /** Equal for identical renders of the account. */
  fingerprint: string;
  /** Whether the API completed the job from the cache, so that only its event is left to deliver. */
  answered: boolean;
  /** The comparison; missing for renders. */
  diff?: DiffSpec;
  /** Whether host throttling applies. It does except for work that a caller orders page by page. */
  throttled: boolean;
  batchId?: string;
};

/** The kinds of jobs that host throttling applies to. */
export const throttledKinds = {
  render: false,
  batch_item: true,
  scheduled: true,
  crawl_page: true,
  diff: false,
} as const satisfies Record<JobKind, boolean>;

/** Input of `webhookDelivery`, which delivers webhooks and messages to channels. The delivery's record holds the content. */
export type WebhookDeliveryInput = {
  eventId: string;
  accountId: string;
  type: DeliveryType;
  /** Whether the event may have to wait for a previous one. */
  inOrder?: boolean;
  /** Number of manual replays including this one; absent for the first delivery. */
  replay?: number;
};

/** Input of `mailDelivery`. The delivery's record holds the mail's content. */
export type MailDeliveryInput = {
  mailId: string;
  accountId: string;
  type: EmailType;
  /** Whether the mail may have to wait for a previous one. */
  inOrder: boolean;
};

/** Input of `digestDelivery`. `dueAt` is an ISO instant. The digest's record holds the messages. */
export type DigestDeliveryInput = { digestId: string; accountId: string; dueAt: string };

/** Input of `renderSchedule`. `state` is passed on when the workflow continues as new; null at its first start. */
export type RenderScheduleInput = {
  scheduleId: string;
  accountId: string;
  host: string;
  type: ScheduleType;
  state: ScheduleState | null;
};

/** The state of a schedule. `dueAt` is the ISO instant of the next fire; null if there is none. */
export type ScheduleState = { paused: boolean; dueAt: string | null; runCount: number; lastJobId: string | null };

/** The input of a schedule's workflow, from the schedule's record. */
export function renderScheduleInput({ _id, accountId, host, timing }: ScheduleRecord): RenderScheduleInput {
  return { scheduleId: _id, accountId, host, type: timing.type, state: null };
}

/** Input of `monitor`. `state` is passed on when the workflow continues as new; null at its first start. */
export type MonitorInput = { monitorId: string; accountId: string; host: string; state: MonitorLoopState | null };

/** The state that a monitor's workflow keeps. */
export type MonitorLoopState = {
  /** How far the monitor's clock has come. */
  position: ClockPosition;
  baseline: { runId: string; captureRev: number } | null;
  incidents: Incidents;
  planLimit: PlanLimit | null;
  /** The further try of the last run, which failed. */
  retry: PendingRetry | null;
  /** Ids of manual runs that have not ended. */
  manual: string[];
  lastRunAt: string | null;
  /** Differences below the threshold since the last notification. */
  belowThreshold: BelowThreshold | null;
  /** The memory of the conditions that alert. Null without `alertWhen`, and before the first run. */
  alertMemory: AlertMemory | null;
  /** The last event. The next delivery waits for it, so that events arrive in order. */
  lastEventId: string | null;
  /** Entries of the monitor's history that are not projected yet. */
  entries: HistoryEntries;
};

/** Input of `monitorRun`. */
export type MonitorRunInput = {
  runId: string;
  monitorId: string;
  accountId: string;
  host: string;
  throttleKey: string;
  manual: boolean;
  /** Whether it tries a failed run again. */
  retry: boolean;
  /** The run to compare with; null if this run becomes the baseline. */
  baselineRunId: string | null;
  /** The run of the last message. Null if each change is news. */
  toldRunId: string | null;
  captureRev: number;
  /** The memory of the conditions that alert. */
  alertMemory: AlertMemory | null;
  /** The capture's deadline, seconds. */
  timeout: number;
  /** Whether the page is captured without a browser. */
  byHttp: boolean;
  /** Whether the picture is also copied into the owner's bucket. */
  stores: boolean;
};

/** The input of a monitor's workflow, from the monitor's record. */
export function monitorInput(record: MonitorRecord): MonitorInput {
  const { _id, accountId, spec } = record;
  return { monitorId: _id, accountId, host: spec.host, state: stateFromRecord(record) };
}

/**
 * The state of a monitor from its last projection. After an operator ended the workflow, its successor continues with the same
 * baseline and incident at the next due instant. Null if nothing was projected yet.
 */
function stateFromRecord({ state, runId }: MonitorRecord): MonitorLoopState | null {
  const { version, appliedRev, baselineRunId, lastRunAt, planLimit, incident, alertMemory } = state;
  if (version === 0) return null;
  const failure = incident?.type === "failure" ? incident : null;
  return {
    // Without `times`, the clock goes on from now, as after a change of the times.
    position: { times: null, after: lastRunAt === null && baselineRunId === null ? null : 0 },
    baseline: baselineRunId === null ? null : { runId: baselineRunId, captureRev: appliedRev },
    incidents: {
      change: incident?.type === "change" ? incident : null,
      failure,
      expectation: incident?.type === "expectation" ? incident : null,
      failures: failure?.consecutiveFailures ?? 0,
      changesInARow: 0,
    },
    planLimit,
    retry: null,
    // The run may have begun. It counts as a manual run, so that this workflow ends it before any other run.
    manual: runId === null ? [] : [runId],
    lastRunAt: lastRunAt?.toISOString() ?? null,
    belowThreshold: null,
    alertMemory,
    lastEventId: null,
    entries: { baselines: [], incidents: [] },
  };
}

/** Input of `monitorSitemap`. `state` is passed on when the workflow continues as new; null at its first start. */
export type MonitorSitemapInput = {
  sitemapId: string;
  accountId: string;
  host: string;
  state: SitemapLoopState | null;
};

/** The state that a sitemap's workflow keeps. */
export type SitemapLoopState = {
  /** How far the sitemap's clock has come. */
  position: ClockPosition;
  /** Whether the last sync saw more than half of the pages gone and paused none. */
  manyGone: boolean;
};

/** The input of a sitemap's workflow, from the sitemap's record. */
export function monitorSitemapInput({ _id, accountId, spec, state }: SitemapRecord): MonitorSitemapInput {
  const { lastSync, version } = state;
  // After an operator ended the workflow, its successor continues at the next due instant. Without `times`, that is from now.
  const continued = {
    position: { times: null, after: lastSync === null ? null : 0 },
    manyGone: lastSync?.error === "many_pages_gone",
  };
  return { sitemapId: _id, accountId, host: spec.host, state: version === 0 ? null : continued };
}

/** Input of `sitemapSync`. */
export type SitemapSyncInput = {
  syncId: string;
  accountId: string;
  host: string;
  /** The sitemap; for a dry run of a new one, its settings. */
  sitemap: SitemapToRead;
  dryRun: boolean;
  /** Whether the last sync saw more than half of the pages gone and paused none. */
  manyGone: boolean;
};

/** The sitemap that a sync reads: a sitemap's record, or the settings of a sitemap that does not exist yet. */
type SitemapToRead =
  | { id: string }
  | (Pick<SitemapRecord["spec"], "url" | "includePaths" | "excludePaths" | "maxMonitors"> & {
      /** The id for which the address is sealed. */
      sealedFor: string;
      intervalMinutes: number;
      proxy?: string;
    });

/** Input of `signIn`. `state` is passed on when the workflow continues as new; null at its first start. */
export type SignInInput = { signInId: string; accountId: string; host: string; state: SignInLoopState | null };

/** The input of a sign-in's workflow, from its record. After an operator ended the workflow, the next one signs in again. */
export function signInInput({ _id, accountId, host }: Pick<SignInRecord, "_id" | "accountId" | "host">): SignInInput {
  return { signInId: _id, accountId, host, state: null };
}

/** Input of `proxyTest`. The page to fetch is in the proxy's record. */
export type ProxyTestInput = { proxyId: string; accountId: string; testId: string };

/** Input of `crawl`. `state` is passed on when the workflow continues as new; null at its first start. */
export type CrawlInput = {
  crawlId: string;
  accountId: string;
  host: string;
  /** Maximum of pages in progress. */
  concurrency: number;
  maxDurationSeconds: number;
  state: CrawlState | null;
};

/**
 * The state of a crawl. `next` is the position of the next page, `found` the number of pages in the frontier. `deadline` is in
 * milliseconds since 1970. `refused` says why the crawl ends without rendering a page.
 */
export type CrawlState = { next: number; found: number; deadline: number; refused: StopReason | null };

/** The input of a crawl's workflow, from the crawl's record. */
export function crawlInput({ _id, accountId, host, concurrency, bounds }: CrawlRecord): CrawlInput {
  return { crawlId: _id, accountId, host, concurrency, maxDurationSeconds: bounds.maxDurationSeconds, state: null };
}

/** The input of a job's workflow, from the job's record. */
export function renderJobInput(job: JobRecord): RenderJobInput {
  return {
    jobId: job._id,
    accountId: job.accountId,
    requestId: job.requestId,
    kind: job.kind,
    host: job.host,
    attempt: job.attempts,
    acceptedAt: job.createdAt.toISOString(),
    spec: job.spec,
    webhook: job.webhook ?? null,
    fingerprint: job.fingerprint,
    answered: job.cached && job.status === "completed",
    ...(job.diff !== undefined && { diff: job.diff }),
    throttled: throttledKinds[job.kind],
    ...(job.batchId !== undefined && { batchId: job.batchId }),
  };
}

/** Input of `renderBatch`: the options of all pages, and the pages. */
export type RenderBatchInput = {
  batchId: string;
  accountId: string;
  requestId: string;
  acceptedAt: string;
  spec: RenderSpec;
  webhook: WebhookTarget | null;
  priority: Priority;
  /** Maximum of pages in progress. */
  concurrency: number;
  /** Maximum of pages in progress per host. */
  perHost: number;
  items: BatchItemInput[];
};
export type BatchItemInput = Pick<RenderJobInput, "jobId" | "host" | "fingerprint" | "answered"> & { url: string };

/** The input of a batch's workflow, from the batch's record. */
export function renderBatchInput(batch: BatchRecord): RenderBatchInput {
  const { _id, accountId, requestId, createdAt, spec, webhook, priority, concurrency, perHost, items } = batch;
  return {
    batchId: _id,
    accountId,
    requestId,
    acceptedAt: createdAt.toISOString(),
    spec,
    webhook: webhook ?? null,
    priority,
    concurrency,
    perHost,
    items: items.map(({ index: _index, ...item }) => item),
  };
}

/** The input of the workflow of one page; equal to `renderJobInput` of the page's record. */
export function batchItemInput(batch: RenderBatchInput, { url, ...item }: BatchItemInput): RenderJobInput {
  const { batchId, accountId, requestId, acceptedAt, spec, webhook } = batch;
  const kind = "batch_item" as const;
  return {
    ...item,
    accountId,
    requestId,
    kind,
    attempt: 1,
    acceptedAt,
    spec: { ...spec, url },
    webhook,
    throttled: throttledKinds[kind],
    batchId,
  };
}
