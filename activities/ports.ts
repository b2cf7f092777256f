import type { Database } from "#data/mongo.ts";
import type { ObjectStore } from "#data/objects.ts";
import type { GuardedFetch } from "#egress/fetch.ts";
import type { ImageFormat, Json } from "#schemas/common.ts";
import type { HostAnswer } from "#schemas/coordination.ts";
import type { OutputName, PageInfo } from "#schemas/outputs.ts";
import type { Cookie, RenderSpec } from "#schemas/renders/render.ts";
import type { RunOutputName } from "#schemas/run.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import type { MailReader } from "#vault/signatures.ts";
import type { Comparer } from "./compare/comparer.ts";
import type { Mailer } from "./notify/mailer.ts";
import type { CaptureSlots } from "./throttle/captureSlots.ts";

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
  /** Where the host's spacing is to be kept: waits until the host may be asked, right before it is. Rejects with HostPaused. */
  waitForTurn?(): Promise<HostObserver>;
};

/** What is told of a host that was just let be asked; each may be told more than once. */
export type HostObserver = {
  /** The request for the document has gone out. */
  asked(): void;
  /** That host answered it: the one that was asked, or another that the page was led to. */
  answered(host: string, answer: HostAnswer): void;
  /** The request failed, will never be sent, or is no longer awaited. */
  ended(): void;
};

/** The browser room as the activities see it. Rejects with RenderFailure, or with the signal's reason when aborted. */
export type CapturePort = {
  capture(request: CaptureRequest, context: CaptureContext): Promise<CapturedPage>;
};

/** Addresses of the API, for what leaves the service. */
export type OutputSigner = {
  outputUrl(output: { jobId: string; name: OutputName; now: Date }): { url: string; expiresAt: Date };
  /** Works for a day unless `seconds` are given. */
  runOutputUrl(output: { monitorId: string; runId: string; name: RunOutputName; now: Date; seconds?: number }): {
    url: string;
    expiresAt: Date;
  };
  /** Where a recipient makes sure of the address. */
  verifyUrl(token: string): string;
  /** Where a mail's reader pauses the monitor, until `expires` (Unix seconds). */
  pauseUrl(reader: MailReader, expires: number): string;
  /** Where a mail's reader gets no more of them. */
  unsubscribeUrl(reader: MailReader): string;
  /** What an address is known by. */
  addressHash(email: string): string;
  statusUrl(jobId: string): string;
  batchUrl(batchId: string): string;
  crawlUrls(crawlId: string): { statusUrl: string; pagesUrl: string };
};

/** Which runs that were terminated, or timed out, are looked for; without `since` as far back as Temporal remembers. */
export type TerminatedSearch = {
  type: "renderJob" | "renderBatch" | "renderSchedule" | "crawl";
  since: Date | null;
  until: Date;
};

/** State of a workflow's latest run; `none` where Temporal knows no run of its id. */
export type RunState = "none" | "open" | "terminated" | "ended";

/** How runs of workflows ended, as far as it matters here. */
export type ExecutionsPort = {
  /** Workflow ids of the runs, each once. A reset terminates a run as well, and goes on in a newer one of the same id. */
  listTerminated(search: TerminatedSearch): Promise<string[]>;
  latestState(workflowId: string): Promise<RunState>;
};

/** A caller's bucket, credentials opened. */
export type CallerBucket = {
  /** Origin of the S3 API. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The callers' own object storage. Rejects with RenderFailure, or with the signal's reason when aborted. */
export type CallerStorage = {
  put(
    bucket: CallerBucket,
    object: { key: string; bytes: Buffer; contentType: string },
    signal: AbortSignal,
  ): Promise<void>;
  /** Ends kept-alive connections. */
  close(): void;
};

/** Everything the activities reach the world through; the worker puts it together. */
export type ActivityPorts = {
  database: Database;
  objects: ObjectStore;
  keyRing: KeyRing;
  capture: CapturePort;
  comparer: Comparer;
  fetch: GuardedFetch;
  mailer: Mailer;
  callerStorage: CallerStorage;
  executions: ExecutionsPort;
  navigationGate: NavigationGate;
  captureSlots: CaptureSlots;
  signer: OutputSigner;
  logger: Logger;
  /** `User-Agent` of webhooks. */
  userAgent: string;
};

/** Keeps the spacing of starts at each host, among all workers. */
export type NavigationGate = {
  /**
   * Waits until the host may be asked for one more page. `delayMs` is how long it wants to be left alone behind this one, where
   * that is longer than the spacing kept everywhere. Rejects with HostPaused where it wants to be left alone, or where
   * MongoDB can't say; with the signal's reason when aborted.
   */
  waitForTurn(host: string, options: { signal: AbortSignal; delayMs: number }): Promise<HostObserver>;
};
