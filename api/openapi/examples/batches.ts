import type { Static } from "typebox";
import type { Batch, BatchAccepted, BatchList, BatchReply, BatchWithItems } from "#schemas/batch.ts";
import { base, ids, pageUrl, times } from "./parts.ts";

const otherUrl = "https://example.org/";
const counts = { queued: 0, in_progress: 0, completed: 2, failed: 0, cancelled: 0 };
const host = { total: 1, ...counts, completed: 1, refusals: 0, backedOffUntil: null, averageMs: 2_360 };

const batch: Batch = {
  id: ids.batch,
  status: "completed",
  total: 2,
  refused: [],
  counts,
  progress: 100,
  credits: { charged: 2, refunded: 0, net: 2 },
  hosts: [
    { host: "example.com", ...host },
    { host: "example.org", ...host },
  ],
  createdAt: times.created,
  startedAt: times.started,
  completedAt: times.completed,
  expiresAt: times.expires,
};

const jobs = [
  { index: 0, url: pageUrl, id: ids.job, statusUrl: `${base}/status/${ids.job}` },
  { index: 1, url: otherUrl, id: ids.otherJob, statusUrl: `${base}/status/${ids.otherJob}` },
];

const accepted: Static<typeof BatchAccepted> = {
  success: true,
  batch: ids.batch,
  statusUrl: `${base}/render/batches/${ids.batch}`,
  results: jobs.map((job) => ({ ...job, success: true, batch: ids.batch })),
  credits: { charged: 2, refunded: 0, net: 2 },
};

const partlyAccepted: Static<typeof BatchAccepted> = {
  ...accepted,
  results: [
    ...accepted.results.slice(0, 1),
    {
      index: 1,
      url: "ftp://example.org/",
      success: false,
      batch: ids.batch,
      error: "invalid_url",
      message: "must start with http:// or https://",
    },
  ],
  credits: { charged: 1, refunded: 0, net: 1 },
};

const cancelled: Static<typeof BatchReply> = {
  success: true,
  batch: {
    ...batch,
    status: "cancelled",
    counts: { ...counts, completed: 1, cancelled: 1 },
    credits: { charged: 2, refunded: 1, net: 1 },
    hosts: [
      { host: "example.com", ...host },
      { host: "example.org", ...host, completed: 0, cancelled: 1, averageMs: null },
    ],
  },
};

const withItems: Static<typeof BatchWithItems> = {
  success: true,
  batch,
  items: jobs.map((job) => ({ ...job, status: "completed", statusCode: 200, title: "Example Domain" })),
  nextCursor: null,
};

const list: Static<typeof BatchList> = { success: true, batches: [batch], nextCursor: null };

/** Replies about batches. */
export const batches = { accepted, partlyAccepted, cancelled, withItems, list };
