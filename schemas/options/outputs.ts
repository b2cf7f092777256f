import { Type } from "typebox";
import { PdfOptions, ShownPdf } from "../renders/pdf.ts";
import { RecordingOptions } from "../renders/recording.ts";
import { described, jobs, option, type OptionUse } from "./option.ts";
import { flag } from "./schemas.ts";
import { ValueEntries } from "./values.ts";

const manyPages = [...jobs, "preset", "reply"] as const;
/** Batches and crawls leave the longer extracts out. */
const singlePages = ["render", "delayed", "recurring", "preset", "reply"] as const;

const extract = <const Places extends readonly OptionUse[]>(label: string, description: string, places: Places) =>
  option({ schema: flag(description), label, in: places, output: true });

/** Outputs of a render. */
export const outputs = {
  screenshot: option({
    schema: Type.Boolean({
      description:
        "Default: true, but false if an `extract…` flag, `pdf` or `recording` is set without an option of the picture, such as `format` or `fullPage`.",
    }),
    label: "Screenshot",
    in: manyPages,
    output: true,
  }),
  pdf: option({
    schema: described(
      PdfOptions,
      "Print the page as a PDF, as a further output. `{}` prints it with the defaults. Lengths have a unit: px, pt, mm, cm or in.",
    ),
    own: { reply: ShownPdf },
    label: "PDF",
    in: manyPages,
  }),
  recording: option({
    schema: described(
      RecordingOptions,
      "Record the moving page, as a further output. `{}` records five seconds as an mp4.",
    ),
    label: "Recording",
    in: manyPages,
  }),
  extractMetadata: option({
    schema: Type.Boolean({ default: true, description: "Title, description, Open Graph, JSON-LD and other metadata." }),
    label: "Metadata",
    in: singlePages,
    output: true,
  }),
  extractValues: option({
    schema: described(
      ValueEntries,
      "Values to read from the page, each with a name. `result.values` has them by name, without a further output. Each names its place by `selector`, `pattern` or `product`.",
    ),
    label: "Values",
    sample: '[{"name": "price", "selector": ".price"}]',
    in: manyPages,
  }),
  extractMarkdown: extract("Markdown", "Main content as GitHub Flavored Markdown.", manyPages),
  extractHtml: extract("HTML", "The rendered DOM as HTML.", manyPages),
  extractLinks: extract("Links", "Links of the page, absolute and deduplicated.", manyPages),
  extractStructure: extract("Structure", "Headings, landmarks, sections, forms and tables.", manyPages),
  extractImages: extract("Images", "Images of the page.", singlePages),
  extractVideos: extract("Videos", "Videos of the page.", singlePages),
  extractFonts: extract("Fonts", "Fonts that the page uses.", singlePages),
  extractColors: extract("Colors", "Colors that the page uses.", singlePages),
  extractDesign: extract("Design", "Design tokens of the page.", singlePages),
  extractElements: extract(
    "Map of elements",
    "Place, selector and role of the elements that a visitor sees, for picking one on the picture. Never the contents of fields.",
    ["render", "reply"],
  ),
  extractConsole: extract("Console", "Messages of the page's console, and errors that no script caught.", singlePages),
  extractMhtml: extract(
    "MHTML",
    "The page of `html` with its files in one MHTML file, which is saved and not shown. Pages of others are not given as one, as their scripts might run where it is opened.",
    ["render", "preset", "reply"],
  ),
  extractHar: extract("Requests", "The page's requests as HAR 1.2, without bodies, cookies and log-ins.", singlePages),
};
