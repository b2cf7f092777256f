import { type Static, type TSchema, Type } from "typebox";
import { DateTime } from "../common.ts";
import { Colors, Design, Font } from "./appearance.ts";
import { PageElements } from "./elements.ts";
import { Image, Video } from "./media.ts";
import { Structure } from "./structure.ts";
import { ConsoleLine, Har } from "./traffic.ts";

const NullableString = Type.Union([Type.String(), Type.Null()]);
const StringMap = Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]));

/** `metadata`: the page's statements about itself. */
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
  internal: Type.Boolean({ description: "Whether the link has the same registrable domain as the page." }),
  nofollow: Type.Boolean(),
  region: Type.Enum(["header", "nav", "main", "aside", "footer", "other"], { type: "string" }),
});
export type Link = Static<typeof Link>;

/** Names of the parts of an output that were cut at a limit. */
export const Truncated = Type.Optional(
  Type.Array(Type.String(), { description: "Names of the parts that were truncated." }),
);

/** An extract as the API shows it. `value` is present if `include` requests it, and always for metadata. */
function extractOf(value: TSchema) {
  return Type.Object(
    {
      url: Type.String({ description: "Signed address of the bytes; needs no key, expires after 24 hours." }),
      expiresAt: DateTime,
      bytes: Type.Integer(),
      contentType: Type.String(),
      // Typed for the OpenAPI document. The service returns the stored value unchanged.
      value: Type.Optional(Type.Unsafe<unknown>(value)),
      location: Type.Optional(Type.String()),
      truncated: Truncated,
    },
    { additionalProperties: false },
  );
}

/** Each extract as the API shows it. */
export const extractResults = {
  metadata: extractOf(Metadata),
  markdown: extractOf(Type.String({ description: "GitHub Flavored Markdown." })),
  html: extractOf(Type.String({ description: "HTML." })),
  links: extractOf(Type.Array(Link)),
  images: extractOf(Type.Array(Image)),
  videos: extractOf(Type.Array(Video)),
  fonts: extractOf(Type.Array(Font)),
  colors: extractOf(Colors),
  structure: extractOf(Structure),
  design: extractOf(Design),
  elements: extractOf(PageElements),
  console: extractOf(Type.Array(ConsoleLine)),
  har: extractOf(Har),
  mhtml: extractOf(Type.String({ description: "The page with its files as MHTML (RFC 2557)." })),
};
export type ExtractResult = Static<(typeof extractResults)["html"]>;
export type ExtractName = keyof typeof extractResults;

/** Whether a name is that of an extract. */
export function isExtract(name: string): name is ExtractName {
  return Object.hasOwn(extractResults, name);
}

/** Every kind of extract. */
export const extractNames = Object.keys(extractResults).filter(isExtract);

/** The request flag of an extract: `extract` and its name in PascalCase. */
export function extractFlag<Name extends ExtractName>(name: Name): `extract${Capitalize<Name>}`;
export function extractFlag(name: ExtractName): string {
  return `extract${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
