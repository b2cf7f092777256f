import type { Static } from "typebox";
import { readRecentRuns } from "#data/recentRuns.ts";
import { givenOf, keysOf } from "#schemas/common.ts";
import { type AlertsSpec, type MonitorAlerts, plainAlerts } from "#schemas/monitor/alerts.ts";
import { type Monitor, type MonitorRecord, type MonitorSpec, type MonitorStatus } from "#schemas/monitor/monitor.ts";
import { plainSettings } from "#schemas/monitor/plainSettings.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { BaselineEntry, BaselineRecord } from "#schemas/monitor/history.ts";
import { failureName, stepOutput } from "#schemas/outputs.ts";
import type { ScreenshotResult } from "#schemas/picture.ts";
import { type MonitorState, monitorStateWords } from "#schemas/monitor/state.ts";
import type { MonitorRun, RunOutputName, RecentRun, RunPicture, RunRecord, RunResult } from "#schemas/monitor/run.ts";
import type { StoredText, TextChange, TextFindings, TextOutput } from "#schemas/monitor/text.ts";
import { type SignedUrl, signRunOutputUrl } from "#vault/signatures.ts";
import { failuresToOpen } from "#rules/incidents.ts";
import { monitorStateOf } from "#rules/monitorState.ts";
import { settledAlerts } from "#rules/notifications.ts";
import { hasFigures, toldFindings } from "#rules/pictureFigures.ts";
import type { Links } from "../ports.ts";

/**
 * A monitor as clients see it. This is the only way from a record to JSON, so fields that are not named here stay private.
 * `backoffs` has the ends of back-offs by throttle key.
 */
