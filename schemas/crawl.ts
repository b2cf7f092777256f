import { type Static, Type } from "typebox";
import {
  Credits,
  DateTime,
  globPattern,
  groupKeyword,
  HttpUrl,
  labelKeyword,
  sampleKeyword,
  literals,
  type Priority,
  remedyKeyword,
  unitKeyword,
  Uuid,
  Warnings,
} from "./common.ts";
import { RenderErrorCode } from "./renders/errors.ts";
import { ShownOptions } from "./job.ts";
import { optionsIn } from "./options/index.ts";
import type { RenderSpec, WebhookTarget } from "./renders/render.ts";

/** Scope of a crawl: the start's host (any scheme, same port), its origin, or its registrable domain with all subdomains. */
export const CrawlScope = literals(["host", "origin", "domain"]);
export type CrawlScope = Static<typeof CrawlScope>;

const everywhere: string[] = [];

/** Default limits of a crawl. */
export const defaultBounds = {
  maxPages: 50,
  maxDepth: 3,
  maxConcurrentPages: 3,
  maxDurationSeconds: 1_800,
  scope: "host" as const,
  includePaths: everywhere,
  excludePaths: everywhere,
  respectRobots: true,
  useSitemap: false,
  hashRoutes: false,
};

/** Label and group of a limit in forms. */
const inForms = (label: string) => ({ [labelKeyword]: label, [groupKeyword]: "Pages to crawl" });

const globs = (label: string, sample: string, description: string) =>
  Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: globPattern,
      [remedyKeyword]: "give several shorter globs",
    }),
    { maxItems: 50, default: [], description, ...inForms(label), [sampleKeyword]: sample },
  );

/** Limits of a crawl. */
export const CrawlBounds = Type.Object(
  {
    maxPages: Type.Integer({
      ...inForms("Maximum pages"),
      minimum: 1,
      maximum: 5_000,
      default: defaultBounds.maxPages,
      description: "Maximum number of pages to render.",
    }),
    maxDepth: Type.Integer({
      ...inForms("Depth (links from the start page)"),
      minimum: 0,
      maximum: 10,
      default: defaultBounds.maxDepth,
      description: "Maximum number of links from the start page; 0 renders the start page only.",
    }),
    maxConcurrentPages: Type.Integer({
      ...inForms("Pages at once"),
      minimum: 1,
      maximum: 10,
      default: defaultBounds.maxConcurrentPages,
      description: "Maximum number of pages at once. Host throttling may lower it.",
    }),
    maxDurationSeconds: Type.Integer({
      ...inForms("Longest duration"),
      minimum: 10,
      maximum: 21_600,
      [unitKeyword]: "seconds",
      default: defaultBounds.maxDurationSeconds,
      description: "After this time no page starts. Running pages finish.",
    }),
    scope: literals(CrawlScope.enum, {
      ...inForms("Scope"),
      default: "host",
      description:
        "`host`: the start's host, by http and https; `origin`: with its scheme too; `domain`: its registrable domain and all subdomains.",
    }),
    includePaths: globs(
      "Only these paths",
      "/docs/**",
      "Globs of paths to crawl. The start page is always crawled. `*` and `?` match within a segment, `**` matches any number of segments.",
    ),
    excludePaths: globs(
      "Without these paths",
      "/docs/archive/**",
      "Globs of paths not to crawl. They win over `includePaths`.",
    ),
    respectRobots: Type.Boolean({
      ...inForms("Obey robots.txt"),
      default: defaultBounds.respectRobots,
      description: "Obey robots.txt (as `Watchframe`), its Crawl-delay, and `nofollow` of pages and links.",
    }),
    useSitemap: Type.Boolean({
      ...inForms("Also start from the site’s sitemaps"),
      default: defaultBounds.useSitemap,
      description: "Also start from the site's sitemaps: those in robots.txt, else /sitemap.xml.",
    }),
    hashRoutes: Type.Boolean({
      ...inForms("Take addresses with #/ or #! as pages of their own"),
      default: defaultBounds.hashRoutes,
      description: "Take fragments that begin with `#/` or `#!` as pages of their own. Other fragments never count.",
    }),
  },
  { additionalProperties: false },
);
export type CrawlBounds = Static<typeof CrawlBounds>;

