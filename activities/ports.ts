import type { Protocol } from "puppeteer";
import type { Database } from "#data/mongo.ts";
import type { ObjectStore } from "#data/objects.ts";
import type { GuardedFetch } from "#egress/fetch.ts";
import type { UpstreamProxy } from "#egress/upstream.ts";
import type { ImageFormat, Json } from "#schemas/common.ts";
import type { HostAnswer } from "#schemas/coordination.ts";
import type { FramesRead, OutputName, PageInfo } from "#schemas/outputs.ts";
import type { Step } from "#schemas/options/steps.ts";
import type { ResourceKind } from "#schemas/options/requests.ts";
import type { ConsoleLine, Har } from "#schemas/extracts/traffic.ts";
import type { SignedIn } from "#schemas/signIn.ts";
import type { Cookie } from "#schemas/options/visitor.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import type { RecordingFormat } from "#schemas/renders/recording.ts";
import type { Texts } from "#schemas/renders/texts.ts";
import type { RunOutputName } from "#schemas/monitor/run.ts";
import type { Challenge } from "#rules/challenges.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import type { TotpSeed } from "#vault/totp.ts";
import type { AlertAction, MailReader } from "#vault/signatures.ts";
import type { Comparer } from "./compare/comparer.ts";

/** The stage of a capture. */
export type CaptureStage = "navigating" | "capturing" | "extracting";

/** The cookies and storages that a browser keeps for a signed-in visitor. */
export type BrowserSession = {
  cookies: SessionCookie[];
  /** Local and session storage by origin. */
  storages: { origin: string; local: [key: string, value: string][]; session: [key: string, value: string][] }[];
};

/** A cookie of a session. A `domain` with a dot in front covers further hosts. */
export type SessionCookie = Pick<Protocol.Network.CookieParam, "sameSite" | "partitionKey" | "expires"> & {
  name: string;
  value: string;
  domain: string;
  path: string;
  httpOnly: boolean;
  secure: boolean;
};

/** The part of a sign-in in a capture. */
export type SignInOrder = {
  /** The sign of a page behind the log-in. */
  signedIn: SignedIn;
  /** The session to begin with. Null if the steps sign in; the capture then returns the session. */
  session: BrowserSession | null;
  /** Makes one-time codes; null without a seed. */
  totp: TotpSeed | null;
};

/** One capture, with opened secrets. */
export type CaptureRequest = {
  jobId: string;
  accountId: string;
  spec: RenderSpec;
  headers: Record<string, string>;
  cookies: Cookie[];
  texts: Texts;
  /** Missing without steps. */
  steps?: readonly Step[];
  /** The opened proxy that every request goes through; missing without one. */
  proxy?: UpstreamProxy | undefined;
  /** The session and its sign; missing without a sign-in. */
  signIn?: SignInOrder;
  /** JavaScript expression, evaluated once in an isolated world of the settled page; null without extracts. */
  probe: string | null;
  /** JavaScript expression, evaluated in each frame before the probe, which finds its value beside the frame's element. */
  frameProbe?: string | null;
  /** Whether the visible text is read, too. */
  readsText?: boolean;
  /** Watches beside the page while it loads. Each costs time, so the default is none. */
  watches?: readonly PageWatch[];
  /** The document that the caller knows; missing for none. Only a fetch without a browser asks for a newer one. */
  validators?: PageValidators | undefined;
};

/** The names that a server gives a document: the values of `ETag` and `Last-Modified`. */
export type PageValidators = { etag?: string; lastModified?: string };

/** A thing that the browser tells of a page beside its document: its console, its requests or the number that failed, a copy. */
export type PageWatch = "console" | "har" | "mhtml" | "failedRequests";

export type CapturedScreenshot = {
  bytes: Buffer;
  format: ImageFormat;
  /** Pixels of the picture. */
  width: number;
  height: number;
  /** True if `maxHeight` cut the page. */
  isCut?: boolean;
};

/** A picture that a step took under a name. */
export type StepPicture = CapturedScreenshot & { name: string };

export type CapturedRecording = {
  bytes: Buffer;
  format: RecordingFormat;
  /** Pixels. */
  width: number;
  height: number;
  seconds: number;
};

/** The console and the requests of a page, with whether each was cut, and its copy with all files. */
export type WatchedPage = {
  console?: { lines: ConsoleLine[]; isCut: boolean };
  har?: { har: Har; isCut: boolean };
  mhtml?: string;
};

