import { type Static, Type } from "typebox";
import { literals, unitKeyword } from "../common.ts";

const Media = literals(["screen", "print"]);

/** A place that the page may ask for. */
const Geolocation = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    accuracy: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100_000, default: 1, [unitKeyword]: "metres", description: "Metres." }),
    ),
  },
  { additionalProperties: false },
);

/** Options of a render that change how the page sees its visitor. */
export const emulationOptions = {
  deviceScaleFactor: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 3,
      multipleOf: 0.25,
      default: 1,
      description: "Pixels of the picture for each CSS pixel. A device has its own.",
    }),
  ),
  locale: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 35,
      description:
        "Language tag such as de-CH, for `Accept-Language`, `navigator.language` and `Intl`. Default: en-US.",
    }),
  ),
  timezone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "Time zone of the page, such as Europe/Zurich." }),
  ),
  geolocation: Type.Optional(
    Type.Unsafe<Static<typeof Geolocation>>({
      ...Geolocation,
      description: "Place that the page gets if it asks. Browsers give it to https pages only.",
    }),
  ),
  userAgent: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      pattern: "^[\\x20-\\x7e]+$",
      description: "Replaces the browser's or the device's. Client hints are then not sent.",
    }),
  ),
  media: Type.Optional(
    literals(Media.enum, { default: "screen", description: "`print` applies the page's styles for paper." }),
  ),
  reducedMotion: Type.Optional(
    Type.Boolean({ default: false, description: "Ask the page for less motion, by `prefers-reduced-motion`." }),
  ),
};

const Emulation = Type.Object(emulationOptions);
/** The given options among `emulationOptions`. */
export type Emulation = Static<typeof Emulation>;
