import { type Static, Type } from "typebox";
import { DateTime, linePattern, literals, nullable, type Sealed, unitKeyword, Uuid } from "../common.ts";
import { DiffMode, Visualization } from "../diff.ts";
import { maxCronChars, maxTimezoneChars } from "../schedule.ts";
import { type StorageTarget } from "../renders/storage.ts";
import { alertFlags, type AlertsSpec, MonitorAlerts, MonitorAlertsInput } from "./alerts.ts";
import type { AlertMemory } from "./alertWhen.ts";
import { CaptureChange, MonitorCapture, MonitorCaptureInput, type SealedOption } from "./capture.ts";
import { InheritedSetting } from "./inherited.ts";
import { plainSettings, sharedPlain } from "./plainSettings.ts";
import { RecentRun } from "./run.ts";
import { changeOf, flagsOf, type RecordOf, replyOf, requestOf, setting } from "./setting.ts";
import { MonitorState } from "./state.ts";
import { IncidentUpdates } from "./history.ts";

export const MonitorStatus = literals(["active", "paused", "paused_plan_limit", "deleted"]);
export type MonitorStatus = Static<typeof MonitorStatus>;

const url = Type.String({ maxLength: 2048, pattern: "^https?://", format: "uri", writeOnly: true });
const intervalMinutes = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 43_200, [unitKeyword]: "minutes", description });
/** A label that the owner gives monitors, to find them by. */
export const Tag = Type.String({ minLength: 1, maxLength: 40, pattern: linePattern });

/** When a monitor runs. */
const times = {
  intervalMinutes: setting({
    schema: intervalMinutes("Minutes between runs. Give either `intervalMinutes` or `cron`."),
    change: intervalMinutes("Minutes between runs. Replaces `cron`."),
    reply: intervalMinutes(
      "Minutes between runs. With `cron`, the shortest time between two of its fires, 43,200 at most. The plan's shortest interval applies to it.",
    ),
    label: "How often",
    flag: "interval",
  }),
  cron: setting({
    schema: Type.String({
      maxLength: maxCronChars,
      description:
        "Minute, hour, day of month, month and day of week in `timezone`, in place of `intervalMinutes`: `0 9 * * MON-FRI` runs at 9:00 on weekdays. Each field is `*`, a number, a name, a range, a step (`*/15`, `8-18/2`), or a list of these.",
    }),
    reply: Type.Optional(Type.String({ description: "Five cron fields in `timezone`. Missing without a cron." })),
    label: "Cron",
    flag: "cron",
  }),
  timezone: setting({
    schema: Type.String({
      maxLength: maxTimezoneChars,
      description:
        "IANA name of the time zone of `cron` and `alerts.quietHours`, such as `Europe/Berlin`. Default: UTC.",
    }),
    reply: Type.Optional(
      Type.String({ description: "Time zone of `cron` and `alerts.quietHours`. Missing without both." }),
    ),
    label: "Time zone",
    flag: "timezone",
  }),
};

/** Paths of the settings besides a cron that are in the monitor's time zone. */
export const zonedSettings = ["alerts.quietHours"] as const;

/** How a capture is compared with the baseline. */
const comparison = {
  mode: setting({
    schema: literals(DiffMode.enum, {
      default: "perceptual",
      description: "Counts the differences that a person sees, or those of any pixel.",
    }),
    label: "Differences that count",
    flag: "mode",
  }),
  visualization: setting({
    schema: literals(Visualization.enum, { default: "overlay", description: "How changes are drawn." }),
    label: "Drawing of changes",
    flag: "visualization",
  }),
};

/** In the order in which problems of a request are listed. */
const settings = {
  name: plainSettings.name,
  url: setting({ schema: url, label: "Address", needed: true, reply: null }),
  ...times,
  tags: setting({
    schema: Type.Array(Tag, {
      maxItems: 20,
      description: "Labels to find monitors by. Spaces around a tag are removed, and so are repeated tags.",
    }),
    label: "Tags",
    flag: "tag",
  }),
  ...sharedPlain,
  capture: setting({
    schema: MonitorCaptureInput,
    change: CaptureChange,
    reply: MonitorCapture,
    label: "Capture",
  }),
  diff: setting({
    schema: Type.Object(requestOf(comparison), { additionalProperties: false }),
    reply: Type.Object(replyOf(comparison), { additionalProperties: false }),
    label: "Comparison",
  }),
  alerts: setting({ schema: MonitorAlertsInput, reply: MonitorAlerts, label: "Alerts" }),
  mutedUntil: setting({
    schema: nullable(
      DateTime,
      "No mail, no webhook and no message to a channel is sent before this time, at most 366 days ahead; runs and incidents continue. Null: not muted.",
    ),
    label: "Muted until",
  }),
  status: setting({
    schema: literals(["active", "paused"], { default: "active", description: "Whether runs start." }),
    reply: MonitorStatus,
    label: "Status",
    flag: "status",
  }),
};

/** The settings with a flag on the command line. */
export const settingFlags = [...flagsOf(settings), ...flagsOf(comparison, "diff."), ...alertFlags];

