import { type Static, Type } from "typebox";
import { labelKeyword, literals, unitKeyword } from "../common.ts";

/** Formats of a recording. */
export const recordingFormats = ["mp4", "webm", "gif"] as const;
export type RecordingFormat = (typeof recordingFormats)[number];
export const RecordingFormat = literals([...recordingFormats]);

/** The motion that a recording shows, and how long. */
export const RecordingOptions = Type.Object(
  {
    seconds: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 30,
        default: 5,
        [labelKeyword]: "Length",
        [unitKeyword]: "seconds",
        description: "Length of the recording. Together with `delay` at most half of `timeout`.",
      }),
    ),
    scroll: Type.Optional(
      Type.Boolean({
        default: false,
        [labelKeyword]: "Scroll to the end",
        description: "Scroll from the top to the end of the page meanwhile.",
      }),
    ),
    format: Type.Optional(
      literals(RecordingFormat.enum, {
        default: "mp4",
        label: "Format of the file",
        description: "mp4 is H.264, webm is VP8. A gif has fewer frames and pixels.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type RecordingOptions = Static<typeof RecordingOptions>;

/** The content type of each format. */
export const recordingTypes = {
  mp4: "video/mp4",
  webm: "video/webm",
  gif: "image/gif",
} as const satisfies Record<RecordingFormat, string>;

/** Frames of each format: pixels of the longer side, and frames per second. */
export const recordingFrames = {
  mp4: { maxSidePx: 1_920, perSecond: 25 },
  webm: { maxSidePx: 1_920, perSecond: 25 },
  gif: { maxSidePx: 800, perSecond: 10 },
} as const satisfies Record<RecordingFormat, { maxSidePx: number; perSecond: number }>;

/** A recording with every default applied. */
export type RecordingSpec = Required<RecordingOptions>;

/** The effective options of a recording. */
export function recordingOf({ seconds = 5, scroll = false, format = "mp4" }: RecordingOptions): RecordingSpec {
  return { seconds, scroll, format };
}
