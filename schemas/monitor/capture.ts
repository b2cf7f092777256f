import { type Static, Type } from "typebox";
import { nullable } from "../common.ts";
import { bucketKeys } from "../options/bucket.ts";
import { type HiddenIn, hiddenIn, optionsIn, shownIn } from "../options/index.ts";
import { CaptureCookie } from "../options/visitor.ts";

/** Name of an option that no reply shows. Each is sealed alone, so that one can change without the others. */
export type SealedOption = Exclude<HiddenIn<"monitor">, (typeof bucketKeys)[number]>;

export const sealedOptionNames: readonly SealedOption[] = hiddenIn("monitor").filter(
  (name): name is SealedOption => !bucketKeys.some((key) => key === name),
);

const captureDescription =
  "Capture options, as for renders, and the compared parts of the page. Other properties have no effect. They are kept and returned, unless they may hold a secret or are options of renders. `warnings` in the reply names each, with the nearest known name.";

/** Capture options of a monitor's request. Other properties are kept. */
export const MonitorCaptureInput = Type.Object(optionsIn("monitor"), {
  additionalProperties: true,
  description: captureDescription,
});
/** All capture fields that have an effect. */
export const captureFields = MonitorCaptureInput.properties;
export type MonitorCaptureInput = Static<typeof MonitorCaptureInput>;

/** A change of capture options. Null removes a property. */
export type CaptureChange = { [Name in keyof MonitorCaptureInput]: MonitorCaptureInput[Name] | null };

export const CaptureChange = Type.Unsafe<CaptureChange>({
  ...MonitorCaptureInput,
  properties: Object.fromEntries(
    Object.entries(MonitorCaptureInput.properties).map(([name, schema]) => [name, nullable(schema)]),
  ),
  description: `${captureDescription} Properties that are not given stay as they are. Null removes a property or restores its default.`,
});

/** The options of a capture with none set. */
export const usualCapture = { fullPage: true, regions: false, format: "jpg", quality: 80 } as const;

/** Replies show the options that a preset stands for, in its place. */
const { preset: _preset, ...shownOptions } = shownIn("monitor");

/** Capture options as the API shows them: with defaults, without write-only values. */
export const MonitorCapture = Type.Object(
  {
    ...shownOptions,
    cookies: Type.Optional(Type.Array(Type.Omit(CaptureCookie, ["value"], { additionalProperties: false }))),
  },
  { additionalProperties: true },
);
export type MonitorCapture = Static<typeof MonitorCapture> & { [extra: string]: unknown };
