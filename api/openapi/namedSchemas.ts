import type { TSchema } from "typebox";
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
import { Credits, FieldProblem } from "#schemas/common.ts";
import {
  Crawl,
  CrawlList,
  CrawlPage,
  CrawlPageList,
  CrawlReference,
  CrawlReply,
  CrawlRequest,
} from "#schemas/crawl.ts";
import { AlignedBlock, Box, ChangedArea, DiffPicture, DiffResult, DiffSource } from "#schemas/diff.ts";
import { DiffRequest } from "#schemas/diffRequest.ts";
import { Diff, DiffList, DiffReply, ListedDiff, ShownSource } from "#schemas/diffReply.ts";
import { MonitorError, SubmitError } from "#schemas/errorBodies.ts";
import { JobError } from "#schemas/renders/errors.ts";
import { Change } from "#schemas/change.ts";
import { Delivery, DeliveryList, DeliveryReply, WebhookEvent } from "#schemas/events.ts";
import {
  Colors,
  ColorToken,
  Counted,
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
import { ConsoleLine, Har, HarEntry, HarPair } from "#schemas/extracts/traffic.ts";
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
import { MonitorList, MonitorReply, NewMonitorReply } from "#schemas/monitor/replies.ts";
import { Incident, Monitor, MonitorPatch, MonitorRequest } from "#schemas/monitor/monitor.ts";
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
import {
  PageChange,
  PageChangeIds,
  PageChangeList,
  PageChangePatch,
  PageChangeReply,
  PageChangesReply,
} from "#schemas/monitor/pageChange.ts";
import { MonitorAlerts } from "#schemas/monitor/alerts.ts";
import { Channel, ChannelInput } from "#schemas/monitor/channels.ts";
import { MonitorCapture } from "#schemas/monitor/capture.ts";
import { BaselineEntry, BaselineList, IncidentEntry, IncidentList } from "#schemas/monitor/history.ts";
import { extractResults, Link, Metadata } from "#schemas/extracts/extracts.ts";
import {
  JobResult,
  PageInfo,
  PdfResult,
  RecordingResult,
  FramesRead,
  Redirect,
  StepPicture,
  Timings,
} from "#schemas/outputs.ts";
import { ScreenshotResult } from "#schemas/picture.ts";
import { Recipient, RecipientList, RecipientReply, RecipientRequest } from "#schemas/recipient.ts";
import { Blocked } from "#schemas/renders/blocking.ts";
import { DeviceName } from "#schemas/renders/devices.ts";
import { BulkReply, BulkRequest, BulkResult } from "#schemas/monitor/bulk.ts";
import { Feed, FeedList, FeedReply, FeedRequest } from "#schemas/feed.ts";
import {
  AlertTarget,
  AlertTargetList,
  AlertTargetPatch,
  AlertTargetReply,
  AlertTargetRequest,
} from "#schemas/alertTarget.ts";
import { MessageTemplate } from "#schemas/messageTemplate.ts";
import { TemplatePreview, TemplatePreviewReply, TemplatePreviewRequest } from "#schemas/templatePreview.ts";
import { Proxy, ProxyList, ProxyPatch, ProxyReply, ProxyRequest, ProxyTest, ProxyTestRequest } from "#schemas/proxy.ts";
import { Secret, SecretList, SecretReply, SecretRequest } from "#schemas/secret.ts";
import { SignedIn, SignIn, SignInList, SignInReply, SignInPatch, SignInRequest } from "#schemas/signIn.ts";
import { Preset, PresetList, PresetPatch, PresetReply, PresetRequest } from "#schemas/preset.ts";
import { Cookie } from "#schemas/options/visitor.ts";
import { IgnoredRegion } from "#schemas/options/watch.ts";
import { AlertWhen, Condition, MetCondition, ShownValue } from "#schemas/monitor/alertWhen.ts";
import { RunValues, RunValuesList } from "#schemas/monitor/values.ts";
import { ReadValue } from "#schemas/values.ts";
import { RenderRequest, ScreenshotRequest } from "#schemas/renders/render.ts";
import { MonitorRun, RecentRun, RegionChange, RunArea, RunList, RunReply, RunResult } from "#schemas/monitor/run.ts";
import {
  DelayedRequest,
  RecurringRequest,
  Schedule,
  ScheduleChange,
  ScheduleList,
  ScheduleReply,
} from "#schemas/schedule.ts";
import { accountSchemas } from "./accountSchemas.ts";
import { optionSchemas } from "./optionSchemas.ts";

/** Named schemas of the document, and so of generated clients. */
export const namedSchemas: Readonly<Record<string, TSchema>> = {
  ...optionSchemas,
  ...accountSchemas,
  CountedValue: Counted,
  ShownDiffSource: ShownSource,

  AlertCondition: Condition,
  AlertTarget,
  AlertTargetList,
  AlertTargetPatch,
  AlertTargetReply,
  AlertTargetRequest,
  AlertWhen,
  ConsoleLine,
  Har,
  HarEntry,
  HarPair,
  MetCondition,
  ShownValue,
  RunValues,
  RunValuesList,

  Baseline: BaselineEntry,
  BaselineList,
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
  Landmark,
  Link,
  ListedDiff,
  MessageTemplate,
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
  NewMonitorReply,
  SyncPlan,
  SyncRequest,
  OutlineEntry,
  PageChange,
  PageChangeIds,
  PageChangeList,
  PageChangePatch,
  PageChangeReply,
  PageChangesReply,
  PageInfo,
  PaletteColor,
  PastIncident: IncidentEntry,
  PdfResult,
  ReadValue,
  RecordingResult,
  BulkReply,
  BulkRequest,
  BulkResult,
  Feed,
  FeedList,
  FeedReply,
  FeedRequest,
  Secret,
  SecretList,
  SecretReply,
  SecretRequest,
  SignedIn,
  Proxy,
  ProxyList,
  ProxyPatch,
  ProxyReply,
  ProxyRequest,
  ProxyTest,
  ProxyTestRequest,
  SignIn,
  SignInList,
  SignInReply,
  SignInPatch,
  SignInRequest,
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
  FramesRead,
  Redirect,
  RecentRun,
  RegionChange,
  RenderRequest,
  RetriedJobs,
  RunArea,
  RunList,
  RunReply,
  RunResult,
  Schedule,
  ScheduleChange,
  ScheduleList,
  ScheduleReply,
  ScreenshotRequest,
  ScreenshotResult,
  StepPicture,
  Section,
  ShownOptions,
  SkippedJob,
  StatusReply,
  Structure,
  SubmitError,
  Table,
  TemplatePreview,
  TemplatePreviewReply,
  TemplatePreviewRequest,
  TextStyle,
  Timings,
  Typography,
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
