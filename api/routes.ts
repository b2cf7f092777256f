import { getAccount, updateAccount } from "./account/routes.ts";
import { createApiKey, getCurrentApiKey, listApiKeys, revokeApiKey } from "./account/keyRoutes.ts";
import { createSigningKey, deleteSigningKey, listSigningKeys } from "./account/signingKeyRoutes.ts";
import { getUsage, getUsageHistory } from "./account/usageRoutes.ts";
import { getBatchArchive } from "./batches/archiveRoute.ts";
import { cancelBatch, getBatch, listBatches, submitBatch } from "./batches/routes.ts";
import { reviewChange } from "./changes/reviewRoute.ts";
import {
  changePageChange,
  getPageChange,
  keepOldBaseline,
  listPageChanges,
  markChangeSeen,
  markChangesSeen,
  markChangesUnseen,
  markChangeUnseen,
} from "./changes/routes.ts";
import { getCrawlArchive } from "./crawls/archiveRoute.ts";
import { cancelCrawl, getCrawl, listCrawlPages, listCrawls, submitCrawl } from "./crawls/routes.ts";
import { getDelivery, listDeliveriesRoute, replayDeliveryRoute } from "./deliveries/routes.ts";
import { getDiff, listDiffs, submitDiff } from "./diffs/routes.ts";
import { streamEvents } from "./events/routes.ts";
import { createFeed, deleteFeed, listFeeds, readFeed } from "./feeds/routes.ts";
import type { Route } from "./http/route.ts";
import { getSignedImage } from "./images/routes.ts";
import { getOutput } from "./jobs/outputRoute.ts";
import { retryFailed, retryJob } from "./jobs/retryRoutes.ts";
import { cancelJob, getStatus, listJobs } from "./jobs/routes.ts";
import { changeMonitors } from "./monitors/bulkRoute.ts";
import { createMonitor, deleteMonitor, getMonitor, listMonitors, updateMonitor } from "./monitors/routes.ts";
import { listBaselines, listIncidents } from "./monitors/historyRoutes.ts";
import { acknowledgeIncident, unacknowledgeIncident } from "./monitors/incidentRoutes.ts";
import { testChannel } from "./monitors/channelRoutes.ts";
import { getRunOutput } from "./monitors/runOutputRoute.ts";
import { getMonitorValuesFile, listMonitorValues } from "./monitors/valueRoutes.ts";
import { getMonitorRun, listMonitorRuns, runMonitor, setBaseline } from "./monitors/runRoutes.ts";
import { receiveMailEvent } from "./recipients/mailEventRoute.ts";
import { showAlertAction, takeAlertAction } from "./recipients/alertActionRoutes.ts";
import { showUnsubscribe, unsubscribe } from "./recipients/mailLinkRoutes.ts";
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
import {
  createMonitorSitemap,
  deleteMonitorSitemap,
  getMonitorSitemap,
  listMonitorSitemaps,
  syncMonitorSitemap,
  updateMonitorSitemap,
} from "./sitemaps/routes.ts";
import { createPreset, deletePreset, getPreset, listPresets, updatePreset } from "./presets/routes.ts";
import { deleteSecret, listSecrets, storeSecret } from "./storedSecrets/routes.ts";
import {
  createAlertTarget,
  deleteAlertTarget,
  getAlertTarget,
  listAlertTargets,
  testAlertTarget,
  updateAlertTarget,
} from "./alertTargets/routes.ts";
import { previewAlertTemplate } from "./alertTargets/previewRoute.ts";
import {
  deleteMonitorDefaults,
  deleteTagDefaults,
  listMonitorDefaults,
  updateMonitorDefaults,
  updateTagDefaults,
} from "./monitorDefaults/routes.ts";
import { createProxy, deleteProxy, getProxy, listProxies, testProxy, updateProxy } from "./proxies/routes.ts";
import { getSignInPicture } from "./signIns/pictureRoute.ts";
import { createSignIn, deleteSignIn, getSignIn, listSignIns, renewSignIn, updateSignIn } from "./signIns/routes.ts";
import { documentRoutes } from "./system/documentRoutes.ts";
import { showFront } from "./system/frontPage.ts";
import { live, ready } from "./system/healthRoutes.ts";

/** Every route of the API. A new route needs a line here. */
export const routes: readonly Route[] = [
  submitRender,
  postScreenshot,
  getScreenshot,
  getSignedImage,
  createSigningKey,
  listSigningKeys,
  deleteSigningKey,
  createPreset,
  listPresets,
  getPreset,
  updatePreset,
  deletePreset,
  storeSecret,
  listSecrets,
  deleteSecret,
  createAlertTarget,
  listAlertTargets,
  getAlertTarget,
  updateAlertTarget,
  testAlertTarget,
  previewAlertTemplate,
  deleteAlertTarget,
  listMonitorDefaults,
  updateMonitorDefaults,
  deleteMonitorDefaults,
  updateTagDefaults,
  deleteTagDefaults,
  createProxy,
  listProxies,
  getProxy,
  updateProxy,
  testProxy,
  deleteProxy,
  createSignIn,
  listSignIns,
  getSignIn,
  getSignInPicture,
  updateSignIn,
  renewSignIn,
  deleteSignIn,
  scheduleRender,
  scheduleRecurring,
  listSchedules,
  getSchedule,
  changeSchedule,
  cancelSchedule,
  submitCrawl,
  listCrawls,
  getCrawl,
  getCrawlArchive,
  cancelCrawl,
  listCrawlPages,
  createMonitor,
  changeMonitors,
  listMonitors,
  getMonitor,
  updateMonitor,
  deleteMonitor,
  createMonitorSitemap,
  listMonitorSitemaps,
  getMonitorSitemap,
  updateMonitorSitemap,
  deleteMonitorSitemap,
  syncMonitorSitemap,
  listPageChanges,
  markChangesSeen,
  markChangesUnseen,
  getPageChange,
  changePageChange,
  markChangeSeen,
  markChangeUnseen,
  keepOldBaseline,
  reviewChange,
  acknowledgeIncident,
  unacknowledgeIncident,
  testChannel,
  createFeed,
  listFeeds,
  deleteFeed,
  readFeed,
  listIncidents,
  setBaseline,
  listBaselines,
  runMonitor,
  listMonitorValues,
  getMonitorValuesFile,
  listMonitorRuns,
  getMonitorRun,
  getRunOutput,
  showAlertAction,
  takeAlertAction,
  addRecipient,
  listRecipients,
  verifyRecipient,
  showUnsubscribe,
  unsubscribe,
  deleteRecipient,
  submitBatch,
  listBatches,
  getBatch,
  getBatchArchive,
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
  getAccount,
  updateAccount,
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
