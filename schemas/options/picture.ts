import { type Static, Type } from "typebox";
import { ImageFormat, labelKeyword, literals, unitKeyword } from "../common.ts";
import { bodies, described, everywhere, option, type OptionUse } from "./option.ts";
import { flag, selector } from "./schemas.ts";

/** The part of a page that a picture shows, CSS pixels from its top left corner. */
export const Clip = Type.Object(
  {
    x: Type.Integer({ minimum: 0, maximum: 100_000, [labelKeyword]: "From the left" }),
    y: Type.Integer({ minimum: 0, maximum: 100_000, [labelKeyword]: "From the top" }),
    width: Type.Integer({ minimum: 1, maximum: 20_000, [labelKeyword]: "Width of the part" }),
    height: Type.Integer({ minimum: 1, maximum: 100_000, [labelKeyword]: "Height of the part" }),
  },
  { additionalProperties: false },
);
export type Clip = Static<typeof Clip>;

const wholePage = "Capture the whole scrollable page.";
/** Comparisons and monitors look at the whole page unless they are told otherwise. */
const wholePageByDefault = Type.Boolean({ default: true, description: wholePage });

/** A comparison is lossless and delivers no picture of a page. */
const exceptComparisons = everywhere.filter((use): use is Exclude<OptionUse, "comparison"> => use !== "comparison");

/** Formats that are no option of a render. */
const otherFormats = "?as=webp or ?as=avif converts it when it is read, and pdf: {} prints a PDF";

/** The picture: its file, and the part of the page that it shows. */
export const picture = {
  format: option({
    schema: literals(ImageFormat.enum, { default: "jpg", hint: otherFormats }),
    own: {
      monitor: literals(ImageFormat.enum, {
        default: "jpg",
        description: "Format of the delivered picture. Comparisons are lossless.",
        hint: "?as=webp or ?as=avif converts it when it is read",
      }),
    },
    label: "Format",
    filled: true,
    in: exceptComparisons,
    common: true,
  }),
  quality: option({
    schema: Type.Integer({ minimum: 1, maximum: 100, default: 80, description: "Quality of a jpg." }),
    label: "Quality",
    filled: true,
    in: exceptComparisons,
    common: true,
  }),
  fullPage: option({
    schema: flag(wholePage),
    own: { comparison: wholePageByDefault, monitor: wholePageByDefault },
    label: "Full page",
    filled: true,
    in: everywhere,
    common: true,
  }),
  maxHeight: option({
    schema: Type.Integer({
      minimum: 100,
      maximum: 60_000,
      [unitKeyword]: "pixels",
      description:
        "CSS pixels at which a full page ends. A taller page is cut there, and `truncated` of the picture says so. Default: none, and a page that is too tall fails as `page_too_large`.",
    }),
    label: "Height at most",
    in: everywhere,
  }),
  omitBackground: option({
    schema: flag("Leave the page's default background transparent. Needs format png."),
    label: "Transparent background",
    in: exceptComparisons,
  }),
  selector: option({
    schema: selector(
      "The picture shows the first element that matches this CSS selector. With `fullPage` the page is scrolled through first.",
    ),
    own: {
      monitor: selector(
        "CSS selector. The first element that matches is watched: the picture and the text are of this element alone. A run fails if nothing matches.",
      ),
    },
    label: "Only this element",
    sample: "main",
    in: everywhere,
    selects: true,
    byHttp: true,
    ofOnePage: true,
  }),
  clip: option({
    schema: described(Clip, "The picture shows this part of the page, in CSS pixels. Parts beyond the page are blank."),
    label: "Only this part",
    in: bodies,
    ofOnePage: true,
  }),
};