/** The content of a page. `text` is its visible text; null unless the request `readsText`. */
export type PageContents = {
  /** Null for a page of the site's own. */
  challenge: Challenge | null;
  /** Whether it has neither visible text nor a picture, frame or control. */
  isEmpty: boolean;
  text: string | null;
  /** The frames that were read; missing if there are none. */
  frames?: FramesRead;
  /** Failed requests by kind; missing unless watched. */
  failedRequests?: Partial<Record<ResourceKind, number>>;
};

export type CapturedPdf = { bytes: Buffer; pages: number };

/** Data or a document that is shown as a page of ours. `json` is the same for paths; null without any. */
type CapturedDocument = { contentType: string; json: string | null };

/** The result of a capture. `probed` is the probe's value; null without a probe. */
export type CapturedPage = {
  page: PageInfo;
  screenshot: CapturedScreenshot | null;
  pdf: CapturedPdf | null;
  recording: CapturedRecording | null;
  /** Missing if no step takes one. */
  stepPictures?: StepPicture[];
  probed: Json;
  /** Missing without `watches`. */
  watched?: WatchedPage;
  contents: PageContents;
  /** Missing for a page of the site's own. */
  document?: CapturedDocument;
  /** The session after the steps of a sign-in; missing for other captures. */
  session?: BrowserSession;
  /** A JPEG of the page after the steps of a sign-in; null if the page gave none, missing for other captures. */
  moment?: Buffer | null;
  /** Missing for a browser's capture, and if the server named none. */
  validators?: PageValidators;
  /** True if the server said that the document of the request's `validators` is still the newest. There is no other content then. */
  notModified?: true;
  /** Milliseconds. */
  timings: { navigation: number; capture: number; extraction: number };
};

/** The files of a capture that makes none. */
export const noFiles = { screenshot: null, pdf: null, recording: null } as const;

/** The facts of a page that decide whether it counts. */
export type SeenPage = Pick<CapturedPage, "contents" | "notModified"> & { page: Pick<PageInfo, "statusCode"> };

export type CaptureContext = {
  /** Aborts when the job is cancelled or the worker shuts down; the page is closed within 2 s. */
  signal: AbortSignal;
  onStage(stage: CaptureStage): void;
  /** Waits until the host may be requested; missing without host throttling. @throws HostBackedOff */
  waitForTurn?(): Promise<HostObserver>;
};

/** Callbacks for one navigation to a throttled host. Each may fire more than once. */
export type HostObserver = {
  /** The request for the document was sent. */
  requested(): void;
  /** A host answered: the requested host, or the target of a redirect. */
  answered(host: string, answer: HostAnswer): void;
  /** The request failed, was not sent, or is no longer awaited. */
  ended(): void;
};

/** The port to the browser. @throws RenderFailure, or the signal's reason after an abort. */
export type CapturePort = {
  capture(request: CaptureRequest, context: CaptureContext): Promise<CapturedPage>;
};

/** Creates public addresses of the API for events and mails. */
export type OutputSigner = {
  outputUrl(output: { jobId: string; name: OutputName; now: Date }): { url: string; expiresAt: Date };
  /** Valid for `seconds`; default: one day. */
  runOutputUrl(output: { monitorId: string; runId: string; name: RunOutputName; now: Date; seconds?: number }): {
    url: string;
    expiresAt: Date;
  };
  /** The link with which a recipient verifies the address. */
  verifyUrl(token: string): string;
  /** The link with which an alert's reader does something with the monitor; valid until `expires` (Unix seconds). */
  alertActionUrl(action: AlertAction, expires: number): string;
  /** The link that shows a change to people without a key; valid until `expires` (Unix seconds). */
  reviewUrl(changeId: string, expires: number): string;
  /** The link with which a mail's reader unsubscribes. */
  unsubscribeUrl(reader: MailReader): string;
  /** A run's comparison in the console; without a run, its monitor. */
  consoleUrl(place: { monitorId: string; runId: string | null }): string;
  /** Address of the console's alert targets. */
  alertsUrl: string;
  /** The keyed hash that identifies a mail address. */
  addressHash(email: string): string;
  statusUrl(jobId: string): string;
  batchUrl(batchId: string): string;
  crawlUrls(crawlId: string): { statusUrl: string; pagesUrl: string };
};

/** A search for runs that were terminated or timed out. With `since: null` it covers Temporal's whole retention. */
export type TerminatedSearch = {
  type: "renderJob" | "renderBatch" | "renderSchedule" | "crawl";
  since: Date | null;
  until: Date;
};

