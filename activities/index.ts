import { Context } from "@temporalio/activity";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { type ActivityWork, readSuspicion } from "#data/blockingWork.ts";
import { setMonitorStatus } from "#data/monitors.ts";
import { ObjectStoreAway } from "#data/objects.ts";
import { redact } from "#telemetry/logger.ts";
import { renderErrors } from "#schemas/renders/errors.ts";
import type { SitemapSyncInput } from "#orders/inputs.ts";
import { compareCaptures, type CompareCapturesInput } from "./diff/compareCaptures.ts";
import { fetchPicture, type FetchPictureInput } from "./diff/fetchPicture.ts";
import { finishCrawl, type FinishCrawlInput } from "./crawl/finishCrawl.ts";
import { openCrawl } from "./crawl/openCrawl.ts";
import { recordPage, type RecordPageInput } from "./crawl/recordPage.ts";
import { ConcurrencyLimited, HostBackedOff, NeedsBrowser, RenderFailure, SignInNeeded, willRetry } from "./failures.ts";
import { withHeartbeat } from "./heartbeat.ts";
import { captureRun, type CaptureRunInput } from "./monitor/captureRun.ts";
import { compareRun, type CompareRunInput, differsFromRun, type DiffersFromRunInput } from "./monitor/compareRun.ts";
import type { JobEventType } from "./projections/events.ts";
import { MailFailure } from "./notify/mailer/mailFailure.ts";
import { mayNotify, type MayNotifyInput } from "./notify/mayNotify.ts";
import { sendMail } from "./notify/sendMail.ts";
import { attemptDelivery } from "./notify/webhooks.ts";
import type { ActivityPorts } from "./ports.ts";
import {
  cancelPages,
  type CancelPagesInput,
  countUnfinished,
  recordBatchEvent,
  settleBatch,
  type SettleBatchInput,
} from "./projections/batches.ts";
import { recordChannelMessages } from "./projections/channels.ts";
import { claimPages, type ClaimPagesInput } from "./projections/crawls.ts";
import { failDelivery, recordJobEvent } from "./projections/deliveries.ts";
import { addToDigest, recordDigestMails } from "./projections/digests.ts";
import {
  clearOutbox,
  findCachedRender,
  type FindCachedRenderInput,
  isSuperseded,
  settleJob,
  type SettleJobInput,
} from "./projections/jobs.ts";
import { type MonitorMailsInput, recordMonitorMails } from "./projections/mails.ts";
import {
  type MonitorEventInput,
  planMonitor,
  type PlanMonitorInput,
  projectMonitorState,
  type ProjectMonitorStateInput,
  recordMonitorEvent,
} from "./projections/monitors.ts";
import {
  beginRun,
  type BeginRunInput,
  type ConfirmationInput,
  recordConfirmation,
  settleRun,
  type SettleRunInput,
} from "./projections/runs.ts";
import {
  cancelSchedule,
  fireSchedule,
  type FireScheduleInput,
  planSchedule,
  type PlanScheduleInput,
} from "./projections/schedules.ts";
import {
  endSync,
  planSitemap,
  type PlanSitemapInput,
  projectSitemapState,
  type ProjectSitemapStateInput,
  setSitemapStatus,
} from "./projections/sitemaps.ts";
import { planSignIn, projectSignIn, type ProjectSignInInput } from "./projections/signIns.ts";
import { testProxy, type TestProxyInput } from "./proxies/testProxy.ts";
import { signIn, type SignInTry } from "./signIn/signIn.ts";
import { removeExpired } from "./reconcile/expired.ts";
import { reconcileOutbox } from "./reconcile/outbox.ts";
import { settleTerminated } from "./reconcile/terminated.ts";
import { type CheckDeliveryInput, checkDelivery } from "./notify/checkDelivery.ts";
import { captureRender, type CaptureRenderInput } from "./render/captureRender.ts";
import { applySync, type ApplySyncInput } from "./sitemap/applySync.ts";
import { planSync } from "./sitemap/planSync.ts";
import { storeOutputs, type StoreOutputsInput, storeRun, type StoreRunInput } from "./store/outputs.ts";
import type { CaptureSlotKey, SlotRequest } from "./ports.ts";

