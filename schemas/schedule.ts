import { type Static, Type } from "typebox";
import { DateTime, HttpUrl, literals, type Priority, Uuid, Warnings } from "./common.ts";
import { optionsIn } from "./options/index.ts";
import type { RenderSpec, WebhookTarget } from "./renders/render.ts";

/** `delayed` renders once at a given time, `repeatable` repeatedly. */
export const ScheduleType = literals(["delayed", "repeatable"]);
export type ScheduleType = Static<typeof ScheduleType>;

export const ScheduleStatus = literals(["active", "paused", "completed", "cancelled"]);
export type ScheduleStatus = Static<typeof ScheduleStatus>;

/** Body of `scheduleRender`, `POST /render/scheduled`. */
export const DelayedRequest = Type.Object(
  {
    url: HttpUrl,
    scheduleAt: Type.String({ format: "date-time", description: "Time of the render, at most 366 days ahead." }),
    ...optionsIn("delayed"),
  },
  { additionalProperties: false },
);
export type DelayedRequest = Static<typeof DelayedRequest>;

/** Maximum characters of `cron`. */
export const maxCronChars = 256;
/** Maximum characters of the name of a time zone. */
export const maxTimezoneChars = 64;

/** Body of `scheduleRecurring`, `POST /render/schedule-recurring`. */
export const RecurringRequest = Type.Object(
  {
    url: HttpUrl,
    pattern: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          "Minute, hour, day of month, month and day of week (0 to 7, Sunday is 0 and 7), in UTC; each `*`, one number, or `*/n`. When both day fields are numbers, either may match. Give either `pattern` or `cron`.",
      }),
    ),
    cron: Type.Optional(
      Type.String({
        maxLength: maxCronChars,
        description:
          "The same five fields in `timezone`. Each may also be a name (`MON`, `JAN`), a range (`9-17`), a step of a range (`9-17/2`), or a list (`1,15`). When neither day field begins with `*`, either may match.",
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        maxLength: maxTimezoneChars,
        description: "IANA name of the time zone of `cron`, such as `Europe/Berlin`. Default: UTC.",
      }),
    ),
    endDate: Type.Optional(Type.String({ format: "date-time", description: "No render is started after this time." })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Number of renders after which the schedule is completed.",
      }),
    ),
    ...optionsIn("recurring"),
  },
  { additionalProperties: false },
);
export type RecurringRequest = Static<typeof RecurringRequest>;

/** Maximum number of planned renders in a schedule's reply. */
export const maxNextRuns = 5;

const scheduleFields = {
  id: Uuid,
  type: ScheduleType,
  status: ScheduleStatus,
  url: HttpUrl,
  scheduleAt: Type.Optional(DateTime),
  pattern: Type.Optional(Type.String({ description: "Pattern in UTC. Missing if the schedule has `cron`." })),
  cron: Type.Optional(Type.String()),
  timezone: Type.Optional(Type.String({ description: "Time zone of `cron`." })),
  endDate: Type.Optional(DateTime),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  nextRunAt: Type.Optional(Type.String({ format: "date-time", description: "Missing if no render is planned." })),
  nextRuns: Type.Array(DateTime, {
    maxItems: maxNextRuns,
    description: `The next ${maxNextRuns} renders at most. Empty if no render is planned.`,
  }),
  runCount: Type.Integer({ minimum: 0, description: "Renders started so far; skipped ones do not count." }),
  lastRunAt: Type.Optional(DateTime),
  lastJobId: Type.Optional(Uuid),
  createdAt: DateTime,
};

/** A schedule as the API shows it. */
export const Schedule = Type.Object(scheduleFields, { additionalProperties: false });
export type Schedule = Static<typeof Schedule>;

/** Reply with one schedule. The contract has its fields at the top level. */
export const ScheduleReply = Type.Object(
  { success: Type.Literal(true), ...scheduleFields, warnings: Warnings },
  { additionalProperties: false },
);

/** Reply of `listSchedules`. */
export const ScheduleList = Type.Object(
  {
    success: Type.Literal(true),
    schedules: Type.Array(Schedule),
    total: Type.Integer({ minimum: 0, description: "Number of matching schedules on all pages." }),
  },
  { additionalProperties: false },
);

/** Body of `PATCH /render/scheduled/{id}`. */
export const ScheduleChange = Type.Object({ status: literals(["active", "paused"]) }, { additionalProperties: false });

/** A recurrence: five cron fields in UTC, or five fields of the larger grammar in a time zone. */
export type Recurrence = { pattern: string } | { pattern?: never; cron: string; timezone: string };

/** Timing of a schedule: once, or repeatedly until a date. */
export type ScheduleTiming =
  | { type: "delayed"; at: Date }
  | ({ type: "repeatable"; endDate: Date | null } & Recurrence);

/** Why a fire started no render. */
export type SkipReason = "overlap" | "no_credits" | "missed";

/** A schedule's record in MongoDB. The API creates it; after that only its workflow writes it. */
export type ScheduleRecord = {
  _id: string;
  accountId: string;
  keyId: string;
  requestId: string;
  url: string;
  host: string;
  timing: ScheduleTiming;
  /** Maximum number of renders; null without a limit. */
  limit: number | null;
  spec: RenderSpec;
  webhook?: WebhookTarget;
  priority: Priority;
  optionsHash: string;
  status: ScheduleStatus;
  nextRunAt: Date | null;
  /** `nextRunAt`, or the latest possible date without one. Lists are sorted by it. */
  dueAt: Date;
  runCount: number;
  lastRunAt: Date | null;
  lastJobId: string | null;
  createdAt: Date;
  /** Time of removal, set when the schedule ends. */
  expiresAt: Date | null;
  /** Workflow time of the newest projection, in microseconds; 0 until the workflow has started. */
  version: number;
};
