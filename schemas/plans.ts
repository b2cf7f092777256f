import { type Static } from "typebox";
import { literals } from "./common.ts";

export const PlanName = literals(["free", "starter", "pro", "business", "unlimited"]);
export type PlanName = Static<typeof PlanName>;

export type Plan = {
  /** Credits a calendar month (UTC); null counts without refusing. */
  credits: number | null;
  monitors: number | null;
  /** Shortest interval of a monitor, minutes. */
  shortestInterval: number;
  /** Work of the account at once. */
  concurrency: number;
  /** Requests a second of one key. */
  requestsPerSecond: number;
  /** Days for which monitor runs and their pictures are kept. */
  runRetentionDays: number;
};

/** What each plan allows. */
export const plans = {
  free: { credits: 100, monitors: 1, shortestInterval: 60, concurrency: 2, requestsPerSecond: 5, runRetentionDays: 7 },
  starter: {
    credits: 2_000,
    monitors: 10,
    shortestInterval: 15,
    concurrency: 5,
    requestsPerSecond: 10,
    runRetentionDays: 30,
  },
  pro: {
    credits: 10_000,
    monitors: 50,
    shortestInterval: 5,
    concurrency: 10,
    requestsPerSecond: 25,
    runRetentionDays: 90,
  },
  business: {
    credits: 100_000,
    monitors: 1_000,
    shortestInterval: 1,
    concurrency: 50,
    requestsPerSecond: 100,
    runRetentionDays: 365,
  },
  unlimited: {
    credits: null,
    monitors: null,
    shortestInterval: 1,
    concurrency: 200,
    requestsPerSecond: 1_000,
    runRetentionDays: 365,
  },
} as const satisfies Record<PlanName, Plan>;
