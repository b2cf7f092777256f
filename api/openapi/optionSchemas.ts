import type { TSchema } from "typebox";
import { ImageFormat, literals, Priority, Scope, StorageProvider, Theme, WaitUntil } from "#schemas/common.ts";
import { ChangeKind } from "#schemas/change.ts";
import { ChangedArea, DiffMode, DiffTimings, Visualization } from "#schemas/diff.ts";
import { DeliveryChannel, DeliveryStatus, DeliveryType, EventType, ShownAttempt } from "#schemas/events.ts";
import { ErrorType } from "#schemas/errorBodies.ts";
import { JobKind, JobStage, JobStatus } from "#schemas/job.ts";
import { Incident, Monitor, MonitorPatch, MonitorRequest, MonitorStatus } from "#schemas/monitor/monitor.ts";
import { BaselineMode } from "#schemas/monitor/plainSettings.ts";
import { AlertEmail, AlertWebhook, MonitorAlertsInput, plainAlerts, QuietHours } from "#schemas/monitor/alerts.ts";
import { Condition } from "#schemas/monitor/alertWhen.ts";
import { PageChangeState } from "#schemas/monitor/pageChange.ts";
import { Addresses } from "#schemas/account.ts";
import { ItemRefusal } from "#schemas/batch.ts";
import { Link } from "#schemas/extracts/extracts.ts";
import { nameResolutions } from "#schemas/proxy.ts";
import { RenderRequest } from "#schemas/renders/render.ts";
import { PlanName } from "#schemas/settings/plans.ts";
import { withoutDefaults } from "#schemas/options/option.ts";
import { IncidentUpdate } from "#schemas/monitor/history.ts";
import { MonitorCaptureInput } from "#schemas/monitor/capture.ts";
import {
  MonitorDefaults,
  MonitorDefaultsList,
  MonitorDefaultsPatch,
  MonitorDefaultsReply,
} from "#schemas/monitor/defaults.ts";
import { DefaultPath } from "#schemas/monitor/defaultPaths.ts";
import { InheritedSetting } from "#schemas/monitor/inherited.ts";
import { Clip } from "#schemas/options/picture.ts";
import { CaptureCookie, Cookie, Geolocation, HttpAuth, Media } from "#schemas/options/visitor.ts";
import { TextRules } from "#schemas/options/page.ts";
import { FailedRequestLimits, ResourceKind } from "#schemas/options/requests.ts";
import { Step, StepPlace, StepTarget } from "#schemas/options/steps.ts";
import { ValueEntry } from "#schemas/options/values.ts";
import { ChangeOn, FetchWay } from "#schemas/options/watch.ts";
import { ChannelType } from "#schemas/monitor/channels.ts";
import { RegionStatus, RunStatus, RunTrigger } from "#schemas/monitor/run.ts";
import { TextOutput } from "#schemas/monitor/text.ts";
import { MonitorSettings, SyncProblem } from "#schemas/monitor/sitemap.ts";
import { CrawlPageStatus, CrawlScope, CrawlStatus, SkipReason } from "#schemas/crawl.ts";
import { ScheduleStatus, ScheduleType } from "#schemas/schedule.ts";
import { PresetOptionsInput, ShownPresetOptions } from "#schemas/preset.ts";
import { StepResult } from "#schemas/outputs.ts";
import { RenderErrorCode } from "#schemas/renders/errors.ts";
import { PaperFormat, PdfMargin, PdfOptions } from "#schemas/renders/pdf.ts";
import { RecordingFormat, RecordingOptions } from "#schemas/renders/recording.ts";

/** Named schemas of options and settings, and of the words that several of them take. */
export const optionSchemas: Readonly<Record<string, TSchema>> = {
  Addresses,
  AlertDigest: literals(plainAlerts.digest.schema.enum),
  AlertEmail,
  AlertEmailChange: withoutDefaults(AlertEmail),
  AlertWebhook,
  AreaStatus: ChangedArea.properties.status,
  BaselineMode,
  BatchRefusal: ItemRefusal,
  CaptureCookie,
  ChangeKind,
  ChangeOn,
  ChannelType,
  Clip,
  ConditionKind: literals(Condition.properties.is.enum),
  CrawlPageStatus,
  CrawlScope,
  CrawlStatus,
  DefaultPath,
  DeliveryAttempt: ShownAttempt,
  DeliveryChannel,
  DeliveryStatus,
  DeliveryType,
  DiffMode,
  DiffTimings,
  ErrorType,
  EventType,
  FailedRequestLimits,
  FetchWay,
  Geolocation,
  HttpAuth,
  ImageFormat,
  IncidentType: Incident.properties.type,
  IncidentUpdate,
  InheritedSetting,
  JobKind,
  JobStage,
  JobStatus,
  LinkRegion: Link.properties.region,
  Media,
  MonitorAlertsChange: MonitorPatch.properties.alerts,
  MonitorAlertsInput,
  MonitorCaptureChange: MonitorPatch.properties.capture,
  MonitorCaptureInput,
  MonitorDefaultSettings: MonitorDefaults,
  MonitorDefaultsList,
  MonitorDefaultsPatch,
  MonitorDefaultsReply,
  MonitorDiff: Monitor.properties.diff,
  MonitorDiffChange: MonitorPatch.properties.diff,
  MonitorDiffInput: MonitorRequest.properties.diff,
  MonitorSettings,
  MonitorStatus,
  NameResolution: literals(nameResolutions),
  PageChangeState,
  PaperFormat,
  PdfMargin,
  PdfOptions,
  PlanName,
  PresetOptionsInput,
  Priority,
  QuietHours,
  RecordingFormat,
  RecordingOptions,
  RegionStatus,
  RenderErrorCode,
  RequestHeaders: RenderRequest.properties.headers,
  ResourceKind,
  RunStatus,
  RunTrigger,
  SameSite: Cookie.properties.sameSite,
  ScheduleStatus,
  ScheduleType,
  Scope,
  SkipReason,
  Step,
  StepPlace,
  StepResult,
  StepTarget,
  StorageProvider,
  SyncProblem,
  TextOutput,
  TextRules,
  Theme,
  ValueEntry,
  Visualization,
  WaitUntil,
  WantedStatus: literals(MonitorRequest.properties.status.enum),
  PresetOptions: ShownPresetOptions,
};
