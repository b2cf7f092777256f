import { type Static, type TSchema, Type } from "typebox";
import { labelKeyword, literals } from "../common.ts";
import { bodies, described, everywhere, option } from "./option.ts";

/** Kinds of files that a page requests. Its documents and those of its frames are none of them. */
export const ResourceKind = literals(["image", "media", "font", "stylesheet", "script", "xhr", "other"]);
export type ResourceKind = Static<typeof ResourceKind>;

const failures = (label: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, [labelKeyword]: label, description: `${label}.` }));

/** Failed requests from which a capture fails, by kind. */
export const FailedRequestLimits = Type.Object(
  {
    any: failures("Failed requests of all kinds together"),
    image: failures("Failed images"),
    media: failures("Failed media"),
    font: failures("Failed fonts"),
    stylesheet: failures("Failed style sheets"),
    script: failures("Failed scripts"),
    xhr: failures("Failed requests of scripts"),
    other: failures("Failed requests of other kinds, and documents of frames"),
  } satisfies Record<ResourceKind | "any", TSchema>,
  { additionalProperties: false, minProperties: 1 },
);
export type FailedRequestLimits = Static<typeof FailedRequestLimits>;

/** The parts of the page that the browser does not request or run. */
export const requests = {
  blockResources: option({
    schema: Type.Array(ResourceKind, {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      description:
        "Kinds of files that the page does not request: `image`, `media`, `font`, `stylesheet`, `script`, `xhr` (also `fetch` and event streams) and `other` (such as beacons and captions). Documents of frames are requested.",
    }),
    label: "Without these files",
    in: everywhere,
  }),
  blockUrls: option({
    schema: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      minItems: 1,
      maxItems: 100,
      description:
        "Globs of whole addresses that the page does not request, such as `https://ads.example.com/*` or `*.woff2`. `*` matches any text and `?` one character. Of an address with more than 2,048 characters the first and the last 1,024 count. The page's own document is always requested.",
    }),
    label: "Without these addresses",
    in: bodies,
  }),
  failOnRequests: option({
    schema: described(
      FailedRequestLimits,
      "Failed requests from which the render fails as `page_requests`, at no charge, by kind. A request fails without a reply or with a status from 400 on. The page's own document, requests that the page gives up and those that your options block do not count.",
    ),
    label: "Fail on requests",
    in: bodies.filter((use): use is Exclude<(typeof bodies)[number], "monitor"> => use !== "monitor"),
  }),
  ignoreTlsErrors: option({
    schema: Type.Boolean({
      default: false,
      description:
        "Show a page with an invalid certificate. It needs the operator's leave for the host (`WATCHFRAME_TLS_ERRORS`); elsewhere the render fails as `tls_error`.",
    }),
    label: "Invalid certificates",
    in: bodies,
  }),
  javascript: option({
    schema: Type.Boolean({
      default: true,
      description: "Run the page's scripts. Without them `<noscript>` is shown, and `script` has to be left out.",
    }),
    label: "JavaScript",
    in: everywhere,
    ofOnePage: true,
  }),
};
