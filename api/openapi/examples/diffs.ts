import type { Static } from "typebox";
import type { DiffPicture } from "#schemas/diff.ts";
import type { Diff, DiffReply } from "#schemas/diffReply.ts";
import { base, ids, oneCredit, page, pageUrl, sha256, signed, times } from "./parts.ts";

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
  result: {
    changed: true,
    differenceRatio: 0.0052,
    changedPixels: 4_792,
    comparedPixels: 921_600,
    regions: [{ x: 96, y: 320, width: 480, height: 40, differenceRatio: 0.25, status: "changed" }],
    regionsTruncated: false,
    visualization: diffPicture("visualization"),
    before: { ...diffPicture("before"), page },
    after: { ...diffPicture("after"), page },
    timings: { queued: 120, pictures: 1_930, comparison: 310, total: 2_480 },
  },
};

/** A comparison that found a change. */
export const diffReply: Static<typeof DiffReply> = { success: true, diff };
