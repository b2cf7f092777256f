import { type Static, Type } from "typebox";
import { DateTime, ImageFormat } from "./common.ts";

/** Every kind of extract; the request flag of each is `extract` plus its name in PascalCase. */
export const extractNames = [
  "metadata",
  "markdown",
  "html",
  "links",
  "images",
  "videos",
  "fonts",
  "colors",
  "structure",
  "design",
] as const;
export type ExtractName = (typeof extractNames)[number];

/** The extracts that are made so far; a request for another is refused. */
export const availableExtracts = ["metadata", "markdown", "html", "links"] as const satisfies readonly ExtractName[];
export type AvailableExtract = (typeof availableExtracts)[number];

/** Whether an extract is made so far. */
export function isAvailableExtract(name: ExtractName): name is AvailableExtract {
  return availableExtracts.some((each) => each === name);
}

/** Every output a job can have, by the name used in `GET /jobs/{id}/outputs/{name}`. */
export const outputNames = ["screenshot", ...extractNames] as const;
export type OutputName = (typeof outputNames)[number];

/** One output: where it lies in the service's own bucket; or a small text itself, which is not worth an object. */
export type OutputRecord = OutputFacts & ({ key: string; text?: never } | { text: string; key?: never });

/** What is known of an output wherever it lies. */
export type OutputFacts = {
  name: OutputName;
  contentType: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** Pixels of a picture. */
  width?: number;
  height?: number;
  format?: "jpg" | "png";
  /** Names what was cut where the page had more than the bound. */
  truncated?: string[];
  /** Address in the caller's bucket, where asked for. */
  location?: string;
};

const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "application/json": "json",
  "text/html": "html",
  "text/markdown": "md",
};

/** The file ending that goes with an output's content type, parameters or not. */
export function extensionOf(contentType: string): string {
  return extensions[contentType.split(";", 1)[0] ?? ""] ?? "bin";
}

/** One hop of a redirect chain. */
export const Redirect = Type.Object(
  { url: Type.String(), statusCode: Type.Integer() },
  { additionalProperties: false },
);
export type Redirect = Static<typeof Redirect>;

/** What is known of the page that was captured. */
export const PageInfo = Type.Object(
  {
    finalUrl: Type.String(),
    statusCode: Type.Integer(),
    title: Type.String(),
    contentType: Type.String(),
    redirects: Type.Array(Redirect),
    retryAfter: Type.Optional(
      Type.Number({ minimum: 0, description: "Seconds of the page's Retry-After header, where it sent one." }),
    ),
    timedOut: Type.Optional(
      Type.Boolean({ description: "True where waitUntil never came true and the page was captured at the deadline." }),
    ),
  },
  { additionalProperties: false },
);
export type PageInfo = Static<typeof PageInfo>;

const Milliseconds = Type.Integer({ minimum: 0, description: "Milliseconds." });

/** Milliseconds each stage took. */
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

const Truncated = Type.Optional(Type.Array(Type.String(), { description: "Names what was cut." }));

/** The picture as the API shows it. */
export const ScreenshotResult = Type.Object(
  {
    url: Type.String({ description: "Signed address of the bytes; needs no key, expires after 24 hours." }),
    expiresAt: DateTime,
    format: ImageFormat,
    width: Type.Integer(),
    height: Type.Integer(),
    bytes: Type.Integer(),
    sha256: Type.String(),
    location: Type.Optional(Type.String()),
    truncated: Truncated,
  },
  { additionalProperties: false },
);

/** An extract as the API shows it; `value` is there when asked for by `include`, and always for metadata. */
export const ExtractResult = Type.Object(
  {
    url: Type.String({ description: "Signed address of the bytes; needs no key, expires after 24 hours." }),
    expiresAt: DateTime,
    bytes: Type.Integer(),
    contentType: Type.String(),
    value: Type.Optional(Type.Unknown()),
    location: Type.Optional(Type.String()),
    truncated: Truncated,
  },
  { additionalProperties: false },
);

const optionalExtract = Type.Optional(ExtractResult);
const extractResults = {
  metadata: optionalExtract,
  markdown: optionalExtract,
  html: optionalExtract,
  links: optionalExtract,
  images: optionalExtract,
  videos: optionalExtract,
  fonts: optionalExtract,
  colors: optionalExtract,
  structure: optionalExtract,
  design: optionalExtract,
} satisfies Record<ExtractName, typeof optionalExtract>;

/** Result of a completed job. */
export const JobResult = Type.Object(
  {
    page: PageInfo,
    timings: Timings,
    screenshot: Type.Optional(ScreenshotResult),
    ...extractResults,
  },
  { additionalProperties: false },
);

// --- Shapes of the extracts (the contents of the stored objects) ---

const NullableString = Type.Union([Type.String(), Type.Null()]);
const StringMap = Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]));

/** `metadata`: what the page says of itself. */
export const Metadata = Type.Object({
  title: NullableString,
  description: NullableString,
  canonical: NullableString,
  lang: NullableString,
  charset: NullableString,
  viewport: NullableString,
  robots: NullableString,
  author: NullableString,
  siteName: NullableString,
  publishedTime: NullableString,
  modifiedTime: NullableString,
  keywords: Type.Array(Type.String()),
  favicons: Type.Array(
    Type.Object({ href: Type.String(), type: NullableString, sizes: NullableString, rel: Type.String() }),
  ),
  openGraph: StringMap,
  twitter: StringMap,
  jsonLd: Type.Array(Type.Unknown()),
  feeds: Type.Array(Type.Object({ href: Type.String(), type: Type.String(), title: NullableString })),
  hreflang: Type.Array(Type.Object({ href: Type.String(), lang: Type.String() })),
});
export type Metadata = Static<typeof Metadata>;

/** One entry of `links`. */
export const Link = Type.Object({
  href: Type.String(),
  text: Type.String(),
  rel: Type.Array(Type.String()),
  internal: Type.Boolean({ description: "Same registrable domain as the page." }),
  nofollow: Type.Boolean(),
  region: Type.Enum(["header", "nav", "main", "aside", "footer", "other"], { type: "string" }),
});
export type Link = Static<typeof Link>;
