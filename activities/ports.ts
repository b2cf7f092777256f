import type { Database } from "#data/mongo.ts";
import type { ObjectStore } from "#data/objects.ts";
import type { GuardedFetch } from "#egress/fetch.ts";
import type { ImageFormat, Json } from "#schemas/common.ts";
import type { OutputName, PageInfo } from "#schemas/outputs.ts";
import type { Cookie, RenderSpec } from "#schemas/render.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { KeyRing } from "#vault/keyRing.ts";

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

/** Addresses of the API, for what leaves the service. */
export type OutputSigner = {
  outputUrl(output: { jobId: string; name: OutputName; now: Date }): { url: string; expiresAt: Date };
  statusUrl(jobId: string): string;
};

/** The latest run of a workflow, as far as its end matters here. */
export type ExecutionsPort = {
  /** Workflow ids of renders terminated or timed out since `since` whose latest run is the one that ended so. */
  listTerminatedRenders(since: Date): Promise<string[]>;
};

/** Everything the activities reach the world through; the worker puts it together. */
export type ActivityPorts = {
  database: Database;
  objects: ObjectStore;
  keyRing: KeyRing;
  capture: CapturePort;
  fetch: GuardedFetch;
  executions: ExecutionsPort;
  signer: OutputSigner;
  logger: Logger;
  /** `User-Agent` of webhooks. */
  userAgent: string;
};
