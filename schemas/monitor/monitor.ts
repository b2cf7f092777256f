import { type Static, Type } from "typebox";
import {
  DateTime,
  linePattern,
  literals,
  Name,
  nullable,
  type Sealed,
  unitKeyword,
  Uuid,
  Warnings,
} from "../common.ts";
import { DiffMode, Visualization } from "../diff.ts";
import { maxCronChars, maxTimezoneChars } from "../schedule.ts";
import { type StorageTarget } from "../renders/storage.ts";
import { type AlertsSpec, MonitorAlerts, MonitorAlertsInput } from "./alerts.ts";
import { CaptureChange, MonitorCapture, MonitorCaptureInput } from "./capture.ts";
import { RecentRun } from "./run.ts";

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

const url = Type.String({ maxLength: 2048, pattern: "^https?://", format: "uri", writeOnly: true });
const intervalMinutes = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 43_200, [unitKeyword]: "minutes", description });
const cron = Type.String({
  maxLength: maxCronChars,
  description:
    "Minute, hour, day of month, month and day of week in `timezone`, in place of `intervalMinutes`: `0 9 * * MON-FRI` runs at 9:00 on weekdays. Each field is `*`, a number, a name, a range, a step (`*/15`, `8-18/2`), or a list of these.",
});
const timezone = Type.String({
  maxLength: maxTimezoneChars,
  description: "IANA name of the time zone of `cron` and `alerts.quietHours`, such as `Europe/Berlin`. Default: UTC.",
});
/** A label that the owner gives monitors, to find them by. */
export const Tag = Type.String({ minLength: 1, maxLength: 40, pattern: linePattern });
const tags = Type.Array(Tag, {
  maxItems: 20,
  description: "Labels to find monitors by. Spaces around a tag are removed, and so are repeated tags.",
});

const mutedUntil = nullable(
  DateTime,
  "No mail, no webhook and no message to a channel is sent before this time, at most 366 days ahead; runs and incidents continue. Null: not muted.",
);

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
    intervalMinutes: Type.Optional(intervalMinutes("Minutes between runs. Give either `intervalMinutes` or `cron`.")),
    cron: Type.Optional(cron),
    timezone: Type.Optional(timezone),
    tags: Type.Optional(tags),
    baselineMode: Type.Optional(literals(BaselineMode.enum, { default: "rolling" })),
    changeThreshold: Type.Optional(Type.Number({ ...threshold, default: defaultChangeThreshold })),
    capture: Type.Optional(MonitorCaptureInput),
    diff: Type.Optional(MonitorDiff),
    alerts: Type.Optional(MonitorAlertsInput),
    mutedUntil: Type.Optional(mutedUntil),
    status: Type.Optional(literals(["active", "paused"], { default: "active" })),
  },
  { additionalProperties: false },
);
export type MonitorRequest = Static<typeof MonitorRequest>;

/**
 * Body of `updateMonitor`. Properties of `capture`, `diff` and `alerts` that are not given stay as they are. Null removes a
 * property of `capture`.
 */
