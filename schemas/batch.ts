import { type Static, Type } from "typebox";
import { Credits, DateTime, HttpUrl, literals, type Priority, Uuid, Warnings } from "./common.ts";
import { JobError } from "./renders/errors.ts";
import { JobStatus } from "./job.ts";
import { optionsIn } from "./options/index.ts";
import type { RenderSpec, WebhookTarget } from "./renders/render.ts";

/** Body of `submitBatch`, `POST /render/smart-batch`. */
export const BatchRequest = Type.Object(
  {
    // No pattern here: an invalid address is refused alone, not with the whole batch.
    urls: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 100,
      description:
        "Pages to render with the same options: http or https, at most 2,048 characters each. An invalid, forbidden or repeated address is refused alone.",
    }),
    url: Type.Optional(Type.String({ description: "Ignored; a batch takes its pages from `urls`." })),
    ...optionsIn("batch"),
  },
  { additionalProperties: false },
);
export type BatchRequest = Static<typeof BatchRequest>;

/** Why one address of a batch was not accepted. */
export const ItemRefusal = literals(["invalid_url", "target_forbidden", "duplicate_url"]);
export type ItemRefusal = Static<typeof ItemRefusal>;

const refusalFields = { error: ItemRefusal, message: Type.String() };

/** Result of one address of a batch. */
export const BatchResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: "Index in `urls`." }),
    url: Type.String(),
    success: Type.Boolean(),
    batch: Uuid,
    id: Type.Optional(Type.String({ format: "uuid", description: "The job, if the address was accepted." })),
    statusUrl: Type.Optional(Type.String()),
    error: Type.Optional(refusalFields.error),
    message: Type.Optional(refusalFields.message),
  },
  { additionalProperties: false },
);
export type BatchResult = Static<typeof BatchResult>;

/** Reply of `submitBatch`. */
export const BatchAccepted = Type.Object(
  {
    success: Type.Literal(true),
    batch: Uuid,
    statusUrl: Type.String({ description: "Address of the batch's status." }),
    results: Type.Array(BatchResult),
    credits: Credits,
    warnings: Warnings,
  },
  { additionalProperties: false },
);

export const BatchStatus = literals(["queued", "in_progress", "completed", "cancelled"]);
export type BatchStatus = Static<typeof BatchStatus>;

const Count = Type.Integer({ minimum: 0 });
const countFields = { queued: Count, in_progress: Count, completed: Count, failed: Count, cancelled: Count };

/** Jobs by status. */
export const JobCounts = Type.Object(countFields, { additionalProperties: false });
export type JobCounts = Static<typeof JobCounts>;

/** Figures of a batch for one host. */
export const HostFigures = Type.Object(
  {
    host: Type.String(),
    total: Count,
    ...countFields,
    refusals: Type.Integer({ minimum: 0, description: "Pages that the host answered with 429 or 503." }),
    backedOffUntil: Type.Union([DateTime, Type.Null()], {
      description: "The time until which its waiting pages wait, because it answered 429 or 503; else null.",
    }),
    averageMs: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: "Mean milliseconds of its completed pages from browser to storage; null before the first.",
    }),
  },
  { additionalProperties: false },
);
export type HostFigures = Static<typeof HostFigures>;

/** A batch as the API shows it. */
export const Batch = Type.Object(
  {
    id: Uuid,
    status: BatchStatus,
    total: Type.Integer({ minimum: 1, description: "Pages that were accepted." }),
    refused: Type.Array(
      Type.Object({ index: Count, url: Type.String(), ...refusalFields }, { additionalProperties: false }),
      { description: "Addresses that were refused." },
    ),
    counts: JobCounts,
    progress: Type.Integer({ minimum: 0, maximum: 100, description: "Percent of the pages that have ended." }),
    credits: Credits,
    hosts: Type.Array(HostFigures),
    createdAt: DateTime,
    startedAt: Type.Union([DateTime, Type.Null()]),
    completedAt: Type.Union([DateTime, Type.Null()]),
    expiresAt: DateTime,
  },
  { additionalProperties: false },
);
export type Batch = Static<typeof Batch>;

/** One page of a batch, in the order of `urls`. */
export const BatchItem = Type.Object(
  {
    index: Count,
    url: HttpUrl,
    id: Uuid,
    statusUrl: Type.String(),
    status: JobStatus,
    statusCode: Type.Optional(Type.Integer({ description: "HTTP status of the page." })),
    title: Type.Optional(Type.String()),
    error: Type.Optional(JobError),
  },
  { additionalProperties: false },
);
export type BatchItem = Static<typeof BatchItem>;

/** Reply of `DELETE /render/batches/{id}`. */
export const BatchReply = Type.Object({ success: Type.Literal(true), batch: Batch }, { additionalProperties: false });

const NextCursor = Type.Union([Type.String(), Type.Null()]);

/** Reply of `GET /render/batches/{id}`. `nextCursor` belongs to the items. */
export const BatchWithItems = Type.Object(
  { success: Type.Literal(true), batch: Batch, items: Type.Array(BatchItem), nextCursor: NextCursor },
  { additionalProperties: false },
);

/** Reply of `GET /render/batches`. */
export const BatchList = Type.Object(
  { success: Type.Literal(true), batches: Type.Array(Batch), nextCursor: NextCursor },
  { additionalProperties: false },
);

/** A refused address. */
export type RefusedUrl = { index: number; url: string; error: ItemRefusal; message: string };

/** An accepted page: its index in `urls` and the input of its workflow. */
export type BatchPage = {
  index: number;
  jobId: string;
  url: string;
  host: string;
  fingerprint: string;
  /** Whether an identical render supplied its result. */
  answered: boolean;
};

/** A batch's record in MongoDB. The API writes the request, its workflow the end. The pages' states are in their jobs. */
export type BatchRecord = {
  _id: string;
  accountId: string;
  keyId: string;
  requestId: string;
  /** Capture options of every page. Its `url` is the first page's. */
  spec: RenderSpec;
  webhook?: WebhookTarget;
  priority: Priority;
  /** Maximum number of pages at once: in all by the plan, and per host by its throttle. */
  concurrency: number;
  perHost: number;
  items: BatchPage[];
  refused: RefusedUrl[];
  status: "open" | "completed" | "cancelled";
  createdAt: Date;
  completedAt: Date | null;
  expiresAt: Date;
  cancelRequestedAt: Date | null;
};