/** The state of a workflow's latest run; `none` if Temporal has no run with its id. */
export type RunState = "none" | "open" | "terminated" | "ended";

/** The port to the states of workflow runs. */
export type ExecutionsPort = {
  /** The workflow ids of the runs, each once. A reset also terminates a run, but continues in a new run of the same id. */
  listTerminated(search: TerminatedSearch): Promise<string[]>;
  latestState(workflowId: string): Promise<RunState>;
};

/** A caller's bucket, with opened credentials. */
export type CallerBucket = {
  /** Origin of the S3 API. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The port to callers' object storage. @throws RenderFailure, or the signal's reason after an abort. */
export type CallerStorage = {
  put(
    bucket: CallerBucket,
    object: { key: string; bytes: Buffer; contentType: string },
    signal: AbortSignal,
  ): Promise<void>;
  /** Closes idle connections. */
  close(): void;
};

/** A mail to send. */
export type Mail = {
  /** Id of the delivery's record. The mail's metadata contains it, so that a bounce can be assigned. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Type of the mail, for Postmark's statistics. */
  tag: string;
  headers: Record<string, string>;
  /** The HTML refers to each as `cid:<cid>`. */
  pictures: { cid: string; bytes: Buffer; contentType: "image/jpeg" }[];
};

/** The port to the mail service. */
export type Mailer = {
  /** False if no mail service is configured. */
  enabled: boolean;
  /** Sends a mail and returns the mail service's id for it. @throws MailFailure */
  send(mail: Mail): Promise<string>;
  /**
   * The mail service's id for the mail with this id; null if it was not sent, or if the service cannot be asked.
   * @throws MailFailure
   */
  find(id: string): Promise<string | null>;
};

/** One slot of a capture. */
export type SlotRef = { slotKey: string; leaseId: string };

/** A capture and its slots. `host` is a throttle key; null if the host is not throttled. `leaseId` is the same for all retries. */
export type CaptureSlotKey = { accountId: string; host: string | null; leaseId: string };

/** A request for a slot: the waiting workflow, its priority (smaller goes first), and since when it waits (ISO 8601). */
export type SlotRequest = SlotRef & { workflowId: string; accountId: string; priority: number; since: string };

/** A capture that needs its slots for at most `seconds`. After a failure that it `keeps`, the next retry has the slots. */
export type SlotUse = CaptureSlotKey & { seconds: number; keeps(error: unknown): boolean };

/** The concurrency slots of captures, shared by all workers. */
export type CaptureSlots = {
  /** Runs the work in the capture's slots. @throws ConcurrencyLimited if the host or the account has no free slot. */
  run<Result>(capture: SlotUse, work: () => Promise<Result>): Promise<Result>;
  /** Queues a workflow for a slot and notifies it when the slot is granted; idempotent. Returns false if the queue is full. */
  enqueue(request: SlotRequest): Promise<boolean>;
  /** Removes a capture from the queues and releases its slots. Call it only if the capture is not running. */
  release(capture: CaptureSlotKey): Promise<void>;
  /** Grants free slots to all queues, as far as its time allows. A process that died may have left grants undone. */
  grantAll(): Promise<void>;
};

/** All ports of the activities. The worker creates them. */
export type ActivityPorts = {
  database: Database;
  objects: ObjectStore;
  keyRing: KeyRing;
  capture: CapturePort;
  /** Captures without a browser: text and values alone. */
  httpCapture: CapturePort;
  comparer: Comparer;
  fetch: GuardedFetch;
  mailer: Mailer;
  callerStorage: CallerStorage;
  executions: ExecutionsPort;
  navigationGate: NavigationGate;
  captureSlots: CaptureSlots;
  signer: OutputSigner;
  logger: Logger;
  /** Milliseconds before each further try of a monitor's failed run. */
  retryDelaysMs: readonly number[];
  /** `User-Agent` of webhooks. */
  userAgent: string;
};

/** Keeps the spacing between navigations to each host, across all workers. */
export type NavigationGate = {
  /**
   * Waits until the host, given by its throttle key, may be requested once more. `delayMs` is the pause after this navigation, if it is longer than the
   * configured spacing.
   * @throws HostBackedOff if the host is backed off or MongoDB is unavailable, or the signal's reason after an abort.
   */
  waitForTurn(host: string, options: { signal: AbortSignal; delayMs: number }): Promise<HostObserver>;
};
