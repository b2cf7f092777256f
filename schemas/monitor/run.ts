import { type Static, Type } from "typebox";
import { Credits, DateTime, FieldProblem, literals, nullable, Uuid } from "../common.ts";
import { Alignment, ChangedArea } from "../diff.ts";
import { JobError } from "../renders/errors.ts";
import {
  failureName,
  FramesRead,
  type StepOutputName,
  StepPictures,
  StepResult,
  type StoredPicture,
} from "../outputs.ts";
import { ScreenshotResult } from "../picture.ts";
import { type StoredText, TextChange, type TextFindings, TextOutput } from "./text.ts";
import { ReadValues } from "../values.ts";
import { MetCondition } from "./alertWhen.ts";

export const RunStatus = literals(["queued", "capturing", "diffing", "completed", "failed", "skipped"]);
export type RunStatus = Static<typeof RunStatus>;

/**
 * `initial` without a baseline; `retry` for a further try of a failed run; `confirmation` for the second capture, which
 * confirms a change.
 */
export const RunTrigger = literals(["initial", "scheduled", "manual", "retry", "confirmation"]);
export type RunTrigger = Static<typeof RunTrigger>;

export const RunSkipReason = literals(["overlap", "no_credits", "paused"]);
export type RunSkipReason = Static<typeof RunSkipReason>;

