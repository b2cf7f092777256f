import { defineSignal } from "@temporalio/workflow";
import type { BatchRecord } from "#schemas/batch.ts";
import type { Priority } from "#schemas/common.ts";
import type { CrawlRecord, StopReason } from "#schemas/crawl.ts";
import type { DiffSpec } from "#schemas/diff.ts";
import type { BelowThreshold, EmailType, EventType } from "#schemas/events.ts";
import type { JobKind, JobRecord } from "#schemas/job.ts";
import type { MonitorRecord, PlanLimit } from "#schemas/monitor.ts";
import type { RenderSpec, WebhookTarget } from "#schemas/renders/render.ts";
import type { ScheduleRecord, ScheduleType } from "#schemas/schedule.ts";
import type { Incidents } from "./rules/monitor.ts";

/**
 * Queues the workers poll: workflows and local activities, the browser, comparisons, large files to and from strangers, and
 * everything else that waits on the network. Large files have their own, so that a slow stranger takes no place from webhooks.
 */
export const taskQueues = {
  workflows: "wf",
  browser: "browser",
  compare: "compare",
  storage: "storage",
  io: "io",
} as const;

/**
 * Workflow ids, made from the id of what they work for, so that starting one twice starts it once. Each attempt at a job and
 * each delivery of an event has an id of its own: `render:<job>` for the first attempt, `render:<job>:2` for the second.
 */
export const workflowIds = {
  renderJob: (jobId: string, attempt = 1): `render:${string}` => `render:${jobId}${suffixOf(attempt)}`,
  webhookDelivery: (eventId: string, attempt = 1): `webhook:${string}` => `webhook:${eventId}${suffixOf(attempt)}`,
  mailDelivery: (mailId: string): `mail:${string}` => `mail:${mailId}`,
  monitor: (monitorId: string): `monitor:${string}` => `monitor:${monitorId}`,
  monitorRun: (runId: string): `run:${string}` => `run:${runId}`,
  renderSchedule: (scheduleId: string): `schedule:${string}` => `schedule:${scheduleId}`,
  renderBatch: (batchId: string): `batch:${string}` => `batch:${batchId}`,
  crawl: (crawlId: string): `crawl:${string}` => `crawl:${crawlId}`,
  reconciler: "reconciler:singleton",
  maintenance: "maintenance:singleton",
} as const;

function suffixOf(attempt: number): string {
  return attempt === 1 ? "" : `:${attempt}`;
}

/** Signals without arguments that steer long-lived workflows; an operator may send them from Temporal's UI. */
export const controlSignals = { pause: "pause", resume: "resume", cancel: "cancel" } as const;
export type ControlSignal = keyof typeof controlSignals;

/** Signals of a monitor besides: its spec was changed, a run is asked for by hand, it was deleted. */
export const monitorSignals = { changed: "changed", run: "run", remove: "remove" } as const;

/** A signal as it is sent. */
export type WorkflowSignal = { name: ControlSignal | keyof typeof monitorSignals; args: { runId: string }[] };

/** Input of `renderJob`. */
export type RenderJobInput = {
  jobId: string;
  accountId: string;
  requestId: string;
  kind: JobKind;
  host: string;
  /** 1, and 1 more for each retry by the caller. */
  attempt: number;
  /** ISO instant at which the job was accepted. */
  acceptedAt: string;
  spec: RenderSpec;
  webhook: WebhookTarget | null;
  /** Identical renders of the account have the same one. */
  fingerprint: string;
  /** Whether it was answered as it was accepted, and only its event is left to be told. */
  answered: boolean;
  /** What is to be compared, where the job is a comparison. */
  diff?: DiffSpec;
  /** Whether it keeps the host's pace: every kind of work does but what a caller asks for page by page. */
  throttled: boolean;
  batchId?: string;
};

/** Which kinds of jobs keep the host's pace. */
const throttledKinds = {
  render: false,
  batch_item: true,
  scheduled: true,
  crawl_page: true,
  diff: false,
} as const satisfies Record<JobKind, boolean>;

/** What a workflow is told whose capture waits for a place: which capture it is. */
export const slotGranted = defineSignal<[{ place: string }]>("placeGiven");

/** Input of `webhookDelivery`; the body lies in the delivery's record. */
export type WebhookDeliveryInput = {
  eventId: string;
  accountId: string;
  type: EventType;
  /** Whether the event may have to wait for one before it. */
  inOrder?: boolean;
  /** Number of manual replays including this one; absent for the first delivery. */
  replay?: number;
};

/** Input of `mailDelivery`; what the mail says lies in the delivery's record. */
export type MailDeliveryInput = {
  mailId: string;
  accountId: string;
  type: EmailType;
  /** Whether the mail may have to wait for one before it. */
  inOrder: boolean;
};

