import { type Static, Type } from "typebox";
import { DateTime, hintKeyword, HttpUrl, literals } from "./common.ts";
import { type OutputRecord, PageInfo } from "./outputs.ts";

/** How two pictures are compared. */
export const DiffMode = literals(["pixel", "perceptual"]);
export type DiffMode = Static<typeof DiffMode>;

/** How the changes are drawn. */
export const Visualization = literals(["overlay", "heatmap", "mask", "none"]);
export type Visualization = Static<typeof Visualization>;

/** Bytes of a picture file that a comparison downloads. */
export const maxPictureFileBytes = 20_000_000;

const from0 = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000, description });
const from1 = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description });
const pixels = {
  x: from0("Pixels from the left."),
  y: from0("Pixels from the top."),
  width: from1("Pixels."),
  height: from1("Pixels."),
};

/** A rectangle in pixels of a picture, from its top left corner. */
export const Box = Type.Object(pixels, { additionalProperties: false });
export type Box = Static<typeof Box>;

const Share = Type.Number({ minimum: 0, maximum: 1 });

/** Kind of a changed area: other pixels, or rows that only one picture has. */
export const AreaStatus = literals(["changed", "added", "removed"]);
export type AreaStatus = Static<typeof AreaStatus>;

/** A changed area. `changed` and `added` are in the picture after, `removed` is in the one before. */
export const ChangedArea = Type.Object(
  { ...pixels, differenceRatio: Share, status: AreaStatus },
  { additionalProperties: false },
);
export type ChangedArea = Static<typeof ChangedArea>;

/** A region of the page by its markup (landmark, section, heading, card or form) with its box in a capture. */
export type PageRegion = Box & { selector: string; label: string; role: string };

const rowOrNone = (picture: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: `First row in the picture ${picture}. Null if it has none of these rows.`,
  });

/** Rows of the comparison from its top: rows that belong together, or rows of one picture only. */
export const AlignedBlock = Type.Object(
  { before: rowOrNone("before"), after: rowOrNone("after"), height: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
export type AlignedBlock = Static<typeof AlignedBlock>;

/** How the rows of both pictures were paired. */
export const Alignment = Type.Optional(
  Type.Array(AlignedBlock, {
    maxItems: 512,
    description:
      "Which rows of the pictures belong together, from the top. Drawings and masks have these rows in this order. Missing if there are more than 512 blocks.",
  }),
);

/** Source of a picture: exactly one of the three. */
export const DiffSource = Type.Object(
  {
    jobId: Type.Optional(
      Type.String({ format: "uuid", description: "A completed job of this account: its screenshot." }),
    ),
    runId: Type.Optional(
      Type.String({
        format: "uuid",
        description: "A completed run of a monitor of this account: its picture. Needs the scope read or monitor.",
      }),
    ),
    url: Type.Optional(Type.String({ ...HttpUrl, description: "A page, captured with the options of `capture`." })),
    imageUrl: Type.Optional(
      Type.String({
        ...HttpUrl,
        description: `A PNG, JPEG, WebP or GIF file of at most ${maxPictureFileBytes / 1e6} MB.`,
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "Exactly one of `jobId`, `runId`, `url` and `imageUrl`.",
    [hintKeyword]: 'such as {"url": "https://example.com"} or {"jobId": "…"}',
  },
);
export type DiffSource = Static<typeof DiffSource>;

/** Findings of a comparison. */
const findings = {
  changed: Type.Boolean({ description: "Whether the ratio reaches the threshold and is above 0." }),
  differenceRatio: Type.Number({ minimum: 0, maximum: 1, description: "Share of the compared pixels that changed." }),
  changedPixels: Type.Integer({ minimum: 0 }),
  comparedPixels: Type.Integer({
    minimum: 0,
    description: "Pixels of all rows except ignored ones. Rows of both pictures count once.",
  }),
  regions: Type.Array(ChangedArea, { maxItems: 128, description: "Changed areas, largest first." }),
  regionsTruncated: Type.Boolean({ description: "Whether there were more than 128." }),
  alignment: Alignment,
};
const Findings = Type.Object(findings, { additionalProperties: false });
export type DiffFindings = Static<typeof Findings>;

const Milliseconds = Type.Integer({ minimum: 0, description: "Milliseconds." });

/** Milliseconds of each part. */
export const DiffTimings = Type.Object(
  { queued: Milliseconds, pictures: Milliseconds, comparison: Milliseconds, total: Milliseconds },
  { additionalProperties: false },
);
export type DiffTimings = Static<typeof DiffTimings>;

/** A picture of a comparison as the API shows it. */
export const DiffPicture = Type.Object(
  {
    url: Type.String({ description: "Signed address of the bytes; needs no key, expires after 24 hours." }),
    expiresAt: DateTime,
    contentType: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    bytes: Type.Integer(),
    sha256: Type.String(),
    page: Type.Optional(PageInfo),
  },
  { additionalProperties: false },
);
export type DiffPicture = Static<typeof DiffPicture>;

/** Result of a completed comparison. */
export const DiffResult = Type.Object(
  {
    ...findings,
    visualization: Type.Union([DiffPicture, Type.Null()], {
      description: "The drawing. Null if nothing changed or none was requested.",
    }),
    mask: Type.Optional(DiffPicture),
    before: DiffPicture,
    after: DiffPicture,
    timings: DiffTimings,
  },
  { additionalProperties: false },
);
export type DiffResult = Static<typeof DiffResult>;

/**
 * Source of a picture in the record. For a job: its page's address and its screenshot. For a run: its page's host without
 * the path, which is write-only; the picture to compare as `output`, and the one that clients get as `shown`.
 */
export type DiffSourceSpec = { url: string; host: string } & (
  | { kind: "page" }
  | { kind: "image" }
  | { kind: "job"; jobId: string; output: OutputRecord }
  | { kind: "run"; monitorId: string; runId: string; output: OutputRecord; shown: OutputRecord }
);

/** The two pictures by their names in requests and results. */
export type DiffSide = "before" | "after";

/** Effective options of a comparison. The options of its captures are the job's `spec`. */
export type DiffSpec = {
  before: DiffSourceSpec;
  after: DiffSourceSpec;
  mode: DiffMode;
  visualization: Visualization;
  threshold: number;
  ignoreRegions: Box[];
};
