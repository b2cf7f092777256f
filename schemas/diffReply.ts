import { type Static, Type } from "typebox";
import { Credits, DateTime, Uuid } from "./common.ts";
import { Box, DiffMode, DiffResult, DiffSource, Visualization } from "./diff.ts";
import { JobError } from "./renders/errors.ts";
import { JobStage, JobStatus } from "./job.ts";

/** Source of a picture as the API shows it. A run has its monitor. */
export const ShownSource = Type.Object(
  {
    ...DiffSource.properties,
    monitorId: Type.Optional(Type.String({ format: "uuid", description: "The run's monitor." })),
  },
  { additionalProperties: false },
);
export type ShownSource = Static<typeof ShownSource>;

/** A comparison as the API shows it. It is a job too: `statusUrl` is the job's address, and `DELETE /jobs/{id}` cancels it. */
export const Diff = Type.Object(
  {
    id: Uuid,
    status: JobStatus,
    stage: JobStage,
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    before: ShownSource,
    after: ShownSource,
    mode: DiffMode,
    visualization: Visualization,
    threshold: Type.Number(),
    ignoreRegions: Type.Array(Box),
    credits: Credits,
    statusUrl: Type.String(),
    createdAt: DateTime,
    startedAt: Type.Union([DateTime, Type.Null()]),
    completedAt: Type.Union([DateTime, Type.Null()]),
    expiresAt: DateTime,
    result: Type.Optional(DiffResult),
    error: Type.Optional(JobError),
  },
  { additionalProperties: false },
);
export type Diff = Static<typeof Diff>;

/** Reply of `GET /render/diff/{id}`, with `pollAfterMs` until the comparison has ended. */
export const DiffReply = Type.Object(
  {
    success: Type.Literal(true),
    diff: Diff,
    pollAfterMs: Type.Optional(Type.Integer({ minimum: 0, description: "Milliseconds to wait before the next poll." })),
  },
  { additionalProperties: false },
);

/** Findings without the changed areas and the alignment, which may have hundreds of entries. */
const { regions: _regions, alignment: _alignment, ...listedResult } = DiffResult.properties;

/** A comparison in a list. */
export const ListedDiff = Type.Object(
  {
    ...Diff.properties,
    result: Type.Optional(
      Type.Object(
        {
          ...listedResult,
          regionCount: Type.Integer({
            minimum: 0,
            maximum: 128,
            description: "Changed areas. `GET /render/diff/{id}` has them, and the alignment of the rows.",
          }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type ListedDiff = Static<typeof ListedDiff>;

/** Reply of `GET /render/diff`. */
export const DiffList = Type.Object(
  {
    success: Type.Literal(true),
    diffs: Type.Array(ListedDiff),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);
