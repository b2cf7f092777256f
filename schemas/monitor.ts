import { type Static, Type } from "typebox";
import { DateTime, literals, Name, type Sealed, unitKeyword, Uuid, Warnings, WebhookSecret } from "./common.ts";
import { DiffMode, Visualization } from "./diff.ts";
import { type WebhookTarget } from "./renders/render.ts";
import { type StorageTarget } from "./renders/storage.ts";
import { CaptureChange, MonitorCapture, MonitorCaptureInput } from "./monitorCapture.ts";

export const MonitorStatus = literals(["active", "paused", "paused_plan_limit", "deleted"]);
export type MonitorStatus = Static<typeof MonitorStatus>;

const BaselineMode = literals(["rolling", "fixed"]);
type BaselineMode = Static<typeof BaselineMode>;

/** How captures are compared. */
const MonitorDiff = Type.Object(
  {
    mode: Type.Optional(literals(DiffMode.enum, { default: "perceptual" })),
    visualization: Type.Optional(literals(Visualization.enum, { default: "overlay" })),
  },
  { additionalProperties: false },
);

const AlertEmail = Type.Object(
  {
    account: Type.Optional(Type.Boolean({ default: true, description: "Send alerts to the account's own address." })),
    recipientIds: Type.Optional(
      Type.Array(Uuid, { maxItems: 5, uniqueItems: true, description: "Verified recipients of this account." }),
    ),
  },
  { additionalProperties: false },
);

