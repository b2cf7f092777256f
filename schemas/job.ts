import { type Static, Type } from "typebox";
import { Credits, DateTime, literals, type Priority, Uuid, Warnings } from "./common.ts";
import { type DiffFindings, DiffResult, type DiffSide, type DiffSpec, type DiffTimings } from "./diff.ts";
import { JobError } from "./renders/errors.ts";
import { JobResult, type OutputRecord, type PageInfo, type StoredPicture, type Timings } from "./outputs.ts";
import { optionsIn } from "./options/index.ts";
import type { RenderSpec, WebhookTarget } from "./renders/render.ts";
import type { ReadValues } from "./values.ts";

export const JobKind = literals(["render", "batch_item", "scheduled", "crawl_page", "diff"]);
export type JobKind = Static<typeof JobKind>;

export const JobStatus = literals(["queued", "in_progress", "completed", "failed", "cancelled"]);
export type JobStatus = Static<typeof JobStatus>;

/** Current stage of a job; `done` once it has ended. */
export const JobStage = literals([
  "waiting",
  "navigating",
  "capturing",
  "extracting",
  "uploading",
  "comparing",
  "storing",
  "done",
]);
export type JobStage = Static<typeof JobStage>;

/** Reply of `submitRender`: the job was accepted. */
export const JobReference = Type.Object(
  { success: Type.Boolean(), id: Uuid, status: JobStatus, statusUrl: Type.String(), warnings: Warnings },
  { additionalProperties: false },
);
export type JobReference = Static<typeof JobReference>;

/** Why `retryFailed` skipped a failed job. */
export const RetrySkipReason = literals(["not_retryable", "expired", "already_running", "insufficient_credits"], {
  description:
    "`not_retryable`: the same error would occur again. `expired`: its record is about to be removed. `already_running`: another call retried it first. `insufficient_credits`: not enough credits for this and further jobs.",
});
export type RetrySkipReason = Static<typeof RetrySkipReason>;

/** A failed job that was not retried. */
export const SkippedJob = Type.Object({ id: Uuid, reason: RetrySkipReason }, { additionalProperties: false });
export type SkippedJob = Static<typeof SkippedJob>;

/** Maximum number of skipped jobs in a reply of `retryFailed`. */
export const maxSkippedJobs = 100;

/** Reply of `retryFailed`: the retried jobs, and the number of skipped ones. */
export const RetriedJobs = Type.Object(
  {
    success: Type.Literal(true),
    retried: Type.Integer({ minimum: 0 }),
    skipped: Type.Integer({ minimum: 0 }),
    jobs: Type.Array(JobReference),
    skippedJobs: Type.Array(SkippedJob, {
      maxItems: maxSkippedJobs,
      description: `The first ${maxSkippedJobs} skipped jobs, newest first, with the reason.`,
    }),
  },
  { additionalProperties: false },
);

/** A job's options as the API shows them: with defaults, without secrets. */
export const ShownOptions = Type.Object(optionsIn("reply"), { additionalProperties: false });
export type ShownOptions = Static<typeof ShownOptions>;

/** A job as the API shows it. */
export const Job = Type.Object(
  {
    id: Uuid,
    kind: JobKind,
    status: JobStatus,
    stage: JobStage,
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    url: Type.String(),
    options: ShownOptions,
    batchId: Type.Optional(Uuid),
    scheduleId: Type.Optional(Uuid),
    crawlId: Type.Optional(Uuid),
    attempts: Type.Integer({ minimum: 1, description: "Number of starts: 1, plus 1 for each retry." }),
    cached: Type.Boolean({
      description: "Whether `cache: true` found an identical render. Then the job shows its outputs and costs nothing.",
    }),
    credits: Credits,
    backedOffUntil: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "The time until which the queued job waits, because its host answered 429 or 503. Only `GET /status/{id}` has it.",
      }),
    ),
    createdAt: DateTime,
    startedAt: Type.Union([DateTime, Type.Null()]),
    completedAt: Type.Union([DateTime, Type.Null()]),
    expiresAt: DateTime,
    result: Type.Optional(JobResult),
    diff: Type.Optional(DiffResult),
    error: Type.Optional(JobError),
  },
  { additionalProperties: false },
);
export type Job = Static<typeof Job>;