/** Creates all activities, grouped by proxy. `project` and `throttle` are local activities; the others run on task queues. */
export function createActivities(ports: ActivityPorts) {
  const { database } = ports;
  return {
    project: {
      settleJob: (input: SettleJobInput) => settleJob(database, input),
      isSuperseded: (input: { jobId: string; attempt: number }) => isSuperseded(database, input),
      findCachedRender: (input: FindCachedRenderInput) => findCachedRender(database, input),
      recordJobEvent: (input: { jobId: string; attempt: number; type: JobEventType }) => recordJobEvent(ports, input),
      cancelPages: (input: CancelPagesInput) => cancelPages(database, input),
      countUnfinished: (input: { batchId: string }) => countUnfinished(database, input),
      settleBatch: (input: SettleBatchInput) => settleBatch(database, input),
      recordBatchEvent: (input: { batchId: string }) => recordBatchEvent(ports, input),
      failDelivery: (input: { eventId: string; replay?: number }) => failDelivery(database, input),
      planSchedule: (input: PlanScheduleInput) => planSchedule(database, input),
      fireSchedule: (input: FireScheduleInput) => fireSchedule(database, input),
      cancelSchedule: (input: { scheduleId: string; version: number }) => cancelSchedule(database, input),
      planMonitor: (input: PlanMonitorInput) => planMonitor(ports, input),
      projectMonitorState: (input: ProjectMonitorStateInput) => projectMonitorState(database, input),
      setMonitorStatus: (input: { monitorId: string; wanted: "active" | "paused" }) =>
        setMonitorStatus(database, input),
      planSignIn: (input: { signInId: string }) => planSignIn(database, input),
      projectSignIn: (input: ProjectSignInInput) => projectSignIn(ports, input),
      planSitemap: (input: PlanSitemapInput) => planSitemap(database, input),
      projectSitemapState: (input: ProjectSitemapStateInput) => projectSitemapState(database, input),
      setSitemapStatus: (input: { sitemapId: string; wanted: "active" | "paused" }) =>
        setSitemapStatus(database, input),
      endSync: (input: { syncId: string }) => endSync(database, input),
      mayNotify: (input: MayNotifyInput) => mayNotify(database, input),
      recordMonitorEvent: (input: MonitorEventInput) => recordMonitorEvent(ports, input),
      recordChannelMessages: (input: MonitorMailsInput) => recordChannelMessages(database, input),
      recordMonitorMails: async (input: MonitorMailsInput) => ({
        mailIds: await recordMonitorMails(ports, input),
        digest: await addToDigest(ports, input),
      }),
      recordDigestMails: (input: { digestId: string; version: number }) => recordDigestMails(database, input),
      beginRun: (input: BeginRunInput) => beginRun(database, input),
      recordConfirmation: (input: ConfirmationInput) => recordConfirmation(database, input),
      settleRun: (input: SettleRunInput) => settleRun(database, input),
      checkDelivery: (input: CheckDeliveryInput) => checkDelivery(database, input),
      claimPages: (input: ClaimPagesInput) => claimPages(database, input),
      clearOutbox: (input: { ids: string[] }) => clearOutbox(database, input),
    },
    throttle: {
      queueForSlot: (input: SlotRequest) => ports.captureSlots.enqueue(input),
      readSuspicion: (input: ActivityWork) => readSuspicion(database, input),
      releaseSlots: (input: CaptureSlotKey) => ports.captureSlots.release(input),
    },
    browser: {
      captureRender: (input: CaptureRenderInput) => mapFailures(() => captureRender(ports, input)),
      captureRun: (input: CaptureRunInput) => mapFailures(() => captureRun(ports, input)),
      signIn: (input: SignInTry) => mapFailures(() => signIn(ports, input)),
    },
    fetches: {
      captureRun: (input: CaptureRunInput) => mapFailures(() => captureRun(ports, input)),
    },
    comparisons: {
      compareRun: (input: CompareRunInput) => mapFailures(() => compareRun(ports, input)),
      differsFromRun: (input: DiffersFromRunInput) => mapFailures(() => differsFromRun(ports, input)),
    },
    storage: {
      storeRun: (input: StoreRunInput) => mapFailures(() => storeRun(ports, input)),
      storeOutputs: (input: StoreOutputsInput) => mapFailures(() => storeOutputs(ports, input)),
    },
    crawls: {
      openCrawl: (input: { crawlId: string; version: number }) =>
        withHeartbeat((signal) => openCrawl(ports, input, signal)),
      recordPage: (input: RecordPageInput) => withHeartbeat((signal) => recordPage(ports, input, signal)),
      finishCrawl: (input: FinishCrawlInput) => withHeartbeat(() => finishCrawl(ports, input)),
    },
    sitemaps: {
      planSync: (input: SitemapSyncInput) => withHeartbeat((signal) => planSync(ports, input, signal)),
      applySync: (input: ApplySyncInput) => withHeartbeat((signal) => applySync(ports, input, signal)),
    },
    pictures: {
      fetchPicture: (input: FetchPictureInput) => mapFailures(() => fetchPicture(ports, input)),
    },
    compare: {
      compareCaptures: (input: CompareCapturesInput) => mapFailures(() => compareCaptures(ports, input)),
    },
    webhooks: {
      attemptDelivery: (input: { eventId: string }) => attemptDelivery(ports, input),
    },
    proxyTests: {
      testProxy: (input: TestProxyInput) => testProxy(ports, input),
    },
    mails: {
      sendMail: (input: { mailId: string }) => mapMailFailures(() => sendMail(ports, input)),
    },
    reconcile: {
      reconcileOutbox: async () => {
        await ports.captureSlots.grantAll();
        return reconcileOutbox(ports, new Date());
      },
      /** `settledAt` is the ISO instant of the last pass; null at the first. */
      settleTerminated: (settledAt: string | null) =>
        settleTerminated(ports, { now: new Date(), settledAt: settledAt === null ? null : new Date(settledAt) }),
      removeExpired: () => removeExpired(ports, new Date()),
    },
  };
}

