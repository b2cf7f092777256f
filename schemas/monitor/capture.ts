import { type Static, Type } from "typebox";
import { formsKeyword, ImageFormat, literals, nullable, Theme, unitKeyword, WaitUntil } from "../common.ts";
import { Box } from "../diff.ts";
import { blockNotes } from "../renders/blocking.ts";
import { DeviceName } from "../renders/devices.ts";
import { Cookie, PageOptions, presetOption, timeoutShares } from "../renders/render.ts";
import { storageOptions } from "../renders/storage.ts";

/** A cookie of a monitor's capture. It has no `expires`, since a monitor lives longer. */
const CaptureCookie = Type.Omit(Cookie, ["expires"], { additionalProperties: false });

const selectors = Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 100 });

/** A flag that is off by default. The schema has no default, so replies show only given flags. */
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/** An area that comparisons leave out: a rectangle, or the elements that match a selector. */
export type IgnoredRegion = Box | { selector: string };

/** One flat object, so that a problem names one field. `checkIgnored` requires exactly one of the two forms. */
export const IgnoredRegion = Type.Unsafe<IgnoredRegion>(
  Type.Object(
    {
      ...Type.Partial(Box).properties,
      selector: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 512,
          description: "CSS selector. Each run finds the boxes of its elements, at most 500 in all.",
        }),
      ),
    },
    {
      additionalProperties: false,
      description: "Either `x`, `y`, `width` and `height`, or `selector`.",
      [formsKeyword]: [["x", "y", "width", "height"], ["selector"]],
    },
  ),
);

/** What a change is found in. */
const ChangeOn = literals(["picture", "text", "either"]);

/** Maximum patterns of `ignoreText`, and maximum characters of each. */
const ignoreTextLimits = { patterns: 20, chars: 512 };

/** Options of the page's text. The schema has no defaults, so replies show only given options. */
const textOptions = {
  text: flag(
    "Keep each run's main content as Markdown, and compare it by words with the baseline's. Addresses of links and pictures are left out.",
  ),
  changeOn: Type.Optional(
    literals(ChangeOn.enum, {
      description:
        "What counts as a change. Default: `picture`. `text`: added or removed words; pictures are kept and not compared, so a run costs less. `either`: the picture or the words. `text` and `either` need `text: true`.",
    }),
  ),
  ignoreText: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: ignoreTextLimits.chars }), {
      maxItems: ignoreTextLimits.patterns,
      description:
        "Patterns in RE2 syntax. What they match is removed from both texts before the comparison. `^` and `$` match at each line; `(?i)` ignores case. A change holds from the next comparison on and keeps the baseline.",
    }),
  ),
};

const shownCapture = {
  selector: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description:
        "CSS selector. The first element that matches is watched: the picture and the text are of this element alone. A run fails if nothing matches.",
    }),
  ),
  fullPage: Type.Optional(Type.Boolean({ default: true, description: "Capture the whole scrollable page." })),
  regions: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Also compare the page's own regions and name changed areas by them.",
    }),
  ),
  ignoreRegions: Type.Optional(
    Type.Array(IgnoredRegion, {
      maxItems: 50,
      description:
        "Areas that runs leave out of the comparison: rectangles in pixels of the picture, or elements by a selector. A pixel is ignored if an area covers it in the run's picture or in its baseline's. A change holds from the next comparison on and keeps the baseline.",
    }),
  ),
  ...textOptions,
  format: Type.Optional(
    literals(ImageFormat.enum, {
      default: "jpg",
      description: "Format of the delivered picture. Comparisons are lossless.",
    }),
  ),
  quality: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 80, description: "Quality of a jpg." })),
  device: Type.Optional(DeviceName),
  width: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 3840,
      [unitKeyword]: "pixels",
      description: "Viewport width, CSS pixels. Default: 1280.",
    }),
  ),
  height: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 2160,
      [unitKeyword]: "pixels",
      description: "Viewport height, CSS pixels. Default: 720.",
    }),
  ),
  theme: Type.Optional(literals(Theme.enum)),
  timeout: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 60,
      [unitKeyword]: "seconds",
      description: `Seconds for the whole capture. Default: 30. ${timeoutShares}`,
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

/** Additional storage of pictures, as for renders. The schema has no defaults, so replies show only given fields. */
const shownStorage = {
  ...otherStorage,
  store: Type.Optional(
    Type.Boolean({
      description:
        "Also store each run's picture in the owner's object storage. Needs storage_provider, storage_bucket and both keys. A run that can't be stored fails and is refunded. Without `store` the `storage_…` fields have no effect.",
    }),
  ),
  storage_return_location: Type.Optional(
    Type.Boolean({ description: "Add `location` to the run's screenshot: its address in that storage." }),
  ),
};

/** Keys of the owner's bucket. */
const storageKeys = { storage_access_key_id, storage_secret_access_key };

const captureDescription =
  "Capture options, as for renders, and the compared parts of the page. Other properties are kept and returned without effect. `warnings` in the reply names each, with the nearest known name.";

/** Capture options of a monitor's request. Other properties are kept. */
export const MonitorCaptureInput = Type.Object(
  {
    ...shownCapture,
    ...shownStorage,
    ...storageKeys,
    preset: presetOption,
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

/** Capture options as the API shows them: with defaults, without write-only values. */
export const MonitorCapture = Type.Object(
  {
    ...shownCapture,
    ...shownStorage,
    cookies: Type.Optional(Type.Array(Type.Omit(CaptureCookie, ["value"], { additionalProperties: false }))),
  },
  { additionalProperties: true },
);
export type MonitorCapture = Static<typeof MonitorCapture> & { [extra: string]: unknown };