/** Body of `POST /crawl`. */
export const CrawlRequest = Type.Object(
  { url: HttpUrl, ...Type.Partial(CrawlBounds).properties, ...optionsIn("crawl") },
  { additionalProperties: false },
);
export type CrawlRequest = Static<typeof CrawlRequest>;

export const CrawlStatus = literals(["running", "completed", "cancelled", "failed", "out_of_credits"]);
export type CrawlStatus = Static<typeof CrawlStatus>;

/** Why a crawl ended, with its status. */
export const stopReasons = {
  no_more_pages: "completed",
  max_pages: "completed",
  max_duration: "completed",
  cancelled: "cancelled",
  out_of_credits: "out_of_credits",
  start_page_failed: "failed",
  robots_disallowed: "failed",
  robots_unreachable: "failed",
  terminated: "failed",
  internal_error: "failed",
} as const satisfies Record<string, CrawlStatus>;
export type StopReason = keyof typeof stopReasons;

export const CrawlPageStatus = literals(["queued", "in_progress", "completed", "failed", "skipped"]);
export type CrawlPageStatus = Static<typeof CrawlPageStatus>;

/** Why a page was skipped, before or after it was rendered. */
const skipReasons = [
  "robots_disallowed",
  "robots_unreachable",
  "not_html",
  "out_of_scope",
  "excluded",
  "duplicate",
  "max_duration",
  "cancelled",
  "out_of_credits",
  "start_page_failed",
  "terminated",
  "internal_error",
] as const;
export const SkipReason = literals([...skipReasons]);
export type SkipReason = Static<typeof SkipReason>;

/** Why a page failed or was skipped. */
type CrawlPageError = RenderErrorCode | SkipReason;

/** A page of a crawl as the API shows it (the contract's crawl page; `statusCode`, `title` and `completedAt` are ours). */
export const CrawlPage = Type.Object(
  {
    id: Type.String({ description: "Also the id of the page's job, if it has one." }),
    url: Type.String(),
    depth: Type.Integer({ minimum: 0, description: "Number of links from the start page." }),
    parentUrl: Type.Optional(
      Type.String({ description: "The page or sitemap with the link to it. Missing for the start page." }),
    ),
    status: CrawlPageStatus,
    resultUrl: Type.Optional(Type.String({ description: "Status address of its job, if it has one." })),
    error: Type.Optional(Type.Union([RenderErrorCode, SkipReason], { description: "Code of its failure or skip." })),
    statusCode: Type.Optional(Type.Integer({ description: "HTTP status of the page. 4xx and 5xx are not failures." })),
    title: Type.Optional(Type.String()),
    completedAt: Type.Optional(DateTime),
  },
  { additionalProperties: false },
);
export type CrawlPage = Static<typeof CrawlPage>;