export function presentMonitor(
  { now }: Pick<Links, "now">,
  record: MonitorRecord,
  backoffs: ReadonlyMap<string, Date> = new Map(),
): Omit<Monitor, "inherited"> {
  const { spec, state } = record;
  const status = statusOf(record);
  const runs = readRecentRuns(record.recentRuns);
  const recentRuns = runs.map(({ version: _version, pageTitle: _pageTitle, ...run }): RecentRun => run);
  const backedOffUntil = status === "active" ? backoffs.get(spec.throttleKey) : undefined;
  // The API wrote these after the schemas had checked them.
  const capture: MonitorCapture = JSON.parse(spec.capture);
  return {
    id: record._id,
    ...givenOf(spec, keysOf(plainSettings)),
    host: spec.host,
    pageTitle: runs.find(({ pageTitle }) => pageTitle !== undefined)?.pageTitle ?? null,
    tags: spec.tags,
    status,
    state: presentState(record, recentRuns),
    intervalMinutes: spec.intervalMinutes,
    ...(spec.cron !== null && { cron: spec.cron }),
    ...(spec.timezone !== null && { timezone: spec.timezone }),
    capture,
    diff: spec.diff,
    alerts: presentAlerts(spec),
    baselineRunId: baselineOf(record),
    nextRunAt: status === "active" ? (nextRunOf(record)?.toISOString() ?? null) : null,
    lastRunAt: state.lastRunAt?.toISOString() ?? null,
    ...(backedOffUntil !== undefined && { backedOffUntil: backedOffUntil.toISOString() }),
    mutedUntil: spec.mutedUntil !== null && spec.mutedUntil > now() ? spec.mutedUntil.toISOString() : null,
    incident: presentIncident(record),
    recentRuns,
    sitemapId: record.sitemap?.id ?? null,
    missingSince: record.sitemap?.missingSince?.toISOString() ?? null,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

function presentState(record: MonitorRecord, recentRuns: readonly RecentRun[]): MonitorState {
  const { state, sitemap } = record;
  const { kind, failures, reason } = monitorStateOf({
    status: statusOf(record),
    planLimit: state.planLimit,
    isPageGone: (sitemap?.missingSince ?? null) !== null,
    incident: state.incident,
    hasBaseline: baselineOf(record) !== null,
    recentRuns,
  });
  const text = kind === "failing" ? `Failing ${failures} of ${failuresToOpen}` : monitorStateWords[kind];
  return { kind, text, failures, reason };
}

function presentIncident({ state: { incident }, acknowledged }: MonitorRecord): Monitor["incident"] {
  if (incident === null) return null;
  const last = acknowledged[incident.type];
  return { ...incident, acknowledgedAt: last?.incidentId === incident.id ? last.at.toISOString() : null };
}

/** A monitor's baselines, newest first. */
export function presentBaselines({ captureRev }: MonitorRecord, baselines: readonly BaselineRecord[]): BaselineEntry[] {
  return baselines
    .map(({ captureRev: usedRev, ...entry }) => ({ ...entry, comparable: usedRev === captureRev }))
    .toReversed();
}

/** The next run. The ticks of a sitemap's monitors count from before their creation, but the first run is due at creation. */
function nextRunOf({ state: { nextRunAt }, createdAt }: MonitorRecord): Date | null {
  return nextRunAt !== null && nextRunAt < createdAt ? createdAt : nextRunAt;
}

/** The status that the owner wants, or `paused_plan_limit`. */
export function statusOf({ spec, state }: Pick<MonitorRecord, "spec" | "state">): MonitorStatus {
  return spec.wanted === "active" && state.planLimit !== null ? "paused_plan_limit" : spec.wanted;
}

/** The run that the next run is compared with. Null without one, or if the capture has changed since. */
export function baselineOf({ state, pinned, captureRev }: MonitorRecord): string | null {
  if (pinned !== null && pinned.rev === captureRev) return pinned.runId;
  return state.appliedRev >= captureRev ? state.baselineRunId : null;
}

/** The alert settings of a monitor or of a template. */
export function presentAlerts(spec: AlertsSpec & Pick<MonitorSpec, "baselineMode">): MonitorAlerts {
  const { email, webhook, alertExtras } = spec;
  const extras: Record<string, unknown> = JSON.parse(alertExtras);
  return {
    ...extras,
    email,
    webhook: { configured: webhook !== null, signed: webhook?.secret !== undefined },
    channels: spec.channels.map(({ id, type, host }) => ({ id, type, host })),
    ...givenOf(spec, keysOf(plainAlerts)),
    ...settledAlerts(spec),
  };
}

/** A run as clients see it; `baseline` is the run it was compared with, or null if that was removed. */
export function presentRun(links: Links, record: RunRecord, baseline: RunRecord | null): MonitorRun {
  const { credits, comparedToRunId, findings, error, failurePicture, reason } = record;
  const isCompared = comparedToRunId !== null && findings !== undefined;
  return {
    id: record._id,
    monitorId: record.monitorId,
    status: record.status,
    trigger: record.trigger,
    ...(reason !== undefined && { reason }),
    credits: { ...credits, net: credits.charged - credits.refunded },
    createdAt: record.createdAt.toISOString(),
    expiresAt: record.expiresAt.toISOString(),
    ...(isCompared && {
      comparedToRunId,
      ...(hasFigures(findings) && {
        differenceRatio: findings.differenceRatio,
        regionCount: findings.regions.length,
      }),
    }),
    ...presentResult(links, record, baseline),
    ...(error !== undefined && {
      error: {
        ...error,
        ...(failurePicture !== undefined && { picture: picture(failurePicture, address(links, record, failureName)) }),
      },
    }),
    ...(record.startedAt !== null && { startedAt: record.startedAt.toISOString() }),
    ...(record.completedAt !== null && { completedAt: record.completedAt.toISOString() }),
  };
}

function presentResult(
  links: Links,
  record: RunRecord,
  baseline: RunRecord | null,
): { result?: Static<typeof RunResult> } {
  const { capture, findings, visualization, comparedToRunId: baselineRunId } = record;
  if (record.status !== "completed" || capture === undefined) return {};
  const { text, ...compared } = findings === undefined ? { changed: false } : toldFindings(findings);
  const before = baseline?.capture?.screenshot;
  return {
    result: {
      ...compared,
      ...(text !== undefined && { text: presentText(links, record, text) }),
      baselineRunId,
      ...(capture.screenshot !== undefined && {
        screenshot: picture(capture.screenshot, address(links, record, "screenshot")),
      }),
      ...(baseline !== null &&
        before !== undefined && { baselineScreenshot: picture(before, address(links, baseline, "screenshot")) }),
      ...(visualization !== undefined && {
        visualization: picture(visualization, address(links, record, "visualization")),
        mask: picture(visualization.mask, address(links, record, "mask")),
      }),
      ...(capture.text !== undefined && { markdown: textOutput(capture.text, address(links, record, "markdown")) }),
      page: capture.page,
      ...(capture.stepPictures !== undefined && {
        stepPictures: capture.stepPictures.map((taken) => ({
          name: taken.name,
          ...picture(taken, address(links, record, stepOutput(taken.name))),
        })),
      }),
      ...(capture.values !== undefined && { values: capture.values }),
    },
  };
}

/** How the text changed. `diff` is null if any word changed: `getMonitorRun` reads it. */
function presentText(links: Links, record: RunRecord, { diff, ...counts }: TextFindings): TextChange {
  if (diff === null) return { ...counts, diff: "" };
  return { ...counts, diff: null, diffOutput: textOutput(diff, address(links, record, "diff")) };
}

function textOutput({ bytes, contentType, sha256 }: StoredText, { url, expiresAt }: SignedUrl): TextOutput {
  return { url, expiresAt: expiresAt.toISOString(), bytes, contentType, sha256 };
}

function address(links: Links, { _id, monitorId }: RunRecord, name: RunOutputName): SignedUrl {
  return signRunOutputUrl(links, { monitorId, runId: _id, name, now: links.now() });
}

function picture(
  { format = "png", width = 0, height = 0, bytes, sha256, location }: RunPicture,
  { url, expiresAt }: SignedUrl,
): Static<typeof ScreenshotResult> {
  return {
    url,
    expiresAt: expiresAt.toISOString(),
    format,
    width,
    height,
    bytes,
    sha256,
    ...(location !== undefined && { location }),
  };
}
