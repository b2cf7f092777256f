import { type Static, Type } from "typebox";
import {
  DateTime,
  ImageFormat,
  literals,
  Name,
  nullable,
  type Sealed,
  Theme,
  unitKeyword,
  Uuid,
  WaitUntil,
  Warnings,
  WebhookSecret,
} from "./common.ts";
import { DiffMode, Visualization } from "./diff.ts";
import { blockNotes } from "./renders/blocking.ts";
import { DeviceName } from "./renders/devices.ts";
import { Cookie, PageOptions, timeoutShares, type WebhookTarget } from "./renders/render.ts";
import { storageOptions, type StorageTarget } from "./renders/storage.ts";

export const MonitorStatus = literals(["active", "paused", "paused_plan_limit", "deleted"]);
export type MonitorStatus = Static<typeof MonitorStatus>;

const BaselineMode = literals(["rolling", "fixed"]);
type BaselineMode = Static<typeof BaselineMode>;

/** A cookie of a monitor's capture: no `expires`, for a monitor outlives it. */
const CaptureCookie = Type.Omit(Cookie, ["expires"], { additionalProperties: false });

const selectors = Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 100 });

/** Off unless given. It has no default, so that replies show only what was set. */
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

const shownCapture = {
  fullPage: Type.Optional(Type.Boolean({ default: true, description: "Capture the whole scrollable page." })),
  regions: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Also compare the page's own regions and name changed areas by them.",
    }),
  ),
  format: Type.Optional(
    literals(ImageFormat.enum, { default: "jpg", description: "Of the delivered picture; comparisons are lossless." }),
  ),
  quality: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 80, description: "Of a jpg." })),
  device: Type.Optional(DeviceName),
  width: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 3840,
      [unitKeyword]: "pixels",
      description: "Viewport, CSS pixels; 1280 unless given.",
    }),
  ),
  height: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 2160,
      [unitKeyword]: "pixels",
      description: "Viewport, CSS pixels; 720 unless given.",
    }),
  ),
  theme: Type.Optional(literals(Theme.enum)),
  timeout: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 60,
      [unitKeyword]: "seconds",
      description: `Seconds for the whole capture; 30 unless given. ${timeoutShares}`,
    }),
  ),
  waitUntil: Type.Optional(literals(WaitUntil.enum)),
  blockCookieBanners: flag(blockNotes.blockCookieBanners),
  blockAds: flag(blockNotes.blockAds),
  blockChatWidgets: flag(blockNotes.blockChatWidgets),
  blockPopups: flag(blockNotes.blockPopups),
  blockAccessibilityWidgets: flag(blockNotes.blockAccessibilityWidgets),
  hideSelectors: Type.Optional(selectors),
  scrollToElement: PageOptions.scrollToElement,
};

const { storage_access_key_id, storage_secret_access_key, ...otherStorage } = storageOptions;

/** Additional storage of pictures, as for renders. It has no defaults, so that replies show only what was set. */
const shownStorage = {
  ...otherStorage,
  store: Type.Optional(
    Type.Boolean({
      description:
        "Put each run's picture into the owner's own object storage as well; needs storage_provider, storage_bucket and both keys. A run that can't be stored fails and is refunded. Without it the `storage_…` fields have no effect.",
    }),
  ),
  storage_return_location: Type.Optional(
    Type.Boolean({ description: "Add `location` to the run's screenshot: its address in that storage." }),
  ),
};

/** Keys of the owner's bucket. */
const storageKeys = { storage_access_key_id, storage_secret_access_key };

const captureDescription =
  "How the page is captured, by the options of renders, and what of it is compared. Other properties are kept and returned, and have no effect; `warnings` in the reply names each, with the nearest known name.";

/** What a monitor captures, as clients send it; other properties are kept. */
const MonitorCaptureInput = Type.Object(
  {
    ...shownCapture,
    ...shownStorage,
    ...storageKeys,
    clickSelectors: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 100, writeOnly: true }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 256 }), Type.String({ maxLength: 8192 }), {
        maxProperties: 50,
        writeOnly: true,
        description: "Sent with requests to the page's own origin only.",
      }),
    ),
    cookies: Type.Optional(Type.Array(CaptureCookie, { maxItems: 100 })),
  },
  { additionalProperties: true, description: captureDescription },
);
/** Every field of a capture that has an effect. */
export const captureFields = MonitorCaptureInput.properties;
type MonitorCaptureInput = Static<typeof MonitorCaptureInput>;

/** A change of what a monitor captures; null takes a property away. */
export type CaptureChange = { [Name in keyof MonitorCaptureInput]: MonitorCaptureInput[Name] | null };

const CaptureChange = Type.Unsafe<CaptureChange>({
  ...MonitorCaptureInput,
  properties: Object.fromEntries(
    Object.entries(MonitorCaptureInput.properties).map(([name, schema]) => [name, nullable(schema)]),
  ),
  description: `${captureDescription} What is left out stays; null takes a property away, one of the others as well, and what has a default goes back to it.`,
});

/** What a monitor captures, as it is shown: defaults applied, write-only values left out. */
export const MonitorCapture = Type.Object(
  {
    ...shownCapture,
    ...shownStorage,
    cookies: Type.Optional(Type.Array(Type.Omit(CaptureCookie, ["value"], { additionalProperties: false }))),
  },
  { additionalProperties: true },
);
export type MonitorCapture = Static<typeof MonitorCapture> & { [extra: string]: unknown };

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
    account: Type.Optional(Type.Boolean({ default: true, description: "Tell the account's own address." })),
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
    "Least share of the compared pixels that counts as a change. By 0 every confirmed visible difference counts. A ratio of 0 never counts.",
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