/** Reply of `listCrawlPages`. */
export const CrawlPageList = Type.Object(
  {
    success: Type.Literal(true),
    pages: Type.Array(CrawlPage),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);

const Count = Type.Integer({ minimum: 0 });

/** A crawl as the API shows it. */
export const Crawl = Type.Object(
  {
    id: Uuid,
    status: CrawlStatus,
    stopReason: Type.Union([Type.Enum(Object.keys(stopReasons), { type: "string" }), Type.Null()]),
    url: Type.String(),
    ...CrawlBounds.properties,
    options: ShownOptions,
    counts: Type.Object(
      { found: Count, queued: Count, inProgress: Count, completed: Count, failed: Count, skipped: Count },
      { additionalProperties: false, description: "Number of pages found, in total and per status." },
    ),
    credits: Credits,
    pagesUrl: Type.String(),
    createdAt: DateTime,
    startedAt: Type.Union([DateTime, Type.Null()]),
    completedAt: Type.Union([DateTime, Type.Null()]),
    expiresAt: DateTime,
  },
  { additionalProperties: false },
);
export type Crawl = Static<typeof Crawl>;

/** Reply to `POST /crawl`. */
export const CrawlReference = Type.Object(
  { success: Type.Literal(true), id: Uuid, statusUrl: Type.String(), pagesUrl: Type.String(), warnings: Warnings },
  { additionalProperties: false },
);

/** Reply with one crawl. */
export const CrawlReply = Type.Object({ success: Type.Literal(true), crawl: Crawl }, { additionalProperties: false });

/** Reply of `GET /crawls`. */
export const CrawlList = Type.Object(
  { success: Type.Literal(true), crawls: Type.Array(Crawl), nextCursor: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: false },
);

/** Totals of pages: number per status, and credits. */
export type CrawlTally = Record<CrawlPageStatus, number> & { charged: number; refunded: number };

/** A crawl's record in MongoDB. The API writes it once and records a requested cancellation. After that only its workflow writes it. */
export type CrawlRecord = {
  _id: string;
  accountId: string;
  keyId: string;
  requestId: string;
  url: string;
  host: string;
  bounds: CrawlBounds;
  /** Maximum number of pages at once: the request, limited by the account's plan. */
  concurrency: number;
  spec: RenderSpec;
  webhook?: WebhookTarget;
  priority: Priority;
  optionsHash: string;
  status: CrawlStatus;
  stopReason: StopReason | null;
  /** Addresses that define the scope: the start page and its redirect target. */
  anchors: string[];
  /** Names of query parameters that were found to contain session ids. */
  sessionParameters: string[];
  /** Pages in the frontier. */
  found: number;
  /** Pages in the frontier that were not skipped when they were found. */
  admitted: number;
  /** Whether `maxPages` excluded links. */
  limited: boolean;
  /** The page with the links that are being written, and the position of its first new page. Null between pages. */
  noting: { page: number; from: number; admitted: number } | null;
  /** Totals of each segment of the frontier, by its number. */
  tallies: Record<string, CrawlTally>;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  expiresAt: Date;
  /** Workflow time of the newest projection, in microseconds; 0 until the workflow has started. */
  version: number;
};

/** A page in the frontier. */
export type CrawlPageEntry = {
  /** UUIDv7; also the id of its job. */
  id: string;
  url: string;
  /** Hash of the normalised address. Equal keys mean the same page. */
  key: string;
  depth: number;
  parentUrl: string | null;
  status: CrawlPageStatus;
  error: CrawlPageError | null;
  charged: number;
  refunded: number;
  statusCode: number | null;
  title: string | null;
  completedAt: Date | null;
};

/**
 * A segment of the frontier: pages in the order in which they were found. `_id` is `<crawl>:<number>`. Pages are read by
 * position, and a look-up by id is the fastest.
 */
export type CrawlSegmentRecord = {
  _id: string;
  crawlId: string;
  pages: CrawlPageEntry[];
  /** Workflow time of the newest write, in microseconds. */
  version: number;
};

/** An address that a crawl has found. `_id` is `<crawl>:<key>`. Kept while the crawl runs. */
export type CrawlSeenRecord = {
  _id: string;
  crawlId: string;
  /** Position of the page with the first link to it; -1 for start addresses. */
  by: number;
  /** Hash of the words that its page shows. Missing until it was rendered with a status below 400. */
  words?: string;
  /** Key of the page that shows the same, if its page was skipped for that one. */
  copyOf?: string;
  /** Positions of pages that named it as canonical before it was rendered. */
  copies?: number[];
};

/** Number of accepted addresses of one pattern. `_id` is `<crawl>:<hash of the pattern>`. Kept while the crawl runs. */
export type CrawlPatternRecord = { _id: string; crawlId: string; keys: string[] };

/** The rules for us in an origin's robots.txt. `_id` is `<crawl>:<hash of the origin>`. Kept while the crawl runs. */
export type CrawlRobotsRecord = {
  _id: string;
  crawlId: string;
  /** Null if the file could not be fetched, which forbids everything. */
  robots: { rules: { allow: boolean; pattern: string }[]; crawlDelay: number | null; sitemaps: string[] } | null;
};