/** Who is told, as clients send it; `webhook: null` takes the webhook away. Other properties are kept. */
const MonitorAlertsInput = Type.Object(
  {
    email: Type.Optional(AlertEmail),
    webhook: Type.Optional(
      Type.Union([
        Type.Object(
          {
            url: Type.Optional(Type.String({ maxLength: 2048, pattern: "^https?://", writeOnly: true })),
            secret: Type.Optional(Type.Union([WebhookSecret, Type.Null()])),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: true },
);

/** Every field of the alerts that has an effect. */
export const alertFields = MonitorAlertsInput.properties;

/** Who is told, as it is shown. */
export const MonitorAlerts = Type.Object(
  {
    email: Type.Object({ account: Type.Boolean(), recipientIds: Type.Array(Uuid) }, { additionalProperties: false }),
    webhook: Type.Object(
      { configured: Type.Boolean(), signed: Type.Boolean({ description: "Whether there is a secret." }) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: true },
);
export type MonitorAlerts = Static<typeof MonitorAlerts>;

const url = Type.String({ maxLength: 2048, pattern: "^https?://", format: "uri", writeOnly: true });
const intervalMinutes = Type.Integer({
  minimum: 1,
  maximum: 43_200,
  [unitKeyword]: "minutes",
  description: "Minutes between runs.",
});
/** Any visible difference counts. */
export const defaultChangeThreshold = 0;
const threshold = {
  minimum: 0,
  maximum: 1,
  description:
    "Minimum share of compared pixels that counts as a change. With 0, every confirmed visible difference counts. A ratio of 0 never counts.",
};

/** Body of `POST /render/monitors`. */
export const MonitorRequest = Type.Object(
  {
    name: Name,
    url,
    intervalMinutes,
    baselineMode: Type.Optional(literals(BaselineMode.enum, { default: "rolling" })),
    changeThreshold: Type.Optional(Type.Number({ ...threshold, default: defaultChangeThreshold })),
    capture: Type.Optional(MonitorCaptureInput),
    diff: Type.Optional(MonitorDiff),
    alerts: Type.Optional(MonitorAlertsInput),
    status: Type.Optional(literals(["active", "paused"], { default: "active" })),
  },
  { additionalProperties: false },
);
export type MonitorRequest = Static<typeof MonitorRequest>;

/** Body of `updateMonitor`. Inside `capture`, `diff` and `alerts`, what is not given stays as it is; null takes a property of `capture` away. */
export const MonitorPatch = Type.Object(
  {
    name: Type.Optional(Name),
    url: Type.Optional(url),
    intervalMinutes: Type.Optional(intervalMinutes),
    baselineMode: Type.Optional(literals(BaselineMode.enum)),
    changeThreshold: Type.Optional(Type.Number(threshold)),
    capture: Type.Optional(withoutDefaults(CaptureChange)),
    diff: Type.Optional(withoutDefaults(MonitorDiff)),
    alerts: Type.Optional(withoutDefaults(MonitorAlertsInput)),
    status: Type.Optional(literals(["active", "paused"])),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type MonitorPatch = Static<typeof MonitorPatch>;

/** What is wrong at present, and since when. */
export const Incident = Type.Object(
  {
    id: Uuid,
    type: literals(["change", "failure"]),
    status: literals(["open"]),
    openedAt: DateTime,
    runId: Type.String({ format: "uuid", description: "The run that opened it." }),
    consecutiveFailures: Type.Integer({ minimum: 0 }),
    lastNotifiedAt: Type.Union([DateTime, Type.Null()]),
  },
  { additionalProperties: false },
);
export type Incident = Static<typeof Incident>;

/** A monitor as the API shows it. */
export const Monitor = Type.Object(
  {
    id: Uuid,
    name: Name,
    status: MonitorStatus,
    intervalMinutes,
    baselineMode: BaselineMode,
    changeThreshold: Type.Number(threshold),
    capture: MonitorCapture,
    diff: Type.Object({ mode: DiffMode, visualization: Visualization }, { additionalProperties: false }),
    alerts: MonitorAlerts,
    baselineRunId: Type.Union([Uuid, Type.Null()]),
    nextRunAt: Type.Union([DateTime, Type.Null()]),
    lastRunAt: Type.Union([DateTime, Type.Null()]),
    incident: Type.Union([Incident, Type.Null()]),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { additionalProperties: false },
);
export type Monitor = Static<typeof Monitor>;

export const MonitorReply = Type.Object(
  { success: Type.Literal(true), monitor: Monitor, warnings: Warnings },
  { additionalProperties: false },
);

/** What somebody is told who pauses a monitor by a mail's link. */
export const PausedReply = Type.Object(
  { success: Type.Literal(true), paused: Type.Boolean() },
  { additionalProperties: false },
);

export const MonitorList = Type.Object(
  {
    success: Type.Literal(true),
    monitors: Type.Array(Monitor),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
    total: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);

/** Why a monitor stands still although its owner wants it to run. */
export type PlanLimit = "credits" | "count" | "interval";

/** What a monitor's owner wants; written by the API alone. */
export type MonitorSpec = {
  name: string;
  wanted: "active" | "paused" | "deleted";
  /** Of the page; the address itself is sealed. */
  host: string;
  url: Sealed;
  intervalMinutes: number;
  baselineMode: BaselineMode;
  changeThreshold: number;
  /** JSON of `MonitorCapture`: its other properties are the caller's, whose names a database may refuse. */
  capture: string;
  captureSecrets: CaptureSecrets;
  /** The owner's bucket; null where pictures are not stored in one. */
  storage: StorageTarget | null;
  diff: { mode: DiffMode; visualization: Visualization };
  email: { account: boolean; recipientIds: string[] };
  webhook: WebhookTarget | null;
  /** JSON of the other properties of `alerts`. */
  alertExtras: string;
};

/** What of a capture is never shown, each sealed JSON by itself, so that one can be changed without the others. */
export type CaptureSecrets = {
  /** Of `Record<string, string>`. */
  headers?: Sealed;
  /** Of `string[]`: the values, in the order of the shown cookies. */
  cookieValues?: Sealed;
  /** Of `string[]`. */
  clickSelectors?: Sealed;
  /** Other properties that look like secrets; kept, and used for nothing. */
  extras: { name: string; value: Sealed }[];
};

/** Where a monitor stands; written by its workflow alone. */
type MonitorState = {
  appliedRev: number;
  baselineRunId: string | null;
  nextRunAt: Date | null;
  lastRunAt: Date | null;
  planLimit: PlanLimit | null;
  incident: Incident | null;
  /** Workflow time of the newest projection, in microseconds. */
  version: number;
};

/** A monitor's record in MongoDB. */
export type MonitorRecord = {
  _id: string;
  accountId: string;
  keyId: string;
  requestId: string;
  spec: MonitorSpec;
  /** Raised with each change of `spec`. */
  specRev: number;
  /** The revision at which address, capture or diff last changed: a run of an older one is no baseline. */
  captureRev: number;
  /** A run the owner made the baseline, at the revision of then. */
  pinned: { runId: string; rev: number } | null;
  /** The run that is under way or about to be: there is one at a time. */
  runId: string | null;
  state: MonitorState;
  createdAt: Date;
  updatedAt: Date;
  /** When a deleted monitor is removed. */
  expiresAt: Date | null;
};

/** A schema of the same shape in which nothing has a default: what is left out of a change stays. */
function withoutDefaults<Schema extends Type.TSchema>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === "default" ? undefined : value)));
}
