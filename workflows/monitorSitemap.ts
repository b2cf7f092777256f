import {
  CancellationScope,
  continueAsNew,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  setCurrentDetails,
  workflowInfo,
} from "@temporalio/workflow";
import type { SitemapPlan } from "#activities/projections/sitemaps.ts";
import { hasSignal, listenToOwner, type PendingSignals, runUntilRemoved, waitUntilDue } from "./clock.ts";
import { newId, nextVersion } from "./ids.ts";
import type { MonitorSitemapInput, SitemapLoopState } from "#orders/inputs.ts";
import { project } from "./proxies.ts";
import { sitemapSync, type SyncEnd } from "./sitemapSync.ts";
import { workflowStart } from "#orders/starts.ts";

/** Syncs per history, before the workflow continues as new. */
const maxSyncsPerHistory = 150;

/**
 * The clock of one sitemap. It starts a sync at each due instant and for each call, one at a time, as child workflows. It reads the
 * owner's settings before each sync, so a lost signal only delays a change.
 */
export async function monitorSitemap(input: MonitorSitemapInput): Promise<void> {
  try {
    await loop(input);
  } catch (error) {
    // A cancellation by an operator pauses the sitemap. The owner's next change starts it again.
    const { sitemapId } = input;
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => project.setSitemapStatus({ sitemapId, wanted: "paused" }));
    }
    throw error;
  }
}

async function loop(input: MonitorSitemapInput): Promise<void> {
  const { sitemapId } = input;
  const state: SitemapLoopState = input.state ?? { position: { times: null, after: null }, manyGone: false };
  const signals = listenToOwner();
  setCurrentDetails(`sitemap ${sitemapId}`);
  let wasPaused = false;
  for (let syncs = 0; ;) {
    signals.changed = false;
    if (signals.status !== null) await applyStatus(sitemapId, signals);
    const { position } = state;
    const plannedAt = Date.now();
    const plan: SitemapPlan = await project.planSitemap({ sitemapId, position, wasPaused, now: plannedAt });
    if (plan.wanted === "deleted" || signals.removed) return;
    const { due } = plan;
    state.position = plan.position;
    wasPaused = due === null;
    await projectState(sitemapId, { due });
    // The continued state does not contain a pending pause or resume.
    if (signals.status === null && (syncs >= maxSyncsPerHistory || workflowInfo().continueAsNewSuggested)) {
      await continueAsNew<typeof monitorSitemap>({ ...input, state });
    }
    if (plan.requestedAt === null) {
      const after = await waitUntilDue({ due, plannedAt, pollMs: null }, () => hasSignal(signals));
      if (after === null) continue;
      state.position = { ...state.position, after };
    }
    await syncOnce(input, state, { plan, signals });
    syncs += 1;
  }
}

async function applyStatus(sitemapId: string, signals: PendingSignals): Promise<void> {
  const wanted = signals.status;
  signals.status = null;
  if (wanted !== null) await project.setSitemapStatus({ sitemapId, wanted });
}

/** A change of a sitemap's state: the next due instant, or the end of a sync. */
type Projected = { due: number | null } | { sync: SyncEnd; requestedAt: string | null };

async function projectState(sitemapId: string, projected: Projected): Promise<void> {
  const version = nextVersion();
  if ("sync" in projected) return project.projectSitemapState({ sitemapId, ...projected, version });
  const nextSyncAt = projected.due === null ? null : new Date(projected.due).toISOString();
  setCurrentDetails(`next sync ${nextSyncAt ?? "none"}`);
  return project.projectSitemapState({ sitemapId, nextSyncAt, version });
}

type SyncContext = { plan: SitemapPlan; signals: PendingSignals };

async function syncOnce(
  input: MonitorSitemapInput,
  state: SitemapLoopState,
  { plan, signals }: SyncContext,
): Promise<void> {
  const sync = await runChild(input, state, signals);
  if (signals.removed) return;
  state.manyGone = sync.manyGone;
  await projectState(input.sitemapId, { sync, requestedAt: plan.requestedAt });
}

const failedSync: SyncEnd = {
  pages: 0,
  added: 0,
  paused: 0,
  resumed: 0,
  overLimit: 0,
  error: "internal_error",
  manyGone: false,
};

/** Runs one sync as a child workflow, which operators can inspect. Removing the sitemap cancels it. */
async function runChild(
  { sitemapId, accountId, host }: MonitorSitemapInput,
  { manyGone }: SitemapLoopState,
  signals: PendingSignals,
): Promise<SyncEnd> {
  const sitemap = { id: sitemapId };
  const input = { syncId: newId(Date.now()), accountId, host, sitemap, dryRun: false, manyGone };
  const { workflowType: _type, ...options } = workflowStart({ type: "sitemapSync", input });
  const run = () => executeChild(sitemapSync, { ...options, parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL });
  // The next sync makes up for one that an operator terminated, or that broke.
  return (await runUntilRemoved(run, () => signals.removed)) ?? failedSync;
}