/** Body of `POST /render/monitors`. */
export const MonitorRequest = Type.Object(requestOf(settings), { additionalProperties: false });
export type MonitorRequest = Static<typeof MonitorRequest>;

/**
 * Body of `updateMonitor`. Properties of `capture`, `diff` and `alerts` that are not given stay as they are. Null removes a
 * property of `capture`.
 */
export const MonitorPatch = Type.Object(changeOf(settings), { additionalProperties: false, minProperties: 1 });
export type MonitorPatch = Static<typeof MonitorPatch>;

/** The open incident. */
export const Incident = Type.Object(
  {
    id: Uuid,
    type: literals(["change", "failure", "expectation"]),
    status: literals(["open"]),
    openedAt: DateTime,
    runId: Type.String({ format: "uuid", description: "The run that opened it." }),
    consecutiveFailures: Type.Integer({ minimum: 0 }),
    updates: IncidentUpdates,
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
    host: Type.String({
      description: "Host of the page, with a port that is not the scheme's own. The rest of the address is write-only.",
    }),
    pageUrl: Type.Optional(
      Type.String({
        description: "Address of the page, if the account's setting `addresses` shows it; else missing.",
      }),
    ),
    pageTitle: nullable(Type.String(), "Title of the page in the last completed run; null before one."),
    ...replyOf(settings),
    inherited: Type.Array(InheritedSetting, {
      description:
        "Settings that the monitor has by defaults of its tags or of the account. The other properties are its own.",
    }),
    state: MonitorState,
    baselineRunId: Type.Union([Uuid, Type.Null()]),
    nextRunAt: Type.Union([DateTime, Type.Null()]),
    lastRunAt: Type.Union([DateTime, Type.Null()]),
    backedOffUntil: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "The time until which runs wait, because the host answered 429 or 503. Only replies to `GET` have it, for active monitors.",
      }),
    ),
    incident: Type.Union([Incident, Type.Null()]),
    recentRuns: Type.Array(RecentRun, {
      maxItems: maxRecentRuns,
      description: "The last 20 runs, newest first, confirming runs included. An old one may have expired.",
    }),
    sitemapId: nullable(Uuid, "The sitemap that made the monitor; null for others."),
    missingSince: nullable(
      DateTime,
      "Time at which a sync paused the monitor, as its page left the sitemap; else null.",
    ),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { additionalProperties: false },
);
export type Monitor = Static<typeof Monitor>;

/** The plan limit that pauses a monitor. */
export type PlanLimit = "credits" | "count" | "interval";

/** The owner's settings of a monitor. Only the API writes them. */
export type MonitorSpec = AlertsSpec &
  RecordOf<typeof plainSettings> & {
    wanted: "active" | "paused" | "deleted";
    /** Host of the page. The address is sealed. */
    host: string;
    /** Its throttle key: `host` without a last dot. */
    throttleKey: string;
    url: Sealed;
    tags: string[];
    /** With `cron`, the shortest time between two fires, 43,200 at most. */
    intervalMinutes: number;
    /** Five cron fields; null if the monitor runs at an interval. */
    cron: string | null;
    /** IANA name of the zone of `cron` and `quietHours`; null without both. */
    timezone: string | null;
    /** JSON of `MonitorCapture`. It may have properties with names that a database refuses. */
    capture: string;
    captureSecrets: CaptureSecrets;
    /** Names of the secrets that each sealed option names; missing without any. */
    secretNames?: Partial<Record<SealedOption, string[]>>;
    /** The owner's bucket. Null if pictures are not stored there. */
    storage: StorageTarget | null;
    diff: { mode: DiffMode; visualization: Visualization };
    mutedUntil: Date | null;
  };

/** The owner's acknowledgement of an incident. */
type Acknowledgement = { incidentId: string; at: Date };

/** Write-only options of a capture. Each is separate sealed JSON, so that one can change alone. */
export type CaptureSecrets = Partial<Record<SealedOption, Sealed>>;

/** Place of an option's secret, which it is sealed for. */
export const captureField = (name: SealedOption): string => `capture.${name}`;

/** State of a monitor in its record. Only its workflow writes it. */
type WorkflowState = {
  appliedRev: number;
  baselineRunId: string | null;
  nextRunAt: Date | null;
  lastRunAt: Date | null;
  planLimit: PlanLimit | null;
  incident: OpenIncident | null;
  /** Null without `alertWhen`, and before the first run. */
  alertMemory: AlertMemory | null;
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
  state: WorkflowState;
  /** The sitemap that made the monitor; null for others. */
  sitemap: SitemapMembership | null;
  createdAt: Date;
  updatedAt: Date;
  /** Time at which a deleted monitor is removed. */
  expiresAt: Date | null;
};

/** The place of a monitor in the sitemap that made it. */
type SitemapMembership = {
  id: string;
  /** Set while the monitor is paused because its page is gone. */
  missingSince: Date | null;
  /** Set if the owner resumed it although its page was gone. The sync leaves it alone until the page is back. */
  keptByOwnerAt: Date | null;
  /** Milliseconds by which its ticks are moved, so that the monitors of a sitemap run at different times. */
  tickOffsetMs: number;
};