/** Input of `renderSchedule`; `state` is what one run hands on to the next, null at the first. */
export type RenderScheduleInput = {
  scheduleId: string;
  accountId: string;
  host: string;
  type: ScheduleType;
  state: ScheduleState | null;
};

/** Where a schedule stands. `dueAt` is the ISO instant of the next fire. */
export type ScheduleState = { paused: boolean; dueAt: string | null; runCount: number; lastJobId: string | null };

/** The input of a schedule's workflow, from the schedule's record. */
export function renderScheduleInput({ _id, accountId, host, timing }: ScheduleRecord): RenderScheduleInput {
  return { scheduleId: _id, accountId, host, type: timing.type, state: null };
}

/** Input of `monitor`; `state` is what one run hands on to the next, null at the first. */
export type MonitorInput = { monitorId: string; accountId: string; host: string; state: MonitorLoopState | null };

/** What a monitor's workflow keeps by itself. */
export type MonitorLoopState = {
  /** Number of the last scheduled run, by its beat; -1 before the first. */
  tick: number;
  /** The beat that `slot` counts in, milliseconds. */
  interval: number | null;
  baseline: { runId: string; captureRev: number } | null;
  incidents: Incidents;
  planLimit: PlanLimit | null;
  /** Runs asked for by hand that have not begun. */
  manual: string[];
  lastRunAt: string | null;
  /** Differences below the threshold since the last message. */
  belowThreshold: BelowThreshold | null;
  /** The event whose delivery the next one waits for, so that they arrive in order. */
  lastEventId: string | null;
};

/** Input of `monitorRun`. */
export type MonitorRunInput = {
  runId: string;
  monitorId: string;
  accountId: string;
  host: string;
  manual: boolean;
  /** Null where the next capture becomes the baseline. */
  baselineRunId: string | null;
  captureRev: number;
  /** Seconds of the capture's own deadline. */
  timeout: number;
  /** Whether the picture goes to the owner's bucket as well. */
  stores: boolean;
};

/** The input of a monitor's workflow, from the monitor's record. */
export function monitorInput(record: MonitorRecord): MonitorInput {
  const { _id, accountId, spec } = record;
  return { monitorId: _id, accountId, host: spec.host, state: stateFromRecord(record) };
}

/**
 * Where a workflow that an operator ended left the monitor, as far as that was shown: one that is started in its place goes on
 * with the same baseline and incident, from the next beat on. Null where nothing was shown yet.
 */
function stateFromRecord({ state, runId }: MonitorRecord): MonitorLoopState | null {
  const { version, appliedRev, baselineRunId, lastRunAt, planLimit, incident } = state;
  if (version === 0) return null;
  const failure = incident?.type === "failure" ? incident : null;
  return {
    // Any but the first: what the beat has come to meanwhile is found out as for another interval.
    tick: lastRunAt === null && baselineRunId === null ? -1 : 0,
    interval: null,
    baseline: baselineRunId === null ? null : { runId: baselineRunId, captureRev: appliedRev },
    incidents: {
      change: incident?.type === "change" ? incident : null,
      failure,
      failures: failure?.consecutiveFailures ?? 0,
    },
    planLimit,
    // Begun or not, only this workflow makes it, and no other run begins before it has ended.
    manual: runId === null ? [] : [runId],
    lastRunAt: lastRunAt?.toISOString() ?? null,
    belowThreshold: null,
    lastEventId: null,
  };
}

/** Input of `crawl`; `state` is what one run hands on to the next, null at the first. */
export type CrawlInput = {
  crawlId: string;
  accountId: string;
  host: string;
  /** Pages at work at once. */
  concurrency: number;
  maxDurationSeconds: number;
  state: CrawlState | null;
};

/** Where a crawl stands: the next page of those found so far, when it ends at the latest (milliseconds since 1970), and why it did not even begin. */
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

/** Input of `renderBatch`: what all pages share, and each one's own. */
export type RenderBatchInput = {
  batchId: string;
  accountId: string;
  requestId: string;
  acceptedAt: string;
  spec: RenderSpec;
  webhook: WebhookTarget | null;
  priority: Priority;
  /** Pages begun at once, and of each host. */
  concurrency: number;
  perHost: number;
  items: BatchItemInput[];
};
export type BatchItemInput = Pick<RenderJobInput, "jobId" | "host" | "fingerprint" | "answered"> & { url: string };

/** What `renderBatch` is told of a page that was cancelled before it was begun. */
export const itemCancelled = defineSignal<[{ jobId: string }]>("itemCancelled");

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

/** The input of one page's workflow, the same as its record gives. */
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
