import type { TSchema } from "typebox";
import { KeyList, KeyReply, KeyRequest, NewKeyReply, ShownKey, UsageHistory, UsageReply } from "#schemas/account.ts";
import {
  Batch,
  BatchAccepted,
  BatchItem,
  BatchList,
  BatchReply,
  BatchRequest,
  BatchResult,
  BatchWithItems,
  HostFigures,
  JobCounts,
} from "#schemas/batch.ts";
import { Credits, FieldProblem, type Json } from "#schemas/common.ts";
import {
  Crawl,
  CrawlList,
  CrawlPage,
  CrawlPageList,
  CrawlReference,
  CrawlReply,
  CrawlRequest,
} from "#schemas/crawl.ts";
import { AlignedBlock, Box, ChangedArea, DiffPicture, DiffRequest, DiffResult, DiffSource } from "#schemas/diff.ts";
import { Diff, DiffList, DiffReply, ListedDiff } from "#schemas/diffReply.ts";
import { MonitorError, SubmitError } from "#schemas/errorBodies.ts";
import { JobError } from "#schemas/errors.ts";
import { Change } from "#schemas/change.ts";
import { Delivery, DeliveryList, DeliveryReply, WebhookEvent } from "#schemas/events.ts";
import {
  Colors,
  ColorToken,
  ComponentStyle,
  ContrastPair,
  Design,
  Font,
  PaletteColor,
  TextStyle,
  Typography,
} from "#schemas/extracts/appearance.ts";
import { Image, ImageCandidate, Video } from "#schemas/extracts/media.ts";
import {
  CallToAction,
  Form,
  FormField,
  Heading,
  Landmark,
  OutlineEntry,
  Section,
  Structure,
  Table,
} from "#schemas/extracts/structure.ts";
import {
  Job,
  JobList,
  JobReference,
  JobReply,
  RetriedJobs,
  ShownOptions,
  SkippedJob,
  StatusReply,
} from "#schemas/job.ts";
import {
  Incident,
  Monitor,
  MonitorList,
  MonitorPatch,
  MonitorReply,
  MonitorRequest,
} from "#schemas/monitor/monitor.ts";
import {
  MonitorSitemap,
  MonitorTemplateInput,
  SitemapList,
  SitemapOrPlanReply,
  SitemapPatch,
  SitemapReply,
  SitemapRequest,
  SyncPlan,
  SyncRequest,
} from "#schemas/monitor/sitemap.ts";
import { MonitorAlerts } from "#schemas/monitor/alerts.ts";
import { Channel, ChannelInput } from "#schemas/monitor/channels.ts";
import { IgnoredRegion, MonitorCapture } from "#schemas/monitor/capture.ts";
import { BaselineEntry, BaselineList, IncidentEntry, IncidentList } from "#schemas/monitor/history.ts";
import {
  extractResults,
  JobResult,
  Link,
  Metadata,
  PageInfo,
  PdfResult,
  RecordingResult,
  Redirect,
  ScreenshotResult,
  Timings,
} from "#schemas/outputs.ts";
import { Recipient, RecipientList, RecipientReply, RecipientRequest } from "#schemas/recipient.ts";
import { Blocked } from "#schemas/renders/blocking.ts";
import { DeviceName } from "#schemas/renders/devices.ts";
import { BulkReply, BulkRequest, BulkResult } from "#schemas/monitor/bulk.ts";
import { Feed, FeedList, FeedReply, FeedRequest } from "#schemas/feed.ts";
import {
  NewSigningKeyReply,
  SigningKey,
  SigningKeyList,
  SigningKeyReply,
  SigningKeyRequest,
} from "#schemas/imageLink.ts";
import { Preset, PresetList, PresetPatch, PresetReply, PresetRequest } from "#schemas/preset.ts";
import { Cookie, RenderRequest, ScreenshotRequest } from "#schemas/renders/render.ts";
import { CurrentSession, Session } from "#schemas/session.ts";
import { MonitorRun, RecentRun, RegionChange, RunList, RunReply, RunResult } from "#schemas/monitor/run.ts";
import {
  DelayedRequest,
  RecurringRequest,
  Schedule,
  ScheduleChange,
  ScheduleList,
  ScheduleReply,
} from "#schemas/schedule.ts";
import type { JsonSchema } from "./types.ts";

