import { type Static, type TOptional, type TSchema, Type } from "typebox";
import { DateTime, FieldProblem, ImageFormat, literals } from "./common.ts";
import { extractNames, extractResults } from "./extracts/extracts.ts";
import { maxStepPictures, stepActions, stepPictureName } from "./options/steps.ts";
import { ScreenshotResult } from "./picture.ts";
import { Blocked } from "./renders/blocking.ts";
import { fileOutputs } from "./renders/files.ts";
import { recordingFormats } from "./renders/recording.ts";
import { ReadValues } from "./values.ts";

/** Pictures of a comparison: its own captures, fetched pictures and drawings. */
const pictureNames = ["before", "after", "visualization", "mask"] as const;

/** The output that shows the page when a step failed. */
export const failureName = "failure";

/** Every output of a job, by its name in `GET /jobs/{id}/outputs/{name}`. */
export const outputNames = [...fileOutputs, ...pictureNames, failureName, ...extractNames] as const;
export type OutputName = (typeof outputNames)[number] | StepOutputName;

/** The output of a step that takes a picture: `step-` and the name that the step gives. */
export type StepOutputName = `step-${string}`;
export const StepOutputName = Type.Unsafe<StepOutputName>(
  Type.String({ pattern: `^step-${stepPictureName}$`, description: "The picture that a step took under this name." }),
);

const stepPrefix = "step-";

/** The output of the picture that a step took under a name. */
export function stepOutput(name: string): StepOutputName {
  return `${stepPrefix}${name}`;
}

/** The name that the step gave to its picture. Null for another output. */
export function stepNameOf(output: string): string | null {
  return output.startsWith(stepPrefix) ? output.slice(stepPrefix.length) : null;
}

/** The name of the output in an address. */
export const OutputNameParam = Type.Union([literals([...outputNames]), StepOutputName]);

/** One output: its key in the service's bucket, or the value of a small text. */
export type OutputRecord = OutputFacts & ({ key: string; text?: never } | { text: string; key?: never });

/** A picture in the service's own bucket. */
export type StoredPicture = Omit<OutputFacts, "name"> & { key: string };

/** Facts of an output, stored or inline. */
export type OutputFacts = {
  name: OutputName;
  contentType: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** Pixels of a picture or a recording. */
  width?: number;
  height?: number;
  /** Of a picture that the service made. */
  format?: ImageFormat;
  /** Pages of a PDF. */
  pages?: number;
  /** Length of a recording. */
  seconds?: number;
  /** Names of the parts that were truncated at a limit. */
  truncated?: string[];
  /** Address in the caller's bucket, if requested. */
  location?: string;
};

const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
  "application/pdf": "pdf",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "application/json": "json",
  "text/html": "html",
  "multipart/related": "mhtml",
  "text/markdown": "md",
  "text/x-diff": "diff",
};

/** The file extension of a content type. Parameters are ignored. */
export function extensionOf(contentType: string): string {
  return extensions[contentType.split(";", 1)[0] ?? ""] ?? "bin";
}

/** The content type of a picture. */
export function contentTypeOf(format: ImageFormat): "image/jpeg" | "image/png" {
  return format === "jpg" ? "image/jpeg" : "image/png";
}

/**
 * Maximum UTF-16 units of the texts that a page chooses, in its record. All addresses of its redirects share the number of
 * one address, so a list of 100 jobs stays small.
 */
export const maxPageChars = { title: 1_000, address: 8_192, contentType: 256 } as const;

/** One hop of a redirect chain. */
export const Redirect = Type.Object(
  {
    url: Type.String({
      maxLength: maxPageChars.address,
      description: "Cut if the addresses of all redirects have more than 8,192 characters.",
    }),
    statusCode: Type.Integer(),
  },
  { additionalProperties: false },
);
export type Redirect = Static<typeof Redirect>;

/** How a step of a capture went. */
export const StepResult = Type.Object(
  {
    action: literals([...stepActions]),
    target: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "The element, text or host that the step was for. Missing if it needs none.",
      }),
    ),
    ms: Type.Integer({ minimum: 0, description: "Milliseconds." }),
    problem: Type.Optional(
      Type.String({ maxLength: 300, description: "Why an optional step was left out. Missing if it was done." }),
    ),
  },
  { additionalProperties: false },
);
export type StepResult = Static<typeof StepResult>;

/** Bounds of the frames that a capture reads. `chars` is for their contents together; `levels` for frames in frames. */
export const frameLimits = { frames: 20, chars: 1_000_000, levels: 3 } as const;

const LeftOut = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));