export const MonitorPatch = Type.Object(
  {
    name: Type.Optional(Name),
    url: Type.Optional(url),
    intervalMinutes: Type.Optional(intervalMinutes("Minutes between runs. Replaces `cron`.")),
    cron: Type.Optional(cron),
    timezone: Type.Optional(timezone),
    tags: Type.Optional(tags),
    baselineMode: Type.Optional(literals(BaselineMode.enum)),
    changeThreshold: Type.Optional(Type.Number(threshold)),
    capture: Type.Optional(withoutDefaults(CaptureChange)),
    diff: Type.Optional(withoutDefaults(MonitorDiff)),
    alerts: Type.Optional(withoutDefaults(MonitorAlertsInput)),
    mutedUntil: Type.Optional(mutedUntil),
    status: Type.Optional(literals(["active", "paused"])),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type MonitorPatch = Static<typeof MonitorPatch>;

/** The open incident. */
export const Incident = Type.Object(
  {
    id: Uuid,
    type: literals(["change", "failure"]),
    status: literals(["open"]),
    openedAt: DateTime,
    runId: Type.String({ format: "uuid", description: "The run that opened it." }),
    consecutiveFailures: Type.Integer({ minimum: 0 }),
    lastNotifiedAt: nullable(DateTime, "Null if no message was sent, because the monitor was muted."),
    acknowledgedAt: nullable(DateTime, "Time at which the owner acknowledged it, else null."),
  },
  { additionalProperties: false },
);
export type Incident = Static<typeof Incident>;
/** The open incident as the monitor's workflow knows it. */
export type OpenIncident = Omit<Incident, "acknowledgedAt">;

/** Maximum number of runs in a monitor's reply. */
export const maxRecentRuns = 20;

/** A monitor as the API shows it. */
export const Monitor = Type.Object(
  {
    id: Uuid,
    name: Name,
    host: Type.String({ description: "Host of the page. The rest of the address is write-only." }),
    tags,
    status: MonitorStatus,
    intervalMinutes: intervalMinutes(
      "Minutes between runs. With `cron`, the shortest time between two of its fires, 43,200 at most. The plan's shortest interval applies to it.",
    ),
    cron: Type.Optional(Type.String({ description: "Five cron fields in `timezone`. Missing without a cron." })),
    timezone: Type.Optional(
      Type.String({ description: "Time zone of `cron` and `alerts.quietHours`. Missing without both." }),
    ),
    baselineMode: BaselineMode,
    changeThreshold: Type.Number(threshold),
    capture: MonitorCapture,
    diff: Type.Object({ mode: DiffMode, visualization: Visualization }, { additionalProperties: false }),
    alerts: MonitorAlerts,
    baselineRunId: Type.Union([Uuid, Type.Null()]),
    nextRunAt: Type.Union([DateTime, Type.Null()]),
    lastRunAt: Type.Union([DateTime, Type.Null()]),
    mutedUntil,
    incident: Type.Union([Incident, Type.Null()]),
    recentRuns: Type.Array(RecentRun, {
      maxItems: maxRecentRuns,
      description: "The last 20 runs, newest first, confirming runs included. An old one may have expired.",
    }),
    sitemapId: nullable(Uuid, "The sitemap that made the monitor; null for others."),
    goneAt: nullable(DateTime, "Time at which a sync paused the monitor, as its page left the sitemap; else null."),
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

export const MonitorList = Type.Object(
  {
    success: Type.Literal(true),
    monitors: Type.Array(Monitor),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
    total: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);

/** The plan limit that pauses a monitor. */
export type PlanLimit = "credits" | "count" | "interval";

/** The owner's settings of a monitor. Only the API writes them. */
export type MonitorSpec = AlertsSpec & {
  name: string;
  wanted: "active" | "paused" | "deleted";
  /** Host of the page. The address is sealed. */
  host: string;
  url: Sealed;
  tags: string[];
  /** With `cron`, the shortest time between two fires, 43,200 at most. */
  intervalMinutes: number;
  /** Five cron fields; null if the monitor runs at an interval. */
  cron: string | null;
  /** IANA name of the zone of `cron` and `quietHours`; null without both. */
  timezone: string | null;
  baselineMode: BaselineMode;
  changeThreshold: number;
  /** JSON of `MonitorCapture`. It may have properties with names that a database refuses. */
  capture: string;
  captureSecrets: CaptureSecrets;
  /** The owner's bucket. Null if pictures are not stored there. */
  storage: StorageTarget | null;
  diff: { mode: DiffMode; visualization: Visualization };
  mutedUntil: Date | null;
};

/** The owner's acknowledgement of an incident. */
type Acknowledgement = { incidentId: string; at: Date };

/** Write-only parts of a capture. Each is separate sealed JSON, so that one can change alone. */
export type CaptureSecrets = {
  /** Sealed JSON of `Record<string, string>`. */
  headers?: Sealed;
  /** Sealed JSON of `string[]`: the values in the order of the shown cookies. */
  cookieValues?: Sealed;
  /** Sealed JSON of `string[]`. */
  clickSelectors?: Sealed;
  /** Other properties that look like secrets. They are kept and have no effect. */
  extras: { name: string; value: Sealed }[];
};

/** State of a monitor. Only its workflow writes it. */
type MonitorState = {
  appliedRev: number;
  baselineRunId: string | null;
  nextRunAt: Date | null;
  lastRunAt: Date | null;
  planLimit: PlanLimit | null;
  incident: OpenIncident | null;
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
  /** Grows with each change of `spec`. */
  specRev: number;
  /** Revision of the last change of address, capture or diff. A run of an older revision can't be the baseline. */
  captureRev: number;
  /** The run that the owner chose as the baseline, with the revision at that time. */
  pinned: { runId: string; rev: number } | null;
  /** The last acknowledgement of each type of incident. It has no effect on later incidents. */
  acknowledged: { [Type in Incident["type"]]: Acknowledgement | null };
  /** The current or next run. There is only one at a time. */
  runId: string | null;
  /** JSON of the last runs, `RecentRunRecord[]`. Only `data/recentRuns.ts` reads and writes it. */
  recentRuns: string;
  state: MonitorState;
  /** The sitemap that made the monitor; null for others. */
  sitemap: SitemapPlace | null;
  createdAt: Date;
  updatedAt: Date;
  /** Time at which a deleted monitor is removed. */
  expiresAt: Date | null;
};

/** The place of a monitor in the sitemap that made it. */
type SitemapPlace = {
  id: string;
  /** Set while the monitor is paused because its page is gone. */
  goneAt: Date | null;
  /** Set if the owner resumed it although its page was gone. The sync leaves it alone until the page is back. */
  keptAt: Date | null;
  /** Milliseconds by which its ticks are moved, so that the monitors of a sitemap run at different times. */
  phaseMs: number;
};

/** The same schema without defaults, for changes: missing properties stay as they are. */
function withoutDefaults<Schema extends Type.TSchema>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === "default" ? undefined : value)));
}
