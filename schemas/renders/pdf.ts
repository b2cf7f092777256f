import { type Static, Type } from "typebox";
import { hintKeyword, labelKeyword, literals } from "../common.ts";

/** A length: a number and its unit. */
export const lengthPattern = "^\\d{1,5}(\\.\\d{1,3})?(px|pt|mm|cm|in)$";
const length = (description: string, label?: string) =>
  Type.Optional(
    Type.String({
      maxLength: 16,
      pattern: lengthPattern,
      ...(label !== undefined && { [labelKeyword]: label }),
      description,
    }),
  );

/** Pages and ranges of pages, such as `1-3, 7`. */
const pageRangesPattern = "^[1-9]\\d{0,3}(-[1-9]\\d{0,3})?(, ?[1-9]\\d{0,3}(-[1-9]\\d{0,3})?)*$";

/** Width and height of a sheet in inches, upright. */
const paperSizes = {
  letter: [8.5, 11],
  legal: [8.5, 14],
  tabloid: [11, 17],
  ledger: [17, 11],
  a0: [33.1102, 46.811],
  a1: [23.3858, 33.1102],
  a2: [16.5354, 23.3858],
  a3: [11.6929, 16.5354],
  a4: [8.2677, 11.6929],
  a5: [5.8268, 8.2677],
  a6: [4.1339, 5.8268],
} as const satisfies Record<string, readonly [number, number]>;

export const PaperFormat = literals(["letter", "legal", "tabloid", "ledger", "a0", "a1", "a2", "a3", "a4", "a5", "a6"]);

/** Margin of each side without its own, and the length of each unit in inches. */
const defaultMargin = "1cm";
const inches = { px: 1 / 96, pt: 1 / 72, mm: 1 / 25.4, cm: 1 / 2.54, in: 1 } as const;

/** A length in inches. @throws Error for a text without a known unit. */
export function toInches(text: string): number {
  const [, number = "", unit = ""] = /^([\d.]+)([a-z]+)$/.exec(text) ?? [];
  for (const [name, factor] of Object.entries(inches)) if (name === unit) return Number(number) * factor;
  throw new Error("A length has a number and a unit.");
}

/** Bounds of a sheet's sides, inches. A PDF can't have longer ones. */
export const paperInches = { min: 1, max: 200 } as const;

const template = (where: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: `HTML ${where} of every page, at most 10 kB. Elements of the classes \`date\`, \`title\`, \`url\`, \`pageNumber\` and \`totalPages\` get these values. It loads no files and runs no scripts. The margin must leave room for it.`,
    }),
  );

/** Empty space at the sides of each sheet. */
export const PdfMargin = Type.Object(
  {
    top: length("Default: 1cm."),
    right: length("Default: 1cm."),
    bottom: length("Default: 1cm."),
    left: length("Default: 1cm."),
  },
  { additionalProperties: false },
);

/** How a page is printed. Lengths have a unit: px, pt, mm, cm or in. */
export const PdfOptions = Type.Object(
  {
    format: Type.Optional(
      literals(PaperFormat.enum, {
        label: "Paper",
        description:
          "Size of the sheets. Default: the page's own size (`@page`), else a4. Excludes `width` and `height`.",
      }),
    ),
    width: length("Width of a sheet, 1 to 200 inches. Needs `height` or `fitOnePage`.", "Width of a sheet"),
    height: length("Height of a sheet, 1 to 200 inches. Needs `width`.", "Height of a sheet"),
    fitOnePage: Type.Optional(
      Type.Boolean({
        default: false,
        [labelKeyword]: "All on one sheet",
        description:
          "Print all on one sheet, as tall as the content and at most 200 inches. `width` or `format` gives its width. Excludes `height` and `pageRanges`.",
      }),
    ),
    landscape: Type.Optional(Type.Boolean({ default: false, description: "Turn the sheets by 90 degrees." })),
    margin: Type.Optional(PdfMargin),
    scale: Type.Optional(
      Type.Number({
        [labelKeyword]: "Scale of the content",
        minimum: 0.1,
        maximum: 2,
        default: 1,
        description: "Scale of the content.",
      }),
    ),
    pageRanges: Type.Optional(
      Type.String({
        maxLength: 128,
        [labelKeyword]: "Pages to keep",
        pattern: pageRangesPattern,
        description: "Pages to keep, such as `1-3, 7`.",
      }),
    ),
    printBackground: Type.Optional(
      Type.Boolean({
        default: true,
        [labelKeyword]: "Background colors and pictures",
        description: "Keep background colors and pictures.",
      }),
    ),
    header: template("at the top"),
    footer: template("at the bottom"),
    tagged: Type.Optional(
      Type.Boolean({
        default: true,
        [labelKeyword]: "Tagged for screen readers",
        description: "Keep the structure, which screen readers need (tagged PDF).",
      }),
    ),
    outline: Type.Optional(
      Type.Boolean({
        default: false,
        [labelKeyword]: "Bookmarks",
        description: "Add bookmarks made from the headings. Needs `tagged`.",
      }),
    ),
  },
  { additionalProperties: false, [hintKeyword]: "{} prints it with the defaults" },
);
export type PdfOptions = Static<typeof PdfOptions>;

/** The options of a PDF. Header and footer are long texts of the render. */
export type PdfSpec = Omit<PdfOptions, "header" | "footer">;

/** The options that replies show. */
export const ShownPdf = Type.Omit(PdfOptions, ["header", "footer"], { additionalProperties: false });

/** A sheet in inches. */
export type Sheet = { width: number; height: number };

/** The sheet of a page that chooses none: A4. */
export const defaultSheet: Sheet = { width: paperSizes.a4[0], height: paperSizes.a4[1] };

/** The sheet that the caller asks for; null if the page may choose it. `fitOnePage` replaces its height. */
export function sheetOf({ format, width, height, landscape, fitOnePage }: PdfSpec): Sheet | null {
  if (format === undefined && width === undefined) return fitOnePage === true ? turned(defaultSheet, landscape) : null;
  if (width === undefined) {
    const [upright, tall] = paperSizes[format ?? "a4"];
    return turned({ width: upright, height: tall }, landscape);
  }
  const tall = height === undefined ? paperInches.max : toInches(height);
  return turned({ width: toInches(width), height: tall }, height === undefined ? false : landscape);
}

function turned({ width, height }: Sheet, landscape = false): Sheet {
  return landscape ? { width: height, height: width } : { width, height };
}

/** The margins in inches. */
export function marginsOf({ margin = {} }: PdfSpec): Record<"top" | "right" | "bottom" | "left", number> {
  const { top = defaultMargin, right = defaultMargin, bottom = defaultMargin, left = defaultMargin } = margin;
  return { top: toInches(top), right: toInches(right), bottom: toInches(bottom), left: toInches(left) };
}
