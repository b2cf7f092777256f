import { type Static, Type } from "typebox";
import { labelKeyword, literals, unitKeyword } from "../common.ts";
import { bodies, captures, described, everywhere, option, type OptionUse } from "./option.ts";
import { flag } from "./schemas.ts";

/** A cookie set before the page loads; `expires` is Unix time in seconds. */
export const Cookie = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 256 }),
    value: Type.String({ maxLength: 4096, writeOnly: true }),
    domain: Type.Optional(Type.String({ minLength: 1, maxLength: 253 })),
    path: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    expires: Type.Optional(Type.Number()),
    httpOnly: Type.Optional(Type.Boolean()),
    secure: Type.Optional(Type.Boolean()),
    sameSite: Type.Optional(literals(["Strict", "Lax", "None"])),
  },
  { additionalProperties: false },
);
export type Cookie = Static<typeof Cookie>;

/** A cookie of a monitor's capture. It has no `expires`, since a monitor lives longer. */
export const CaptureCookie = Type.Omit(Cookie, ["expires"], { additionalProperties: false });

/** A name and a password for the page's host. */
export const HttpAuth = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 256, pattern: "^[^:]+$", [labelKeyword]: "User name" }),
    password: Type.String({ maxLength: 1024 }),
  },
  { additionalProperties: false, writeOnly: true },
);

export const Media = literals(["screen", "print"]);

/** A place that the page may ask for. */
export const Geolocation = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    accuracy: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100_000, default: 1, [unitKeyword]: "metres", description: "Metres." }),
    ),
  },
  { additionalProperties: false },
);

/** A recurring render has a `timezone` of its own: that of its cron. Its pages keep the browser's, UTC. */
const exceptRecurring = everywhere.filter((use): use is Exclude<OptionUse, "recurring"> => use !== "recurring");

/** Headers, cookies and credentials that this visitor alone sends. */
export const access = {
  headers: option({
    schema: Type.Record(Type.String({ minLength: 1, maxLength: 256 }), Type.String({ maxLength: 8192 }), {
      maxProperties: 50,
      description: "Sent with requests to the page's own origin only.",
    }),
    label: "Headers",
    sample: "Accept-Language: de",
    in: captures,
    secret: true,
    byHttp: true,
  }),
  cookies: option({
    schema: Type.Array(Cookie, { maxItems: 100 }),
    own: { monitor: Type.Array(CaptureCookie, { maxItems: 100 }) },
    label: "Cookies",
    sample: '[{"name": "session", "value": "…"}]',
    in: captures,
    secret: true,
    byHttp: true,
  }),
  httpAuth: option({
    schema: described(HttpAuth, "HTTP basic authentication. Sent with requests to the page's own origin only."),
    label: "HTTP authentication",
    in: captures,
    secret: true,
    byHttp: true,
  }),
};

/** Whom the page sees. */
export const visitor = {
  locale: option({
    schema: Type.String({
      minLength: 2,
      maxLength: 35,
      description:
        "Language tag such as de-CH, for `Accept-Language`, `navigator.language` and `Intl`. Default: en-US.",
    }),
    label: "Locale",
    sample: "de-CH",
    in: everywhere,
    byHttp: true,
  }),
  timezone: option({
    schema: Type.String({ minLength: 1, maxLength: 64, description: "Time zone of the page, such as Europe/Zurich." }),
    label: "Time zone",
    sample: "Europe/Zurich",
    in: exceptRecurring,
  }),
  geolocation: option({
    schema: described(Geolocation, "Place that the page gets if it asks. Browsers give it to https pages only."),
    label: "Place",
    in: bodies,
  }),
  userAgent: option({
    schema: Type.String({
      minLength: 1,
      maxLength: 512,
      pattern: "^[\\x20-\\x7e]+$",
      description: "Replaces the browser's or the device's. Client hints are then not sent.",
    }),
    label: "User agent",
    in: everywhere,
    byHttp: true,
  }),
  media: option({
    schema: literals(Media.enum, { default: "screen", description: "`print` applies the page's styles for paper." }),
    label: "Styles for",
    in: everywhere,
  }),
  reducedMotion: option({
    schema: flag("Ask the page for less motion, by `prefers-reduced-motion`."),
    label: "Reduced motion",
    in: everywhere,
  }),
};