export type Activities = ReturnType<typeof createActivities>;

/**
 * Maps failures to Temporal's ApplicationFailure: the type is the catalogue's code. The details are the number of the try,
 * the evidence, whether the failure may pass, and the stored picture of the moment. The catalogue also limits the tries. Failures of sites are BENIGN, as they
 * are not the service's fault.
 */
async function mapFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HostBackedOff) throw toDeferred("host_backed_off", error, [error.until.getTime()]);
    if (error instanceof ConcurrencyLimited) throw toDeferred("concurrency_limited", error, [error.slotKey]);
    if (error instanceof SignInNeeded) throw toDeferred("sign_in_needed", error, [error.signInId, error.generation]);
    if (error instanceof NeedsBrowser) throw toDeferred("needs_browser", error, []);
    if (error instanceof ObjectStoreAway) throw toRetryLater(error);
    if (!(error instanceof RenderFailure)) throw hideAddresses(error);
    throw ApplicationFailure.create({
      message: error.message,
      type: error.code,
      details: [
        Context.current().info.attempt,
        error.evidence,
        renderErrors[error.code].retryable,
        error.storedPicture,
      ],
      nonRetryable: !willRetry(error),
      category: ApplicationFailureCategory.BENIGN,
    });
  }
}

/** Maps failures of mails. A refused mail is not retried. Temporal retries if the mail service was busy or unavailable. */
async function mapMailFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MailFailure)) throw hideAddresses(error);
    throw ApplicationFailure.create({
      message: error.message,
      type: `mail_${error.kind}`,
      nonRetryable: error.kind === "refused",
    });
  }
}

/** Delays the retry by 5 s, doubling. So the six tries of a capture cover outages of two and a half minutes. */
function toRetryLater({ message, cause }: ObjectStoreAway): ApplicationFailure {
  const nextRetryDelay = 5_000 * 2 ** (Context.current().info.attempt - 1);
  const redactedCause = hideAddresses(cause);
  return ApplicationFailure.create({
    message,
    type: "internal_error",
    nextRetryDelay,
    ...(redactedCause instanceof Error && { cause: redactedCause }),
  });
}

/** A failure that Temporal does not retry, as its tries are limited. The workflow waits instead. */
function toDeferred(
  type: "host_backed_off" | "concurrency_limited" | "sign_in_needed" | "needs_browser",
  { message }: Error,
  details: (number | string)[],
): ApplicationFailure {
  return ApplicationFailure.create({
    message,
    type,
    details,
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Redacts an error's message and stack. Histories keep them, and a library's message may hold a secret in an address. */
function hideAddresses(error: unknown): unknown {
  if (error instanceof Error) {
    error.message = redact(error.message);
    if (error.stack !== undefined) error.stack = redact(error.stack);
  }
  return error;
}
