import type { Cookie, RenderSpec } from "#schemas/render.ts";
import type { ImageFormat, Json } from "#schemas/common.ts";
import type { PageInfo } from "#schemas/outputs.ts";

/** What a capture is doing; reported as it changes. */
export type CaptureStage = "navigating" | "capturing" | "extracting";

/** One capture, secrets already opened. */
export type CaptureRequest = {
  jobId: string;
  accountId: string;
  spec: RenderSpec;
  headers: Record<string, string>;
  cookies: Cookie[];
  /** JavaScript expression evaluated once in an isolated world of the settled page; null where nothing is extracted. */
  probe: string | null;
};

export type CapturedScreenshot = {
  bytes: Buffer;
  format: ImageFormat;
  /** Pixels of the picture. */
  width: number;
  height: number;
};

/** What came out of the browser; `probed` is the probe's value as JSON came back, null without a probe. */
export type CapturedPage = {
  page: PageInfo;
  screenshot: CapturedScreenshot | null;
  probed: Json;
  /** Milliseconds. */
  timings: { navigation: number; capture: number; extraction: number };
};

export type CaptureContext = {
  /** Aborts when the job is cancelled or the worker shuts down; the page is closed within 2 s. */
  signal: AbortSignal;
  onStage(stage: CaptureStage): void;
};

/** The browser room as the activities see it. Rejects with RenderFailure, or with the signal's reason when aborted. */
export type CapturePort = {
  capture(request: CaptureRequest, context: CaptureContext): Promise<CapturedPage>;
};