/** A changed area and, if regions are recorded, the page's region that contains it. */
export const RunArea = Type.Object(
  {
    ...ChangedArea.properties,
    region: Type.Optional(
      Type.String({
        description:
          "Label of the smallest region that contains it, or of the region or text that was added or removed there. Missing if no regions are recorded or none contains it.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** Kinds of change of a page's region. */
export const RegionStatus = literals(["added", "removed", "moved", "resized", "changed"]);
export type RegionStatus = Static<typeof RegionStatus>;

/** Changes of one of the page's regions. */
export const RegionChange = Type.Object(
  {
    selector: Type.String(),
    label: Type.String({
      description: "Its name or heading. For a line of text or a card without one, its first words.",
    }),
    previousLabel: Type.Optional(Type.String({ description: "Its label in the baseline, if that differs." })),
    within: Type.Optional(Type.String({ description: "Label of the smallest named region that contains it." })),
    role: Type.String(),
    status: literals(RegionStatus.enum, {
      description: "The most important of `changes`: `changed`, then `resized`, then `moved`.",
    }),
    changes: Type.Array(RegionStatus, {
      minItems: 1,
      description: "All changes of this region. Each region is listed once.",
    }),
    differenceRatio: Type.Number({ minimum: 0, maximum: 1, description: "Share of its area that changed." }),
    x: Type.Integer(),
    y: Type.Integer(),
    width: Type.Integer(),
    height: Type.Integer(),
  },
  { additionalProperties: false },
);
export type RegionChange = Static<typeof RegionChange>;

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Count = Type.Integer({ minimum: 0 });

/** Findings of a comparison of pictures, and the verdict. */
const Findings = Type.Object(
  {
    changed: Type.Boolean({
      description:
        "Whether the change was confirmed and reached the threshold. With `alertWhen`: whether conditions alerted, whatever else changed.",
    }),
    transient: Type.Boolean({ description: "True if the confirming capture no longer showed the change." }),
    unconfirmed: Type.Boolean({
      description: "True if the confirming capture failed, so it is unknown whether the change is real.",
    }),
    belowThreshold: Type.Boolean({
      description:
        "True if the page differs from the baseline by less than the threshold. The next message about the monitor says so.",
    }),
    pictureCompared: Type.Optional(
      Type.Boolean({
        description:
          "False with `changeOn` `text` or `values`: the pictures were not compared, and the run has no figures about them.",
      }),
    ),
    redirectedTo: Type.Optional(
      Type.String({
        description:
          "Host of the address that the page led to, if the baseline's page led to none or to another host. It may be the page's own host.",
      }),
    ),
    differenceRatio: Share,
    threshold: Share,
    changedPixels: Count,
    comparedPixels: Count,
    conditions: Type.Optional(
      Type.Array(MetCondition, {
        description:
          "Conditions of `alertWhen` that alerted, each with its value before and after. Missing without `alertWhen`, and in the first run.",
      }),
    ),
    regions: Type.Array(RunArea),
    regionsTruncated: Type.Boolean(),
    ignoredRegionCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          "Areas that this comparison left out: rectangles, and elements in the run's picture. Missing without `capture.ignoreRegions`.",
      }),
    ),
    alignment: Alignment,
    pageRegions: Type.Optional(
      Type.Array(RegionChange, {
        description: "Regions of the page that differ: first added, then removed, changed, resized and moved ones.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** Findings of a comparison, as recorded. */
export type RunFindings = Static<typeof Findings> & { text?: TextFindings };

/** The captured page without its address, which is write-only. */
const RunPage = Type.Object(
  {
    statusCode: Type.Integer(),
    title: Type.String(),
    contentType: Type.String(),
    steps: Type.Optional(
      Type.Array(StepResult, { description: "How each of `capture.steps` went. Missing without any, and in lists." }),
    ),
    frames: Type.Optional(FramesRead),
    notModified: Type.Optional(
      Type.Literal(true, {
        description:
          "The server answered 304, so the run has the text and values of the run before. Missing for other answers.",
      }),
    ),
    warnings: Type.Optional(
      Type.Array(FieldProblem, {
        minItems: 1,
        description: "Options that did not work on this page, with the reason. Missing if there are none.",
      }),
    ),
  },
  { additionalProperties: false },
);
type RunPage = Static<typeof RunPage>;

/** Result of a completed run: its pictures and, except for the first run, the comparison's findings. */
export const RunResult = Type.Object(
  {
    ...Type.Partial(Findings).properties,
    changed: Findings.properties.changed,
    text: Type.Optional(TextChange),
    baselineRunId: Type.Union([Uuid, Type.Null()]),
    screenshot: Type.Optional({ ...ScreenshotResult, description: "Missing for a run without a picture." }),
    baselineScreenshot: Type.Optional(ScreenshotResult),
    visualization: Type.Optional(ScreenshotResult),
    mask: Type.Optional(ScreenshotResult),
    markdown: Type.Optional(TextOutput),
    page: RunPage,
    stepPictures: Type.Optional(StepPictures),
    values: Type.Optional(ReadValues),
  },
  { additionalProperties: false },
);

/** A run as the API shows it. */
export const MonitorRun = Type.Object(
  {
    id: Uuid,
    monitorId: Uuid,
    status: RunStatus,
    trigger: RunTrigger,
    reason: Type.Optional(RunSkipReason),
    credits: Credits,
    createdAt: DateTime,
    expiresAt: DateTime,
    comparedToRunId: Type.Optional(Uuid),
    differenceRatio: Type.Optional({ ...Share, description: "Missing without a comparison of pictures." }),
    regionCount: Type.Optional(
      Type.Integer({ minimum: 0, description: "Changed areas. Missing without a comparison of pictures." }),
    ),
    result: Type.Optional(RunResult),
    error: Type.Optional(JobError),
    startedAt: Type.Optional(DateTime),
    completedAt: Type.Optional(DateTime),
  },
  { additionalProperties: false },
);
export type MonitorRun = Static<typeof MonitorRun>;

/** Maximum characters of a number's words in its monitor's reply. */
export const maxNumberTextChars = 40;

/** A run in its monitor's reply. */
export const RecentRun = Type.Object(
  {
    id: Uuid,
    status: RunStatus,
    trigger: RunTrigger,
    differenceRatio: Type.Union([Share, Type.Null()], { description: "Null without a comparison of pictures." }),
    changed: Type.Boolean(),
    transient: Type.Boolean(),
    unconfirmed: Type.Boolean(),
    error: Type.Optional(
      Type.Pick(JobError, ["code", "message"], {
        description: "Why a failed run failed. Missing for others.",
      }),
    ),
    number: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: "Name of the value." }),
          value: Type.Number(),
          text: nullable(
            Type.String({ maxLength: maxNumberTextChars }),
            "The words on the page; null if there are none, or more than 40 characters.",
          ),
        },
        {
          additionalProperties: false,
          description: "The first of the run's values that is a number. Missing without one.",
        },
      ),
    ),
    createdAt: DateTime,
  },
  { additionalProperties: false },
);
export type RecentRun = Static<typeof RecentRun>;

export const RunReply = Type.Object({ success: Type.Literal(true), run: MonitorRun }, { additionalProperties: false });
export const RunList = Type.Object(
  { success: Type.Literal(true), runs: Type.Array(MonitorRun), nextCursor: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: false },
);

/** Outputs of a run, by their names in `GET …/runs/{runId}/outputs/{name}`. */
export const runOutputNames = ["screenshot", "visualization", "mask", "pair", failureName, "markdown", "diff"] as const;
export type RunOutputName = (typeof runOutputNames)[number] | StepOutputName;

/** A picture of a run. */
export type RunPicture = StoredPicture;

/**
 * A drawing of a run's changes. `focusRow` is its row at the middle of the largest change. `mask` has its changed pixels
 * in white.
 */
export type RunVisualization = RunPicture & { focusRow: number; mask: RunPicture };

/** Pictures of a capture: the lossless one for the comparison, a PNG, and the delivered one. */
export type RunPictures = { lossless: RunPicture; screenshot: RunPicture };

/** The names that a server gave a document, so that the next request asks for a newer one. `settings` is of the capture that read it. */
export type Validators = { etag?: string; lastModified?: string; settings: string };

/** The parts of a capture that a run keeps. Both pictures are missing if it took none. */
export type RunCapture = Partial<RunPictures> & {
  /** Key of the JSON of the page's regions. Null if they are not recorded. */
  regionsKey: string | null;
  /** Key of the JSON of the elements that `ignoreRegions` named. Missing if it named none. */
  elementsKey?: string;
  /** Its main content as Markdown. Missing without `capture.text`. */
  text?: StoredText;
  page: RunPage;
  /** The pictures that steps took. Missing without any. */
  stepPictures?: (StoredPicture & { name: string })[];
  /** Missing without `capture.values`. */
  values?: ReadValues;
  /** True if the page showed neither text nor a picture. */
  isEmpty?: true;
  /** Host of the address that the page led to. Missing if that is the watched one. */
  redirectedTo?: string;
  /** Missing unless the page was fetched without a browser and its server named any. */
  validators?: Validators;
};

/**
 * A run in its monitor's record. `version` is that of the run's record. One run alone has `pageTitle`, that of the newest page:
 * the run itself, or the oldest one that is kept.
 */
export type RecentRunRecord = RecentRun & { version: number; pageTitle?: string };

/** A run's record in MongoDB. The API creates it for a manual run; after that only its workflow writes it. */
export type RunRecord = {
  _id: string;
  monitorId: string;
  accountId: string;
  keyId: string;
  trigger: RunTrigger;
  status: RunStatus;
  reason?: RunSkipReason;
  price: number;
  credits: { charged: number; refunded: number };
  /** The monitor's `captureRev` at the time of the capture. */
  captureRev: number;
  comparedToRunId: string | null;
  capture?: RunCapture;
  findings?: RunFindings;
  visualization?: RunVisualization;
  /** The changed part before and after. Missing until the first message about a change was written. */
  pair?: RunPicture;
  error?: JobError;
  /** The page at the step that failed. Missing for other ends. */
  failurePicture?: StoredPicture;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  expiresAt: Date;
  version: number;
};
