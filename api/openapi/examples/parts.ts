import type { Static } from "typebox";
import type { Credits } from "#schemas/common.ts";
import type { PageInfo, ScreenshotResult } from "#schemas/outputs.ts";

/** Base address of the examples. */
export const base = "https://api.example.com";

/** The page that the examples render. */
export const pageUrl = "https://example.com/";

/** Ids of the resources in the examples. */
export const ids = {
  job: "01980e2a-4c00-7000-8000-000000000010",
  otherJob: "01980e2a-4c00-7000-8000-000000000011",
  batch: "01980e2a-4c00-7000-8000-000000000020",
  crawl: "01980e2a-4c00-7000-8000-000000000030",
  schedule: "01980e2a-4c00-7000-8000-000000000040",
  monitor: "01980e2a-4c00-7000-8000-000000000050",
  run: "01980e2a-4c00-7000-8000-000000000060",
  baselineRun: "01980e2a-4c00-7000-8000-000000000061",
  incident: "01980e2a-4c00-7000-8000-000000000062",
  channel: "01980e2a-4c00-7000-8000-000000000063",
  feed: "01980e2a-4c00-7000-8000-000000000064",
  sitemap: "01980e2a-4c00-7000-8000-000000000065",
  recipient: "01980e2a-4c00-7000-8000-000000000070",
  key: "01980e2a-4c00-7000-8000-000000000080",
  account: "01980e2a-4c00-7000-8000-0000000000a0",
};

/** Instants in the examples, in their order. */
export const times = {
  created: "2026-11-21T09:30:00.000Z",
  started: "2026-11-21T09:30:00.120Z",
  completed: "2026-11-21T09:30:02.480Z",
  nextRun: "2026-11-21T10:30:00.000Z",
  signatureEnds: "2026-11-22T09:31:00.000Z",
  expires: "2026-12-21T09:30:00.000Z",
};

export const oneCredit: Credits = { charged: 1, refunded: 0, net: 1 };
export const twoCredits: Credits = { charged: 2, refunded: 0, net: 2 };

export const page: PageInfo = {
  finalUrl: pageUrl,
  statusCode: 200,
  title: "Example Domain",
  contentType: "text/html; charset=UTF-8",
  redirects: [],
};

/** A signed address of a path. */
export function signed(path: string): { url: string; expiresAt: string } {
  return {
    url: `${base}${path}?expires=1795339860&signature=3q2-7wEjRWeJq83v`,
    expiresAt: times.signatureEnds,
  };
}

/** SHA-256 of the pictures in the examples. */
export const sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** A picture at a path, as it is shown. */
export function picture(path: string, format: "jpg" | "png" = "jpg"): Static<typeof ScreenshotResult> {
  return { ...signed(path), format, width: 1280, height: 2140, bytes: 84_213, sha256 };
}
