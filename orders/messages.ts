import { defineSignal } from "@temporalio/workflow";
import type { RenewalRequest } from "#rules/signIns.ts";

/**
 * Task queues. `workflows` also runs local activities; `fetch` captures pages without a browser; `storage` transfers large
 * files from and to callers; `io` does all other network work. `storage` is separate, so that slow servers of callers cannot
 * delay webhooks.
 */
export const taskQueues = {
  workflows: "wf",
  browser: "browser",
  fetch: "fetch",
  compare: "compare",
  storage: "storage",
  io: "io",
} as const;

/**
 * Workflow ids, derived from the resource's id, so that a second start has no effect. Each attempt at a job and each replay of
 * an event has its own id: `render:<job>` for the first attempt, `render:<job>:2` for the second.
 */
export const workflowIds = {
  renderJob: (jobId: string, attempt = 1): `render:${string}` => `render:${jobId}${suffixOf(attempt)}`,
  webhookDelivery: (eventId: string, attempt = 1): `webhook:${string}` => `webhook:${eventId}${suffixOf(attempt)}`,
  digestDelivery: (digestId: string): `digest:${string}` => `digest:${digestId}`,
  mailDelivery: (mailId: string): `mail:${string}` => `mail:${mailId}`,
  monitor: (monitorId: string): `monitor:${string}` => `monitor:${monitorId}`,
  monitorRun: (runId: string): `run:${string}` => `run:${runId}`,
  monitorSitemap: (sitemapId: string): `sitemap:${string}` => `sitemap:${sitemapId}`,
  proxyTest: (testId: string): `proxytest:${string}` => `proxytest:${testId}`,
  signIn: (signInId: string): `signin:${string}` => `signin:${signInId}`,
  sitemapSync: (syncId: string): `sync:${string}` => `sync:${syncId}`,
  renderSchedule: (scheduleId: string): `schedule:${string}` => `schedule:${scheduleId}`,
  renderBatch: (batchId: string): `batch:${string}` => `batch:${batchId}`,
  crawl: (crawlId: string): `crawl:${string}` => `crawl:${crawlId}`,
  reconciler: "reconciler:singleton",
  maintenance: "maintenance:singleton",
} as const;

function suffixOf(attempt: number): string {
  return attempt === 1 ? "" : `:${attempt}`;
}

/** Signals without arguments to long-lived workflows. Operators may send them from Temporal's UI. */
export const controlSignals = { pause: "pause", resume: "resume", cancel: "cancel" } as const;
export type ControlSignal = keyof typeof controlSignals;

/** Further signals of monitors and sitemaps: the record has another wish of the owner, or it was deleted. */
export const ownerSignals = { changed: "changed", remove: "remove" } as const;

/** Further signals of a monitor. `run`: a manual run was requested. */
export const monitorSignals = { ...ownerSignals, run: "run" } as const;

/** A signal with its arguments. */
export type WorkflowSignal = {
  name: ControlSignal | keyof typeof monitorSignals | "renew";
  args: ({ runId: string } | RenewalRequest)[];
};

/** Signals `signIn` that a capture is signed out, or that its owner wants a new session. */
export const renewSignal = defineSignal<[RenewalRequest]>("renew");

/** Signals the workflow of a capture whether the sign-in that it asked for is fresh. */
export const signInSettled = defineSignal<[{ signInId: string; fresh: boolean }]>("signInSettled");

/** Signals a workflow that a slot was granted to one of its captures. */
export const slotGranted = defineSignal<[{ leaseId: string }]>("slotGranted");

/** Signals `renderBatch` that a page was cancelled before it started. */
export const itemCancelled = defineSignal<[{ jobId: string }]>("itemCancelled");
