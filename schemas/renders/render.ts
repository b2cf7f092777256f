import { type Static, Type } from "typebox";
import {
  HttpUrl,
  ImageFormat,
  literals,
  PresetName,
  Priority,
  type Sealed,
  Theme,
  unitKeyword,
  WaitUntil,
  WebhookSecret,
} from "../common.ts";
import type { ExtractName } from "../outputs.ts";
import { type Blocking, blockNotes } from "./blocking.ts";
import { DeviceName } from "./devices.ts";
import { type Emulation, emulationOptions } from "./emulation.ts";
import { PdfOptions, type PdfSpec } from "./pdf.ts";
import { RecordingOptions, type RecordingSpec } from "./recording.ts";
import { storageOptions, type StorageTarget } from "./storage.ts";
import { documentTexts, pageTexts, type TextIds } from "./texts.ts";

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

const selectors = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 100, description });
const flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }));
const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** The part of a page that a picture shows, CSS pixels from its top left corner. */
export const Clip = Type.Object(
  {
    x: Type.Integer({ minimum: 0, maximum: 100_000 }),
    y: Type.Integer({ minimum: 0, maximum: 100_000 }),
    width: Type.Integer({ minimum: 1, maximum: 20_000 }),
    height: Type.Integer({ minimum: 1, maximum: 100_000 }),
  },
  { additionalProperties: false },
);
export type Clip = Static<typeof Clip>;

/** A name and a password for the page's host. */
const HttpAuth = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 256, pattern: "^[^:]+$" }),
    password: Type.String({ maxLength: 1024 }),
  },
  { additionalProperties: false, writeOnly: true },
);

/** The division of a timeout (`divideTime`), for descriptions. */
export const timeoutShares =
  "The document must arrive two seconds before the end. The last 6 seconds (12 with `fullPage`), but at most 30 %, are reserved for the capture.";

const page = {
  timeout: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 60,
      default: 30,
      [unitKeyword]: "seconds",
      description: `Seconds for the whole capture. ${timeoutShares}`,
    }),
  ),
  waitUntil: Type.Optional(
    literals(WaitUntil.enum, { default: "load", description: "When the page counts as loaded." }),
  ),
  width: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 3840,
      default: 1280,
      [unitKeyword]: "pixels",
      description: "Viewport, CSS pixels.",
    }),
  ),
  height: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 2160,
      default: 720,
      [unitKeyword]: "pixels",
      description: "Viewport, CSS pixels.",
    }),
  ),
  device: Type.Optional(DeviceName),
  theme: Type.Optional(literals(Theme.enum, { default: "light", description: "Colors that the page is asked for." })),
  blockCookieBanners: flag(blockNotes.blockCookieBanners),
  blockAds: flag(`${blockNotes.blockAds} \`result.page.blocked\` has the counts.`),
  blockChatWidgets: flag(blockNotes.blockChatWidgets),
  blockPopups: flag(blockNotes.blockPopups),
  blockAccessibilityWidgets: flag(blockNotes.blockAccessibilityWidgets),
  hideSelectors: Type.Optional(selectors("CSS selectors of elements to hide, also of ones that appear later.")),
  clickSelectors: Type.Optional(selectors("CSS selectors of elements to click, one after the other.")),
  scrollToElement: text(512, "CSS selector of the element to bring into view before the capture."),
  headers: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 256 }), Type.String({ maxLength: 8192 }), {
      maxProperties: 50,
      writeOnly: true,
      description: "Sent with requests to the page's own origin only.",
    }),
  ),
  cookies: Type.Optional(Type.Array(Cookie, { maxItems: 100 })),
  httpAuth: Type.Optional(
    Type.Unsafe<Static<typeof HttpAuth>>({
      ...HttpAuth,
      description: "HTTP basic authentication. Sent with requests to the page's own origin only.",
    }),
  ),
  ...pageTexts,
  waitForSelector: text(512, "Wait until an element matches this CSS selector, within the time for loading."),
  delay: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 30,
      default: 0,
      [unitKeyword]: "seconds",
      description: "Seconds to wait once the page is ready. At most half of `timeout`.",
    }),
  ),
  ...emulationOptions,
  selector: text(
    512,
    "The picture shows the first element that matches this CSS selector. With `fullPage` the page is scrolled through first.",
  ),
  clip: Type.Optional(
    Type.Unsafe<Clip>({
      ...Clip,
      description: "The picture shows this part of the page, in CSS pixels. Parts beyond the page are blank.",
    }),
  ),
};

/** The field that names a preset. */
export const presetOption = Type.Optional(
  Type.Unsafe<Static<typeof PresetName>>({
    ...PresetName,
    description: "Name of a preset. Its options count as given, except those that this request gives itself.",
  }),
);

const delivery = {
  preset: presetOption,
  priority: Type.Optional(literals(Priority.enum, { default: "normal" })),
  cache: flag(
    "Reuse the account's newest identical render (same url, options, headers and cookies) of the last 24 hours, at no charge. Without `cache` the page is always rendered. Identical renders that run at the same time are each rendered.",
  ),
  webhookUrl: Type.Optional(Type.String({ maxLength: 2048, pattern: "^https?://", writeOnly: true })),
  webhookSecret: Type.Optional(WebhookSecret),
  ...storageOptions,
};