/** Frames that were not read, by reason. */
const framesLeftOut = {
  noContent: LeftOut,
  tooMany: LeftOut,
  tooLarge: LeftOut,
  tooDeep: LeftOut,
  unanswered: LeftOut,
};
export type FrameReason = keyof typeof framesLeftOut;

/** The frames of a page whose contents are a part of its text. */
export const FramesRead = Type.Object(
  {
    read: Type.Integer({ minimum: 0, maximum: frameLimits.frames, description: "Frames that were read." }),
    leftOut: Type.Optional(
      Type.Object(framesLeftOut, {
        additionalProperties: false,
        description:
          "Frames that were not read: those of advertisements and of checks for robots, those beyond 20, those that do not fit into a million characters, those more than three levels deep, and those that did not answer in time.",
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "The frames that text, Markdown, links and values were read from, too. Missing if the page shows none, or if none of these was asked for.",
  },
);
export type FramesRead = Static<typeof FramesRead>;

/** Facts of the captured page. */
export const PageInfo = Type.Object(
  {
    finalUrl: Type.String({ maxLength: maxPageChars.address, description: "Cut after 8,192 characters." }),
    statusCode: Type.Integer(),
    title: Type.String({ maxLength: maxPageChars.title, description: "Cut after 1,000 characters." }),
    contentType: Type.String({ maxLength: maxPageChars.contentType, description: "Cut after 256 characters." }),
    redirects: Type.Array(Redirect),
    retryAfter: Type.Optional(
      Type.Number({ minimum: 0, description: "Seconds of the page's Retry-After header, if it has one." }),
    ),
    timedOut: Type.Optional(
      Type.Boolean({ description: "True if waitUntil was never reached and the page was captured at the deadline." }),
    ),
    blocked: Type.Optional(Blocked),
    steps: Type.Optional(
      Type.Array(StepResult, {
        description: "How each of the request's `steps` went. Missing without any, and in lists.",
      }),
    ),
    frames: Type.Optional(FramesRead),
    warnings: Type.Optional(
      Type.Array(FieldProblem, {
        minItems: 1,
        description: "Options that did not work on this page, with the reason. Missing if there are none.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type PageInfo = Static<typeof PageInfo>;

const Milliseconds = Type.Integer({ minimum: 0, description: "Milliseconds." });

/** Milliseconds of each stage. */
export const Timings = Type.Object(
  {
    queued: Milliseconds,
    navigation: Milliseconds,
    capture: Milliseconds,
    extraction: Milliseconds,
    upload: Milliseconds,
    total: Milliseconds,
  },
  { additionalProperties: false },
);
export type Timings = Static<typeof Timings>;

/** A picture that a step took, as the API shows it. */
export const StepPicture = Type.Object(
  { name: Type.String({ description: "The name that the step gave." }), ...ScreenshotResult.properties },
  { additionalProperties: false },
);

/** The pictures that steps took, in the order of the steps. */
export const StepPictures = Type.Array(StepPicture, {
  minItems: 1,
  maxItems: maxStepPictures,
  description: "Pictures that `screenshot` of `steps` took, in their order.",
});

/** The PDF as the API shows it. */
export const PdfResult = Type.Object(
  {
    url: Type.String({ description: "Signed address of the bytes; needs no key, expires after 24 hours." }),
    expiresAt: DateTime,
    pages: Type.Integer({ minimum: 0 }),
    bytes: Type.Integer(),
    sha256: Type.String(),
    location: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** The recording as the API shows it. */
export const RecordingResult = Type.Object(
  {
    url: Type.String({ description: "Signed address of the bytes; needs no key, expires after 24 hours." }),
    expiresAt: DateTime,
    format: literals([...recordingFormats]),
    width: Type.Integer(),
    height: Type.Integer(),
    seconds: Type.Number(),
    bytes: Type.Integer(),
    sha256: Type.String(),
    location: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

type Optionals<All extends Readonly<Record<string, TSchema>>> = { [Name in keyof All]: TOptional<All[Name]> };

/** The same shapes, each optional. The first signature is the type that the loop has. */
function optionalOf<All extends Readonly<Record<string, TSchema>>>(shapes: All): Optionals<All>;
function optionalOf(shapes: Readonly<Record<string, TSchema>>): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, Type.Optional(shape)]));
}

/** Result of a completed job. */
export const JobResult = Type.Object(
  {
    page: PageInfo,
    timings: Timings,
    values: Type.Optional(ReadValues),
    screenshot: Type.Optional(ScreenshotResult),
    pdf: Type.Optional(PdfResult),
    recording: Type.Optional(RecordingResult),
    stepPictures: Type.Optional(StepPictures),
    ...optionalOf(extractResults),
  },
  { additionalProperties: false },
);
