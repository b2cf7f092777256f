import type { Static } from "typebox";
import type { DiffPicture, DiffResult } from "#schemas/diff.ts";
import type { Diff, DiffList, DiffReply } from "#schemas/diffReply.ts";
import type { Job, JobList, JobReference, JobReply, RetriedJobs, ShownOptions, StatusReply } from "#schemas/job.ts";
import { base, ids, oneCredit, page, pageUrl, picture, sha256, signed, times, twoCredits } from "./parts.ts";

export const options: ShownOptions = {
  timeout: 30,
  waitUntil: "load",
  width: 1280,
  height: 720,
  theme: "light",
  blockCookieBanners: false,
  blockAds: false,
  blockChatWidgets: false,
  blockPopups: false,
  blockAccessibilityWidgets: false,
  hideSelectors: [],
  clickSelectors: [],
  priority: "normal",
  cache: false,
  store: false,
  screenshot: true,
  format: "jpg",
  quality: 80,
  fullPage: true,
  extractMetadata: false,
  extractMarkdown: true,
  extractHtml: false,
  extractLinks: false,
  extractImages: false,
  extractVideos: false,
  extractFonts: false,
  extractColors: false,
  extractStructure: false,
  extractDesign: false,
};

const job: Job = {
  id: ids.job,
  kind: "render",
  status: "completed",
  stage: "done",
  progress: 100,
  url: pageUrl,
  options,
  attempts: 1,
  cached: false,
  credits: twoCredits,
  createdAt: times.created,
  startedAt: times.started,
  completedAt: times.completed,
  expiresAt: times.expires,
  result: {
    page,
    timings: { queued: 120, navigation: 940, capture: 610, extraction: 180, upload: 90, total: 2_480 },
    screenshot: picture(`/jobs/${ids.job}/outputs/screenshot`),
    markdown: { ...signed(`/jobs/${ids.job}/outputs/markdown`), bytes: 196, contentType: "text/markdown" },
  },
};

const { result: _result, ...withoutResult } = job;
const cancelled: Job = {
  ...withoutResult,
  status: "cancelled",
  credits: { charged: 2, refunded: 2, net: 0 },
  error: { code: "cancelled", message: "The job was cancelled.", retryable: false },
};

export const jobReference: Static<typeof JobReference> = {
  success: true,
  id: ids.job,
  status: "queued",
  statusUrl: `${base}/status/${ids.job}`,
};

/** A reference to a job with a field that takes no effect. */
export const warnedReference: Static<typeof JobReference> = {
  ...jobReference,
  warnings: [{ field: "width", message: "has no effect: device iphone-15-pro sets the width to 393" }],
};

export const jobReply: Static<typeof JobReply> = { success: true, job };
export const cancelledJob: Static<typeof JobReply> = { success: true, job: cancelled };
export const statusReply: Static<typeof StatusReply> = { success: true, job };
export const jobList: Static<typeof JobList> = {
  success: true,
  jobs: [job],
  nextCursor: null,
};

export const retriedJobs: Static<typeof RetriedJobs> = {
  success: true,
  retried: 1,
  skipped: 1,
  jobs: [jobReference],
  skippedJobs: [{ id: ids.otherJob, reason: "not_retryable" }],
};

function diffPicture(name: string): Static<typeof DiffPicture> {
  return {
    ...signed(`/jobs/${ids.job}/outputs/${name}`),
    contentType: "image/png",
    width: 1280,
    height: 720,
    bytes: 48_120,
    sha256,
  };
}

const diffResult: DiffResult = {
  changed: true,
  differenceRatio: 0.0052,
  changedPixels: 4_792,
  comparedPixels: 921_600,
  regions: [{ x: 96, y: 320, width: 480, height: 40, differenceRatio: 0.25, status: "changed" }],
  regionsTruncated: false,
  alignment: [{ before: 0, after: 0, height: 720 }],
  visualization: diffPicture("visualization"),
  mask: diffPicture("mask"),
  before: { ...diffPicture("before"), page },
  after: { ...diffPicture("after"), page },
  timings: { queued: 120, pictures: 1_930, comparison: 310, total: 2_480 },
};

const diff: Diff = {
  id: ids.job,
  status: "completed",
  stage: "done",
  progress: 100,
  before: { url: pageUrl },
  after: { url: pageUrl },
  mode: "perceptual",
  visualization: "overlay",
  threshold: 0,
  ignoreRegions: [],
  credits: oneCredit,
  statusUrl: `${base}/status/${ids.job}`,
  createdAt: times.created,
  startedAt: times.started,
  completedAt: times.completed,
  expiresAt: times.expires,
  result: diffResult,
};

/** A comparison that found a change. */
export const diffReply: Static<typeof DiffReply> = { success: true, diff };

const { regions, alignment: _alignment, ...listedResult } = diffResult;
export const diffList: Static<typeof DiffList> = {
  success: true,
  diffs: [{ ...diff, result: { ...listedResult, regionCount: regions.length } }],
  nextCursor: null,
};