/** Named schemas of the document, and so of generated clients. */
const named: Readonly<Record<string, TSchema>> = {
  ApiKey: ShownKey,
  Baseline: BaselineEntry,
  BaselineList,
  Session,
  CurrentSession,
  Batch,
  BatchAccepted,
  BatchItem,
  BatchList,
  BatchReply,
  BatchRequest,
  BatchResult,
  BatchWithItems,
  Blocked,
  Box,
  CallToAction,
  AlignedBlock,
  Change,
  Channel,
  ChannelInput,
  ChangedArea,
  ColorToken,
  Colors,
  ComponentStyle,
  ContrastPair,
  Cookie,
  Crawl,
  CrawlList,
  CrawlPage,
  CrawlPageList,
  CrawlReference,
  CrawlReply,
  CrawlRequest,
  Credits,
  DelayedRequest,
  Delivery,
  DeliveryList,
  DeliveryReply,
  Design,
  DeviceName,
  Diff,
  DiffList,
  DiffPicture,
  DiffReply,
  DiffRequest,
  DiffResult,
  DiffSource,
  FieldProblem,
  Font,
  Form,
  FormField,
  Heading,
  HostFigures,
  Image,
  ImageCandidate,
  IgnoredRegion,
  Incident,
  IncidentList,
  Job,
  JobCounts,
  JobError,
  JobList,
  JobReference,
  JobReply,
  JobResult,
  KeyList,
  KeyReply,
  KeyRequest,
  Landmark,
  Link,
  ListedDiff,
  Metadata,
  Monitor,
  MonitorAlerts,
  MonitorCapture,
  MonitorError,
  MonitorList,
  MonitorPatch,
  MonitorReply,
  MonitorRequest,
  MonitorRun,
  MonitorSitemap,
  MonitorTemplate: MonitorTemplateInput,
  MonitorSitemapList: SitemapList,
  MonitorSitemapPatch: SitemapPatch,
  MonitorSitemapOrPlanReply: SitemapOrPlanReply,
  MonitorSitemapReply: SitemapReply,
  MonitorSitemapRequest: SitemapRequest,
  SyncPlan,
  SyncRequest,
  NewKeyReply,
  OutlineEntry,
  PageInfo,
  PaletteColor,
  PastIncident: IncidentEntry,
  PdfResult,
  RecordingResult,
  BulkReply,
  BulkRequest,
  BulkResult,
  Feed,
  FeedList,
  FeedReply,
  FeedRequest,
  NewSigningKeyReply,
  SigningKey,
  SigningKeyList,
  SigningKeyReply,
  SigningKeyRequest,
  Preset,
  PresetList,
  PresetPatch,
  PresetReply,
  PresetRequest,
  Recipient,
  RecipientList,
  RecipientReply,
  RecipientRequest,
  RecurringRequest,
  Redirect,
  RecentRun,
  RegionChange,
  RenderRequest,
  RetriedJobs,
  RunList,
  RunReply,
  RunResult,
  Schedule,
  ScheduleChange,
  ScheduleList,
  ScheduleReply,
  ScreenshotRequest,
  ScreenshotResult,
  Section,
  ShownOptions,
  SkippedJob,
  StatusReply,
  Structure,
  SubmitError,
  Table,
  TextStyle,
  Timings,
  Typography,
  UsageHistory,
  UsageReply,
  Video,
  WebhookEvent,
  ...extractResultNames(),
};

/** `MetadataResult`, `MarkdownResult` and so on. */
function extractResultNames(): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(extractResults).map(([name, schema]) => [
      `${name.charAt(0).toUpperCase()}${name.slice(1)}Result`,
      schema,
    ]),
  );
}

// Compared by text, not identity: Type.Optional copies its schema.
const namesBySchema = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]));

/** Every named schema, for `components.schemas`; `bodies` are those of requests. */
export function componentSchemas(bodies: readonly TSchema[]): Record<string, JsonSchema> {
  const requests = new Set(bodies.map((schema) => JSON.stringify(schema)));
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [
      name,
      requests.has(JSON.stringify(schema)) ? withoutDefaulted(refer(plain(schema))) : refer(plain(schema)),
    ]),
  );
}

/** The schema of a request's body. Fields with a default are not required. */
export function toRequestSchema(schema: TSchema): JsonSchema {
  const shown = toJsonSchema(schema);
  return "$ref" in shown ? shown : withoutDefaulted(shown);
}

/** A schema in the document: a reference if it is named, else itself with references inside. */
export function toJsonSchema(schema: TSchema): JsonSchema {
  const name = namesBySchema.get(JSON.stringify(schema));
  return name === undefined ? refer(plain(schema)) : reference(name);
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Replaces the named schemas inside a schema, not the schema itself. */
function refer(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referDeep(value)]));
}

function referDeep(value: Json): Json {
  if (Array.isArray(value)) return value.map(referDeep);
  if (typeof value !== "object" || value === null) return value;
  const name = namesBySchema.get(JSON.stringify(value));
  return name === undefined ? refer(value) : reference(name);
}

function plain(schema: TSchema): JsonSchema {
  const value: JsonSchema = JSON.parse(JSON.stringify(schema));
  return value;
}

/** The schema of a request in which no field with a default is required, at any depth. */
function withoutDefaulted(schema: JsonSchema): JsonSchema {
  const { required, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, isSchema(value) ? withoutDefaulted(value) : value]),
  );
  const properties = isSchema(rest["properties"]) ? rest["properties"] : {};
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const needed = names.filter((name) => !hasDefault(properties[name]));
  return needed.length > 0 ? { ...rest, required: needed } : rest;
}

function hasDefault(schema: Json | undefined): boolean {
  return isSchema(schema) && "default" in schema;
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