const outputs = {
  screenshot: Type.Optional(
    Type.Boolean({
      description:
        "Default: true, but false if an `extract…` flag, `pdf` or `recording` is set without an option of the picture, such as `format` or `fullPage`.",
    }),
  ),
  format: Type.Optional(literals(ImageFormat.enum, { default: "jpg" })),
  quality: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 80, description: "Quality of a jpg." })),
  fullPage: flag("Capture the whole scrollable page."),
  omitBackground: flag("Leave the page's default background transparent. Needs format png."),
  pdf: Type.Optional(
    Type.Unsafe<PdfOptions>({
      ...PdfOptions,
      description:
        "Print the page as a PDF, as a further output. `{}` prints it with the defaults. Lengths have a unit: px, pt, mm, cm or in.",
    }),
  ),
  recording: Type.Optional(
    Type.Unsafe<RecordingOptions>({
      ...RecordingOptions,
      description: "Record the moving page, as a further output. `{}` records five seconds as an mp4.",
    }),
  ),
  extractMarkdown: flag("Main content as GitHub Flavored Markdown."),
  extractHtml: flag("The rendered DOM as HTML."),
  extractLinks: flag("Links of the page, absolute and deduplicated."),
  extractStructure: flag("Headings, landmarks, sections, forms and tables."),
};

const singlePage = {
  extractMetadata: Type.Optional(
    Type.Boolean({ default: true, description: "Title, description, Open Graph, JSON-LD and other metadata." }),
  ),
  extractImages: flag("Images of the page."),
  extractVideos: flag("Videos of the page."),
  extractFonts: flag("Fonts that the page uses."),
  extractColors: flag("Colors that the page uses."),
  extractDesign: flag("Design tokens of the page."),
};

/** Options of every render route: those with "all" in the contract's column Routes, and `quality` and `fullPage`. */
export const SharedRenderOptions = { ...page, ...delivery, ...outputs };

/** Options of the routes that render one page: `submitRender`, `scheduleRender` and `scheduleRecurring`. */
export const SinglePageOptions = { ...SharedRenderOptions, ...singlePage };

/** The page to render: exactly one of `url` and `html`. */
const source = { url: Type.Optional(HttpUrl), ...documentTexts };

/** Body of `submitRender`, `POST /render`. */
export const RenderRequest = Type.Object({ ...source, ...SinglePageOptions }, { additionalProperties: false });
export type RenderRequest = Static<typeof RenderRequest>;

/** A checked request; the address of an HTML document is its `baseUrl`, or stands in for one. */
export type PageRequest = RenderRequest & { url: string };

/** Options of the synchronous screenshot: only the picture, without storage or webhook. */
export const ScreenshotRequest = Type.Object(
  {
    ...source,
    preset: presetOption,
    ...page,
    format: outputs.format,
    quality: outputs.quality,
    fullPage: outputs.fullPage,
    omitBackground: outputs.omitBackground,
    cache: delivery.cache,
    priority: delivery.priority,
  },
  { additionalProperties: false },
);
export type ScreenshotRequest = Static<typeof ScreenshotRequest>;

/** Capture options: those of the screenshot without its file and delivery. */
export const PageOptions = page;

/**
 * Effective options of one capture: every default applied, secrets sealed.
 * The job's record and the workflow's input have it.
 */
export type RenderSpec = {
  url: string;
  /** Id of the resource with the secrets (a job, batch, schedule or crawl). The secrets are sealed for it. */
  sealedFor: string;
  /** Whether an identical render may be used. */
  cache: boolean;
  /** Seconds for the whole capture. */
  timeout: number;
  waitUntil: WaitUntil;
  /** CSS pixels. */
  viewport: { width: number; height: number };
  device?: DeviceName;
  theme: Theme;
  blocking: Blocking;
  hideSelectors: string[];
  clickSelectors: string[];
  scrollToElement?: string;
  waitForSelector?: string;
  /** Seconds. */
  delay?: number;
  /** Missing without any of its options. */
  emulation?: Emulation;
  /** Sealed JSON of `Record<string, string>`. */
  headers?: Sealed;
  /** Sealed JSON of `Cookie[]`. */
  cookies?: Sealed;
  texts?: TextIds;
  screenshot: ScreenshotSpec | null;
  /** Missing without a PDF. */
  pdf?: PdfSpec;
  /** Missing without a recording. */
  recording?: RecordingSpec;
  extracts: ExtractName[];
  /**
   * For a crawl's page: the origin that headers and cookies are meant for, and the
   * milliseconds between two requests that the page's host asks for.
   */
  crawl?: { origin: string; delayMs: number };
  storage?: StorageTarget;
};

export type ScreenshotSpec = {
  format: ImageFormat;
  /** 1 to 100, of a jpg. */
  quality: number;
  fullPage: boolean;
  omitBackground?: true;
  /** The part of the page; missing for the viewport or the full page. At most one of the two. */
  selector?: string;
  clip?: Clip;
};

/** The receiver of a job's events, sealed. */
export type WebhookTarget = {
  url: Sealed;
  secret?: Sealed;
  /** Id of the resource that both are sealed for. */
  sealedFor: string;
};
