import type { Route } from "../route.ts";
import { cancelBatch } from "./cancelBatch.ts";
import { cancelJob } from "./cancelJob.ts";
import { documentRoutes } from "./document.ts";
import { getBatch } from "./getBatch.ts";
import { getDiff } from "./getDiff.ts";
import { getOutput } from "./getOutput.ts";
import { getStatus } from "./getStatus.ts";
import { live, ready } from "./health.ts";
import { listBatches } from "./listBatches.ts";
import { listJobs } from "./listJobs.ts";
import { changeSchedule } from "./changeSchedule.ts";
import { cancelSchedule } from "./cancelSchedule.ts";
import { getSchedule } from "./getSchedule.ts";
import { listSchedules } from "./listSchedules.ts";
import { cancelCrawl } from "./cancelCrawl.ts";
import { getCrawl } from "./getCrawl.ts";
import { listCrawlPages } from "./listCrawlPages.ts";
import { listCrawls } from "./listCrawls.ts";
import { submitCrawl } from "./submitCrawl.ts";
import { createMonitor } from "./createMonitor.ts";
import { listMonitors } from "./listMonitors.ts";
import { getMonitor } from "./getMonitor.ts";
import { updateMonitor } from "./updateMonitor.ts";
import { deleteMonitor } from "./deleteMonitor.ts";
import { setBaseline } from "./setBaseline.ts";
import { runMonitor } from "./runMonitor.ts";
import { listMonitorRuns } from "./listMonitorRuns.ts";
import { getMonitorRun } from "./getMonitorRun.ts";
import { getRunOutput } from "./getRunOutput.ts";
import { addRecipient, deleteRecipient, listRecipients } from "./recipients.ts";
import { getDelivery, listDeliveriesRoute, replayDeliveryRoute } from "./deliveries.ts";
import { pauseFromMail, showPause, showUnsubscribe, unsubscribe } from "./mailLinks.ts";
import { receiveMailEvent } from "./receiveMailEvent.ts";
import { verifyRecipient } from "./verifyRecipient.ts";
import { getUsage } from "./getUsage.ts";
import { getUsageHistory } from "./getUsageHistory.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "./keys.ts";
import { scheduleRecurring } from "./scheduleRecurring.ts";
import { scheduleRender } from "./scheduleRender.ts";
import { retryFailed, retryJob } from "./retryJobs.ts";
import { showFront } from "./showFront.ts";
import { submitBatch } from "./submitBatch.ts";
import { submitDiff } from "./submitDiff.ts";
import { submitRender } from "./submitRender.ts";
import { getScreenshot, postScreenshot } from "./takeScreenshot.ts";

/** Every route of the API; a new one is a file here and a line below. */
export const routes: readonly Route[] = [
  submitRender,
  postScreenshot,
  getScreenshot,
  scheduleRender,
  scheduleRecurring,
  listSchedules,
  getSchedule,
  changeSchedule,
  cancelSchedule,
  submitCrawl,
  listCrawls,
  getCrawl,
  cancelCrawl,
  listCrawlPages,
  createMonitor,
  listMonitors,
  getMonitor,
  updateMonitor,
  deleteMonitor,
  setBaseline,
  runMonitor,
  listMonitorRuns,
  getMonitorRun,
  getRunOutput,
  showPause,
  pauseFromMail,
  addRecipient,
  listRecipients,
  verifyRecipient,
  showUnsubscribe,
  unsubscribe,
  deleteRecipient,
  submitBatch,
  listBatches,
  getBatch,
  cancelBatch,
  submitDiff,
  getDiff,
  getStatus,
  listJobs,
  cancelJob,
  retryJob,
  retryFailed,
  getOutput,
  listDeliveriesRoute,
  getDelivery,
  replayDeliveryRoute,
  getUsage,
  getUsageHistory,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  showFront,
  live,
  ready,
  receiveMailEvent,
  ...documentRoutes(() => routes),
];
