import { type Static, Type } from "typebox";
import { HttpUrl, type ImageFormat, type Sealed, type Theme, type WaitUntil } from "../common.ts";
import { optionsIn } from "../options/index.ts";
import type { cacheOptions } from "../options/delivery.ts";
import type { page } from "../options/page.ts";
import type { picture } from "../options/picture.ts";
import type { requests } from "../options/requests.ts";
import type { ValueEntry } from "../options/values.ts";
import type { visitor } from "../options/visitor.ts";
import type { ExtractName } from "../extracts/extracts.ts";
import type { Blocking } from "./blocking.ts";
import type { DeviceName } from "./devices.ts";
import type { PdfSpec } from "./pdf.ts";
import type { RecordingSpec } from "./recording.ts";
import type { StorageTarget } from "./storage.ts";
import type { TextIds } from "./texts.ts";

const noExtraFields = { additionalProperties: false } as const;

/** The page to render: exactly one of `url` and `html`. */
const source = { url: Type.Optional(HttpUrl) };

/** Body of `submitRender`, `POST /render`. */
export const RenderRequest = Type.Object({ ...source, ...optionsIn("render") }, noExtraFields);
export type RenderRequest = Static<typeof RenderRequest>;

/** A checked request; the address of an HTML document is its `baseUrl`, or stands in for one. */
export type PageRequest = RenderRequest & { url: string };

/** Options of the synchronous screenshot: only the picture, without storage or webhook. */
export const ScreenshotRequest = Type.Object({ ...source, ...optionsIn("screenshot") }, noExtraFields);
export type ScreenshotRequest = Static<typeof ScreenshotRequest>;

/** The given options that change how the page sees its visitor. */
export type Emulation = Pick<RenderRequest, keyof typeof visitor | "deviceScaleFactor">;

/**
 * Effective options of one capture: every default applied, secrets sealed.
 * The job's record and the workflow's input have it.
 */
export type RenderSpec = Pick<RenderRequest, keyof typeof page | keyof typeof requests | keyof typeof cacheOptions> & {
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
  /** Missing without any of its options. */
  emulation?: Emulation;
  /** Sealed JSON of `Record<string, string>`. */
  headers?: Sealed;
  /** Sealed JSON of `Cookie[]`. */
  cookies?: Sealed;
  texts?: TextIds;
  /** Names of the secrets that headers, cookies and steps name; missing without any. */
  secretNames?: string[];
  screenshot: ScreenshotSpec | null;
  /** Missing without a PDF. */
  pdf?: PdfSpec;
  /** Missing without a recording. */
  recording?: RecordingSpec;
  extracts: ExtractName[];
  /** Missing without values to read. */
  extractValues?: ValueEntry[];
  /**
   * For a crawl's page: the origin that headers and cookies are meant for, and the
   * milliseconds between two requests that the page's host asks for.
   */
  crawl?: { origin: string; delayMs: number };
  storage?: StorageTarget;
};

/** The given options of the picture that differ from their defaults, and the three that every picture has. */
export type ScreenshotSpec = Pick<RenderRequest, keyof typeof picture> & {
  format: ImageFormat;
  /** 1 to 100, of a jpg. */
  quality: number;
  fullPage: boolean;
};

/** The receiver of a job's events, sealed. */
export type WebhookTarget = {
  url: Sealed;
  secret?: Sealed;
  /** Id of the resource that both are sealed for. */
  sealedFor: string;
};

/** The field that each secret of a webhook is sealed for. */
export const webhookFields = { url: "webhookUrl", secret: "webhookSecret" } as const;
