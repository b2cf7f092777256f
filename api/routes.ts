import { createApiKey, getCurrentApiKey, listApiKeys, revokeApiKey } from "./account/keyRoutes.ts";
import { getUsage, getUsageHistory } from "./account/usageRoutes.ts";
import { cancelBatch, getBatch, listBatches, submitBatch } from "./batches/routes.ts";
import { cancelCrawl, getCrawl, listCrawlPages, listCrawls, submitCrawl } from "./crawls/routes.ts";
import { getDelivery, listDeliveriesRoute, replayDeliveryRoute } from "./deliveries/routes.ts";
import { getDiff, listDiffs, submitDiff } from "./diffs/routes.ts";
import { streamEvents } from "./events/routes.ts";
import type { Route } from "./http/route.ts";
import { getOutput } from "./jobs/outputRoute.ts";
import { retryFailed, retryJob } from "./jobs/retryRoutes.ts";
import { cancelJob, getStatus, listJobs } from "./jobs/routes.ts";
import { createMonitor, deleteMonitor, getMonitor, listMonitors, updateMonitor } from "./monitors/routes.ts";
import { listBaselines, listIncidents } from "./monitors/historyRoutes.ts";
import { acknowledgeIncident, unacknowledgeIncident } from "./monitors/incidentRoutes.ts";
import { getRunOutput } from "./monitors/runOutputRoute.ts";
import { getMonitorRun, listMonitorRuns, runMonitor, setBaseline } from "./monitors/runRoutes.ts";
import { receiveMailEvent } from "./recipients/mailEventRoute.ts";
import { pauseFromMail, showPause, showUnsubscribe, unsubscribe } from "./recipients/mailLinkRoutes.ts";
import { addRecipient, deleteRecipient, listRecipients, verifyRecipient } from "./recipients/routes.ts";
import { getScreenshot, postScreenshot } from "./renders/screenshotRoute.ts";
import { submitRender } from "./renders/submitRoute.ts";
import {
  cancelSchedule,
  changeSchedule,
  getSchedule,
  listSchedules,
  scheduleRecurring,
  scheduleRender,
} from "./schedules/routes.ts";
import {
  createSession,
  endCurrentSession,
  endSessionRoute,
  getCurrentSession,
  listSessionsRoute,
} from "./sessions/routes.ts";
import { documentRoutes } from "./system/documentRoutes.ts";
import { showFront } from "./system/frontPage.ts";
import { live, ready } from "./system/healthRoutes.ts";

/** Every route of the API. A new route needs a line here. */
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
  acknowledgeIncident,
  unacknowledgeIncident,
  listIncidents,
  setBaseline,
  listBaselines,
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
  listDiffs,
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
  streamEvents,
  getUsage,
  getUsageHistory,
  listApiKeys,
  getCurrentApiKey,
  createApiKey,
  revokeApiKey,
  createSession,
  listSessionsRoute,
  getCurrentSession,
  endCurrentSession,
  endSessionRoute,
  showFront,
  live,
  ready,
  receiveMailEvent,
  ...documentRoutes(() => routes),
];