/** Reply with one job. */
export const JobReply = Type.Object(
  { success: Type.Literal(true), job: Job, warnings: Warnings },
  { additionalProperties: false },
);

/** Reply of `GET /status/{id}`, with `pollAfterMs` until the job has ended. */
export const StatusReply = Type.Object(
  {
    success: Type.Literal(true),
    job: Job,
    pollAfterMs: Type.Optional(Type.Integer({ minimum: 0, description: "Milliseconds to wait before the next poll." })),
  },
  { additionalProperties: false },
);

/** Reply of `GET /jobs`; `nextCursor` is null at the end. */
export const JobList = Type.Object(
  { success: Type.Literal(true), jobs: Type.Array(Job), nextCursor: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: false },
);

/** Outcome of a job: references and sizes, never bytes. */
type Leftovers = {
  outputs: OutputRecord[];
  /** For a crawl's page: key of its discovery in the service's bucket. */
  discovery?: string;
  /** ISO instant of the job's start. */
  startedAt: string;
};

/** Outcome of a capture. */
export type RenderOutcome = Leftovers & {
  page: PageInfo;
  timings: Timings;
  /** Missing without values to read. */
  values?: ReadValues;
  comparison?: never;
};

/** Outcome of a comparison. */
export type DiffOutcome = Leftovers & {
  comparison: DiffFindings & { width: number; heights: { before: number; after: number } };
  /** Facts of the pages that were captured for it. */
  pages: Partial<Record<DiffSide, PageInfo>>;
  timings: DiffTimings;
  page?: never;
};

export type JobOutcome = RenderOutcome | DiffOutcome;

/** The job's record in MongoDB, which the API reads. */
export type JobRecord = {
  _id: string;
  accountId: string;
  keyId: string;
  requestId: string;
  kind: JobKind;
  url: string;
  host: string;
  priority: Priority;
  spec: RenderSpec;
  /** For a comparison, its sources and options. `spec` then says how its pages are captured. */
  diff?: DiffSpec;
  webhook?: WebhookTarget;
  batchId?: string;
  scheduleId?: string;
  crawlId?: string;
  /** Credits of one attempt. */
  price: number;
  credits: { charged: number; refunded: number };
  attempts: number;
  cached: boolean;
  /** Hash of account, url and effective options, secrets included. Identical renders have the same hash. */
  fingerprint: string;
  status: JobStatus;
  stage: JobStage;
  progress: number;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  expiresAt: Date;
  cancelRequestedAt: Date | null;
  /** Workflow time of the newest projection, in microseconds; an older one never overwrites a newer one. */
  version: number;
  result?: JobOutcome;
  error?: JobError;
  /** The page at the step that failed. Missing for other ends. */
  failurePicture?: StoredPicture;
};

/** The newest completed render of one fingerprint, which is the `_id`. */
export type RenderCacheRecord = { _id: string; rendered: { jobId: string; at: Date }; expiresAt: Date };

/**
 * Accepted work that may not have started. The entry is written before anything else and removed once the workflow has
 * started. If the process dies in between, the reconciler finishes or undoes the work.
 */
export type OutboxRecord = {
  /** Id of the resource that needs its workflow started. */
  _id: string;
  /** The workflow's type. */
  type:
    | "renderJob"
    | "renderSchedule"
    | "renderBatch"
    | "monitor"
    | "manualRun"
    | "monitorChange"
    | "monitorSitemap"
    | "sitemapChange"
    | "signIn"
    | "crawl"
    | "mailDelivery"
    | "webhookDelivery";
  accountId: string;
  /** Jobs that this acceptance charges. */
  jobIds: string[];
  /** Written by the reconciler when it begins to undo the acceptance, which then cannot be continued. */
  undoing?: true;
  /** When the call, or its last repeat, began. */
  createdAt: Date;
};
