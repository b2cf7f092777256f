import type { TSchema } from "typebox";
import { ImageFormat, Priority, Scope, StorageProvider, Theme, WaitUntil } from "#schemas/common.ts";
import { ChangeKind } from "#schemas/change.ts";
import { DiffMode, DiffTimings, Visualization } from "#schemas/diff.ts";
import { DeliveryChannel, DeliveryStatus, DeliveryType, EventType, ShownAttempt } from "#schemas/events.ts";
import { ErrorType } from "#schemas/errorBodies.ts";
import { JobKind, JobStage, JobStatus } from "#schemas/job.ts";
import { Monitor, MonitorPatch, MonitorRequest } from "#schemas/monitor/monitor.ts";
import { BaselineMode } from "#schemas/monitor/plainSettings.ts";
import { AlertWebhook, MonitorAlertsInput, QuietHours } from "#schemas/monitor/alerts.ts";
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
import { CaptureCookie, Geolocation, HttpAuth, Media } from "#schemas/options/visitor.ts";
import { TextRules } from "#schemas/options/page.ts";
import { FailedRequestLimits } from "#schemas/options/requests.ts";
import { Step, StepPlace, StepTarget } from "#schemas/options/steps.ts";
import { ValueEntry } from "#schemas/options/values.ts";
import { ChangeOn } from "#schemas/options/watch.ts";
import { ChannelType } from "#schemas/monitor/channels.ts";
import { RunStatus, RunTrigger } from "#schemas/monitor/run.ts";
import { TextOutput } from "#schemas/monitor/text.ts";
import { MonitorSettings, SyncProblem } from "#schemas/monitor/sitemap.ts";
import { CrawlPageStatus, CrawlStatus, SkipReason } from "#schemas/crawl.ts";
import { ScheduleStatus } from "#schemas/schedule.ts";
import { PresetOptionsInput, presetShapes, ShownPresetOptions } from "#schemas/preset.ts";
import { StepResult } from "#schemas/outputs.ts";
import { RenderErrorCode } from "#schemas/renders/errors.ts";
import { PaperFormat, PdfMargin, PdfOptions } from "#schemas/renders/pdf.ts";
import { RecordingFormat, RecordingOptions } from "#schemas/renders/recording.ts";

/** Named schemas of options and settings, and of the words that several of them take. */
export const optionSchemas: Readonly<Record<string, TSchema>> = {
  AlertWebhook,
  BaselineMode,
  CaptureCookie,
  ChangeKind,
  ChangeOn,
  ChannelType,
  Clip,
  CrawlPageStatus,
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
  Geolocation,
  HttpAuth,
  ImageFormat,
  IncidentUpdate,
  InheritedSetting,
  JobKind,
  JobStage,
  JobStatus,
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
  PaperFormat,
  PdfMargin,
  PdfOptions,
  PresetOptionsInput,
  Priority,
  QuietHours,
  RecordingFormat,
  RecordingOptions,
  RenderErrorCode,
  RunStatus,
  RunTrigger,
  ScheduleStatus,
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
  PresetOptions: ShownPresetOptions,
  ...presetShapes,
};
